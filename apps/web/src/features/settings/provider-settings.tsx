'use client'

import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Provider } from '@teamlore/shared/sign-in'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { ErrorState } from '../../components/ui/states.tsx'
import { EVERYTHING, useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { ProviderForm } from './provider-form.tsx'

/** Where the people of the team sign in. Only its owners see this. */
export const ProviderSettings = () => {
  const api = useApi()
  const [isAdding, setAdding] = useState(false)
  const providers = useQuery({
    queryKey: queryKeys.signInProviders,
    queryFn: ({ signal }) => api.signInProviders.list({ signal }),
  })
  return (
    <section className="settings-section" aria-labelledby="settings-sign-in">
      <h2 id="settings-sign-in">Providers</h2>
      <p className="settings-note">
        Let the team sign in with GitHub, Google, GitLab or any OpenID Connect provider.
      </p>
      {providers.isError && <ErrorState title="They could not be listed" error={providers.error} />}
      {providers.data?.note && <p className="settings-note">{providers.data.note}</p>}
      <ul className="settings-list">
        {providers.data?.items.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
      {isAdding ? (
        <ProviderForm onDone={() => setAdding(false)} />
      ) : (
        providers.data?.note === null && (
          <div className="settings-buttons">
            <Button size="xs" variant="default" onClick={() => setAdding(true)}>
              Add a provider
            </Button>
          </div>
        )
      )}
    </section>
  )
}

const ProviderRow = ({ provider }: { provider: Provider }) => {
  const api = useApi()
  const { id, name, kind, is_fixed, callback_url, group_roles } = provider
  const [isEditing, setEditing] = useState(false)
  const test = useMutation({ mutationFn: () => api.signInProviders.test(id) })
  const remove = useChange(() => api.signInProviders.remove(id), {
    of: EVERYTHING,
    failed: 'Not removed',
  })
  if (isEditing)
    return (
      <li>
        <ProviderForm provider={provider} onDone={() => setEditing(false)} />
      </li>
    )
  return (
    <li>
      <div>
        <p>
          {plainLine(name)} {is_fixed && <Badge>set by the environment</Badge>}
        </p>
        <p className="settings-detail">
          {kind}, client {plainLine(provider.client_id)}
          {provider.allowed_domains.length > 0 && `, ${provider.allowed_domains.join(', ')}`}
        </p>
        {group_roles.length > 0 && (
          <p className="settings-detail">
            Roles by group:{' '}
            {group_roles.map(({ group, role }) => `${plainLine(group)} ${role}`).join(', ')}
          </p>
        )}
      </div>
      <div className="settings-buttons">
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
        {!is_fixed && (
          <>
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              Change
            </Button>
            <ConfirmButton
              question={`Nobody signs in with ${plainLine(name)} then: remove`}
              isPending={remove.isPending}
              onConfirm={() => remove.mutate()}
            >
              Remove
            </ConfirmButton>
          </>
        )}
      </div>
      <div className="settings-callback">
        <p className="settings-detail">Callback address, to be entered at the provider:</p>
        <CommandLine command={callback_url} isText />
      </div>
      {test.isError && <p role="alert">{errorWords(test.error)}</p>}
      {test.data && (
        <div className="settings-findings" role="status">
          <ul>
            {test.data.findings.map(({ ok, text }) => (
              <li key={text} data-bad={ok ? undefined : true}>
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  )
}
