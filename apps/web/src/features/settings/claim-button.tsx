'use client'

import type { ApiKey, Me } from '@teamlore/shared'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

/** Of a key that somebody else made for the reader, who came in by themselves. */
export const mayClaim = (me: Me, { user, made_by }: ApiKey): boolean =>
  made_by !== null && user.id === me.user.id && me.given_by === null

/** Opens to a given key what is private. Its maker knows the text, so it gets a new one. */
export const ClaimButton = ({
  apiKey,
  onText,
}: {
  apiKey: ApiKey
  onText: (text: string) => void
}) => {
  const api = useApi()
  const claim = useChange(
    async () => {
      const { key } = await api.keys.claim(apiKey.id)
      onText(key)
    },
    { of: queryKeys.keys, failed: 'It is not yours yet' },
  )
  return (
    <ConfirmButton
      question="Make it mine and show its new key"
      isPending={claim.isPending}
      onConfirm={() => claim.mutate()}
    >
      This is mine
    </ConfirmButton>
  )
}
