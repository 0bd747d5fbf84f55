'use client'

import type { ReactNode } from 'react'
import { NotYours, SettingsFrame } from './settings-frame.tsx'

type Props = { title: string; note: string; children: ReactNode }

/** A page by which an admin connects the team to another program. */
export const ConnectFrame = ({ title, note, children }: Props) => (
  <SettingsFrame title={title} note={note}>
    {(_me, may) =>
      may('integrations.manage') ? (
        <section className="settings-section" aria-label={title}>
          {children}
        </section>
      ) : (
        <NotYours who="admins" />
      )
    }
  </SettingsFrame>
)
