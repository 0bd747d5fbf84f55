'use client'

import { Button } from '@mantine/core'
import { startRegistration } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { passkeyWords } from '../account/index.ts'
import { browserName } from './browser-name.ts'

/** One's passkeys, and a button to make one. */
export const PasskeyList = () => {
  const api = useApi()
  const passkeys = useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: ({ signal }) => api.passkeys.list({ signal }),
  })
  const add = useChange(
    async () => {
      const { options } = await api.passkeys.start()
      const response = await startRegistration({ optionsJSON: options as never })
      return api.passkeys.add({
        name: browserName(navigator.userAgent),
        response: response as never,
      })
    },
    { of: queryKeys.passkeys, failed: 'No passkey was added', explain: passkeyWords },
  )
  const remove = useChange((id: string) => api.passkeys.remove(id), {
    of: queryKeys.passkeys,
    failed: 'Not removed',
  })
  return (
    <section className="settings-section" aria-labelledby="settings-passkeys">
      <h2 id="settings-passkeys">Passkeys</h2>
      <p className="settings-note">
        Sign in with your fingerprint, face, PIN or security key. No link and no provider is needed.
      </p>
      {passkeys.isError && <ErrorState title="They could not be listed" error={passkeys.error} />}
      {passkeys.data && passkeys.data.items.length > 0 && (
        <ul className="settings-list">
          {passkeys.data.items.map(({ id, name, created_at, last_used_at, made_by }) => (
            <li key={id}>
              <div>
                <p>{plainLine(name)}</p>
                <p className="settings-detail">
                  made <TimeAgo at={created_at} />
                  {last_used_at && (
                    <>
                      , last used <TimeAgo at={last_used_at} />
                    </>
                  )}
                  {made_by && `, by a credential that ${plainLine(made_by.name)} made`}
                </p>
              </div>
              <Button
                size="xs"
                variant="default"
                loading={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="settings-buttons">
        <Button size="xs" variant="default" loading={add.isPending} onClick={() => add.mutate()}>
          Add a passkey
        </Button>
      </div>
    </section>
  )
}
