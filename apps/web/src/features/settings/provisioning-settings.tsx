'use client'

import { useQuery } from '@tanstack/react-query'
import type { CreateApiKeyResponse } from '@teamlore/shared'
import type { Provisioning } from '@teamlore/shared/provisioning'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { roleWords, statusOf } from './provisioning-words.ts'
import { ShownOnce } from './shown-once.tsx'
import { TokenForm } from './token-form.tsx'
import { TokenList, useTokens } from './token-list.tsx'

/** A directory that makes and ends members by itself. */
export const ProvisioningSettings = () => {
  const api = useApi()
  const [made, setMade] = useState<CreateApiKeyResponse>()
  const { tokens, accounts, isPending, error } = useTokens()
  const state = useQuery({
    queryKey: queryKeys.provisioning,
    queryFn: ({ signal }) => api.provisioning({ signal }),
  })
  const failure = state.error ?? error
  return (
    <section className="settings-section" aria-labelledby="settings-scim">
      <h2 id="settings-scim">Provisioning (SCIM 2.0)</h2>
      <p className="settings-note">
        A directory such as Okta or Entra ID makes members, gives them roles by their groups, and
        ends them. Whoever it deactivates is out at once: keys, machines, browsers and links end.
        Owners are not managed by it.
      </p>
      {failure && <ErrorState title="It could not be loaded" error={failure} />}
      {state.data && (
        <>
          {!isPending && <Status state={state.data} hasToken={tokens.length > 0} />}
          <Address base={state.data.base_url} />
        </>
      )}
      <h3 className="settings-sub">Tokens</h3>
      <p className="settings-detail">
        The directory sends one with each request, as its bearer token. It is the key of a service
        account with the role admin; keys of people are refused.
      </p>
      <TokenList tokens={tokens} />
      {made && state.data && (
        <ShownOnce
          title="This is shown once"
          lines={[
            { says: 'The token:', text: made.key },
            { says: 'The address it is for:', text: state.data.base_url },
          ]}
          onDone={() => setMade(undefined)}
        />
      )}
      <TokenForm accounts={accounts} onMade={setMade} />
      {state.data && state.data.groups.length > 0 && <Groups state={state.data} />}
    </section>
  )
}

const Status = ({ state, hasToken }: { state: Provisioning; hasToken: boolean }) => (
  <p role="status">
    <Badge tone={state.last_reported_at === null ? 'wait' : 'ok'}>
      {state.last_reported_at === null ? 'off' : 'on'}
    </Badge>{' '}
    {statusOf(state, { hasToken })}
    {state.last_reported_at !== null && (
      <>
        {' '}
        It last reported something <TimeAgo at={state.last_reported_at} />.
      </>
    )}
  </p>
)

const Address = ({ base }: { base: string }) => (
  <>
    <p className="settings-detail">Base address, to be entered at the directory:</p>
    <CommandLine command={base} isText />
    {base.startsWith('http:') && (
      <p className="settings-detail">
        A directory elsewhere needs an https:// address: set TEAMLORE_URL to the one it can reach.
      </p>
    )}
  </>
)

const Groups = ({ state }: { state: Provisioning }) => (
  <>
    <h3 className="settings-sub">Groups</h3>
    <p className="settings-detail">
      The highest role of somebody’s groups counts. Roles by group are set with a provider above, or
      by SIGN_IN_GROUP_ROLES on the server.
    </p>
    <ul className="settings-list">
      {state.groups.map((group) => (
        <li key={group.name}>
          <p>
            {plainLine(group.name)}{' '}
            <span className="settings-detail">{count(group.members, 'member')}</span>
          </p>
          <span className="settings-detail">{roleWords(group, state)}</span>
        </li>
      ))}
    </ul>
  </>
)
