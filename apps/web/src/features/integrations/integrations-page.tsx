'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorState } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { withBase } from '../../lib/base-path.ts'
import { CONNECT_PATH } from '../../lib/paths.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { NotYours, SettingsFrame } from '../settings/index.ts'
import { SlackSection } from '../slack/index.ts'
import { IntegrationItem } from './integration-item.tsx'

/** Hosts that the team is connected to: what each may do, how it fares, and what was said where. */
export const IntegrationsPage = () => (
  <SettingsFrame
    title="Integrations"
    note="Where Teamlore says what the team knows: on pull requests, and where the team talks."
  >
    {(_me, may) =>
      may('integrations.manage') ? (
        <>
          <Integrations />
          <Webhooks />
          <SlackSection />
        </>
      ) : (
        <NotYours who="admins" />
      )
    }
  </SettingsFrame>
)

const Webhooks = () => (
  <section className="settings-section" aria-labelledby="settings-webhooks">
    <h2 id="settings-webhooks">Webhooks</h2>
    <p className="settings-note">
      Events of memories for other programs, and what builds, deploys and incidents report here.{' '}
      <Link href="/settings/integrations/webhooks">Open webhooks</Link>
    </p>
  </section>
)

const Integrations = () => {
  const api = useApi()
  const found = useQuery({
    queryKey: queryKeys.integrations,
    queryFn: ({ signal }) => api.integrations.list({ signal }),
  })
  return (
    <section className="settings-section" aria-labelledby="settings-code-hosts">
      <h2 id="settings-code-hosts">GitHub and GitLab</h2>
      <p className="settings-note">
        On a pull request or a merge request: decisions, rules, gotchas and what was given up that
        its lines touch. Only what a person approved and the whole team may read; nothing where
        nothing is worth saying.
      </p>
      {found.isError && <ErrorState title="They could not be listed" error={found.error} />}
      {found.data?.note && <p className="settings-note">{found.data.note}</p>}
      <ul className="settings-list">
        {found.data?.items.map((integration) => (
          <IntegrationItem key={integration.id} integration={integration} />
        ))}
      </ul>
      {found.data?.note === null && (
        <div className="settings-buttons">
          {/* A document of its own: its form leads to the host. */}
          <a href={withBase(CONNECT_PATH)}>Connect a GitHub</a>
          <Link href="/settings/integrations/gitlab">Connect a GitLab</Link>
        </div>
      )}
    </section>
  )
}
