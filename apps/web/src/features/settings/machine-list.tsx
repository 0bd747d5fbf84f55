'use client'

import type { ApiKey, Me } from '@teamlore/shared'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { serverAddress } from '../../lib/base-path.ts'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'
import { mayClaim } from './claim-button.tsx'

/** Machines that send sessions. One is let go by revoking its key. */
export const MachineList = ({
  keys,
  me,
  mayOfOthers,
  mayConnect,
}: {
  keys: readonly ApiKey[]
  me: Me
  mayOfOthers: boolean
  mayConnect: boolean
}) => {
  const api = useApi()
  const machines = usePages(queryKeys.machines, (query, options) =>
    api.machines.list(query, options),
  )
  const revoke = useChange((id: string) => api.keys.revoke(id), {
    of: queryKeys.keys,
    failed: 'It still has its key',
  })
  const shown = (machines.data?.items ?? []).filter(
    ({ owner }) => mayOfOthers || owner.id === me.user.id,
  )
  return (
    <section className="settings-section" aria-labelledby="settings-machines">
      <h2 id="settings-machines">Machines</h2>
      {mayConnect ? (
        <>
          <p className="settings-note">Connect another one from its own terminal:</p>
          <CommandLine command={`npx ${serverAddress()}/agent.tgz join`} />
        </>
      ) : (
        <p className="settings-note">
          A viewer reads and connects no machine. For that, ask an admin of your team to make you a
          member.
        </p>
      )}
      {machines.isError && <ErrorState title="They could not be listed" error={machines.error} />}
      <ul className="settings-list settings-after">
        {shown.map((machine) => {
          const key = keys.find(({ machine_id }) => machine_id === machine.id)
          return (
            <li key={machine.id}>
              <div>
                <p>{plainLine(machine.name)}</p>
                <p className="settings-detail">
                  {machine.owner.id !== me.user.id && `${plainLine(machine.owner.name)}, `}
                  {plainLine(machine.platform)}, lore {plainLine(machine.agent_version)},{' '}
                  {count(machine.sessions, 'session')}
                  {machine.last_seen_at !== null && (
                    <>
                      , last seen <TimeAgo at={machine.last_seen_at} />
                    </>
                  )}
                  {key?.made_by && `, by a key that ${plainLine(key.made_by.name)} made`}
                </p>
                {key !== undefined && mayClaim(me, key) && (
                  <p className="settings-detail">
                    What is private to you is closed to it. If it is yours, run{' '}
                    <code>lore login</code> on it and confirm its code here.
                  </p>
                )}
              </div>
              {key === undefined ? (
                <span className="settings-detail">has no key</span>
              ) : (
                <div className="settings-buttons">
                  <ConfirmButton
                    question="Disconnect now"
                    isPending={revoke.isPending && revoke.variables === key.id}
                    onConfirm={() => revoke.mutate(key.id)}
                  >
                    Disconnect
                  </ConfirmButton>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
