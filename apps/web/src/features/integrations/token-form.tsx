'use client'

import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'

/** Another token of the same account, as after it was rotated. */
export const TokenForm = ({ id }: { id: string }) => {
  const api = useApi()
  const [token, setToken] = useState('')
  const set = useChange(() => api.integrations.token(id, { token: token.trim() }), {
    of: queryKeys.integrations,
    failed: 'Not taken',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(undefined, { onSuccess: () => setToken('') })
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <PasswordInput
        size="xs"
        label="Another token"
        description="After you rotated it at GitLab"
        value={token}
        autoComplete="off"
        required
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <div className="settings-buttons">
        <Button type="submit" size="compact-xs" variant="default" loading={set.isPending}>
          Give it
        </Button>
      </div>
    </form>
  )
}
