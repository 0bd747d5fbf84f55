'use client'

import type { ConnectedClient } from '@teamlore/shared/clients'
import Link from 'next/link'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ClientName, ManagedClients } from './managed-clients.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** Programs that were let in by OAuth: one's own, for admins those of the team. */
export const ClientsPage = () => {
  const api = useApi()
  const clients = usePages(queryKeys.clients, (query, options) => api.clients.list(query, options))
  return (
    <SettingsFrame
      title="Connected clients"
      note="Programs that somebody let in at /mcp. Each acts as its person, in this team, and ends with their membership."
    >
      {(me, may) => (
        <>
          <section className="settings-section" aria-label="Connected clients">
            {clients.isError && (
              <ErrorState title="They could not be listed" error={clients.error} />
            )}
            {clients.data?.items.length === 0 && (
              <p className="settings-note">
                None yet. <Link href="/settings/connect">Connect an agent</Link> says how for each.
              </p>
            )}
            <ul className="settings-list">
              {clients.data?.items.map((client) => (
                <Client key={client.id} client={client} isOwn={client.user.id === me.user.id} />
              ))}
            </ul>
          </section>
          {may('keys.manage') && <ManagedClients />}
        </>
      )}
    </SettingsFrame>
  )
}

const Client = ({ client, isOwn }: { client: ConnectedClient; isOwn: boolean }) => {
  const api = useApi()
  const revoke = useChange((id: string) => api.clients.revoke(id), {
    of: queryKeys.clients,
    failed: 'Not revoked',
  })
  return (
    <li>
      <div>
        <ClientName client={client} />
        <p className="settings-detail">
          <code>{plainLine(client.redirect_to)}</code>
          {!isOwn && `, acts as ${plainLine(client.user.name)}`}, connected{' '}
          <TimeAgo at={client.created_at} />
          {client.vouched_by !== null && `, vouched for by ${plainLine(client.vouched_by)}`}
          {client.made_by !== null &&
            ` by a credential that ${plainLine(client.made_by.name)} made`}
          ,{' '}
          {client.last_used_at === null ? (
            'never used'
          ) : (
            <>
              last used <TimeAgo at={client.last_used_at} />
            </>
          )}
        </p>
      </div>
      <ConfirmButton
        question="Revoke now"
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutate(client.id)}
      >
        Revoke
      </ConfirmButton>
    </li>
  )
}
