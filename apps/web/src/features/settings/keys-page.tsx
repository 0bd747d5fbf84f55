'use client'

import type { ApiKey, Me } from '@teamlore/shared'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ClaimButton, mayClaim } from './claim-button.tsx'
import { KeyForm } from './key-form.tsx'
import { MachineList } from './machine-list.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { ShownOnce } from './shown-once.tsx'

/** Keys of scripts and machines: one's own, for admins those of the team. */
export const KeysPage = () => {
  const api = useApi()
  const [made, setMade] = useState<{ name: string; key: string }>()
  const keys = usePages(queryKeys.keys, (query, options) => api.keys.list(query, options))
  const all = keys.data?.items ?? []
  return (
    <SettingsFrame
      title="Keys and machines"
      note="A key acts as the person it belongs to, and ends with their membership."
    >
      {(me, may) => (
        <>
          <section className="settings-section" aria-labelledby="settings-keys">
            <h2 id="settings-keys">Keys</h2>
            {all.some((key) => key.revoked_at === null && mayClaim(me, key)) && (
              <p className="settings-note">
                Of these, somebody else made some for you. Such a key opens nothing that is private
                to you, and no restricted project that its maker may not see. Where it is you who
                uses it, say that it is yours.
              </p>
            )}
            <KeyForm me={me} mayForOthers={may('keys.manage')} onMade={setMade} />
            {made && (
              <ShownOnce
                title="This is shown once"
                lines={[{ says: `The key “${plainLine(made.name)}”:`, text: made.key }]}
                onDone={() => setMade(undefined)}
              />
            )}
            {keys.isError && <ErrorState title="They could not be listed" error={keys.error} />}
            <KeyList
              keys={all.filter(({ machine_id, revoked_at }) => !machine_id && !revoked_at)}
              me={me}
              onMade={setMade}
            />
          </section>
          <MachineList
            keys={all.filter(({ machine_id, revoked_at }) => machine_id && !revoked_at)}
            me={me}
            mayOfOthers={may('keys.manage')}
            mayConnect={may('machines.register')}
          />
        </>
      )}
    </SettingsFrame>
  )
}

const KeyList = ({
  keys,
  me,
  onMade,
}: {
  keys: readonly ApiKey[]
  me: Me
  onMade: (made: { name: string; key: string }) => void
}) => {
  const api = useApi()
  const revoke = useChange((id: string) => api.keys.revoke(id), {
    of: queryKeys.keys,
    failed: 'Not revoked',
  })
  return (
    <ul className="settings-list">
      {keys.map((key) => (
        <li key={key.id}>
          <div>
            <p>
              {plainLine(key.name)} <Badge>{key.role}</Badge>
            </p>
            <p className="settings-detail">
              <code>{key.hint}</code>
              {key.user.id !== me.user.id && `, acts as ${plainLine(key.user.name)}`}, made{' '}
              <TimeAgo at={key.created_at} />
              {key.made_by !== null && ` by ${plainLine(key.made_by.name)}`},{' '}
              {key.last_used_at === null ? (
                'never used'
              ) : (
                <>
                  last used <TimeAgo at={key.last_used_at} />
                </>
              )}
              {key.expires_at !== null && `, until ${key.expires_at.slice(0, 10)}`}
            </p>
          </div>
          <div className="settings-buttons">
            {mayClaim(me, key) && (
              <ClaimButton apiKey={key} onText={(text) => onMade({ name: key.name, key: text })} />
            )}
            <ConfirmButton
              question="Revoke now"
              isPending={revoke.isPending && revoke.variables === key.id}
              onConfirm={() => revoke.mutate(key.id)}
            >
              Revoke
            </ConfirmButton>
          </div>
        </li>
      ))}
    </ul>
  )
}
