'use client'

import type { ApiKey } from '@teamlore/shared'
import type { TeamMember } from '@teamlore/shared/people'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'

const isAccount = ({ kind, role }: TeamMember): boolean => kind === 'service' && role === 'admin'

const isOpen = ({ revoked_at, expires_at, role }: ApiKey): boolean =>
  role === 'admin' && !revoked_at && (expires_at === null || Date.parse(expires_at) > Date.now())

/** Accounts that a directory may act as, and their keys that hold. */
export const useTokens = () => {
  const api = useApi()
  const members = usePages(queryKeys.members, (query, options) => api.members.list(query, options))
  const keys = usePages(queryKeys.keys, (query, options) => api.keys.list(query, options))
  const accounts = (members.data?.items ?? []).filter(isAccount)
  const ids = new Set(accounts.map(({ id }) => id))
  return {
    accounts,
    tokens: (keys.data?.items ?? []).filter((key) => ids.has(key.user.id) && isOpen(key)),
    isPending: members.isPending || keys.isPending,
    error: members.error ?? keys.error,
  }
}

export const TokenList = ({ tokens }: { tokens: readonly ApiKey[] }) => {
  const api = useApi()
  const revoke = useChange((id: string) => api.keys.revoke(id), {
    of: queryKeys.keys,
    failed: 'Not revoked',
  })
  if (tokens.length === 0) return null
  return (
    <ul className="settings-list settings-after">
      {tokens.map((token) => (
        <li key={token.id}>
          <div>
            <p>
              {plainLine(token.user.name)} <code>{token.hint}</code>
            </p>
            <p className="settings-detail">
              made <TimeAgo at={token.created_at} />,{' '}
              {token.last_used_at === null ? (
                'never used'
              ) : (
                <>
                  last used <TimeAgo at={token.last_used_at} />
                </>
              )}
              {token.expires_at !== null && `, until ${token.expires_at.slice(0, 10)}`}
            </p>
          </div>
          <ConfirmButton
            question="Revoke now"
            isPending={revoke.isPending && revoke.variables === token.id}
            onConfirm={() => revoke.mutate(token.id)}
          >
            Revoke
          </ConfirmButton>
        </li>
      ))}
    </ul>
  )
}
