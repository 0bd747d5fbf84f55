'use client'

import { NotYours, SettingsFrame } from '../settings/index.ts'
import { IncomingSection } from './incoming-section.tsx'
import { OutgoingSection } from './outgoing-section.tsx'

/** Addresses outside that events are sent to, and addresses here that tools send to. */
export const WebhooksPage = () => (
  <SettingsFrame
    title="Webhooks"
    note="Events of the team’s memories for other programs, and what other programs send here. Both are signed by the form of Standard Webhooks."
  >
    {(_me, may) =>
      may('integrations.manage') ? (
        <>
          <OutgoingSection />
          <IncomingSection />
        </>
      ) : (
        <NotYours who="admins" />
      )
    }
  </SettingsFrame>
)
