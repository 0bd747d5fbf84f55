'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { CreateApiKeyResponse } from '@teamlore/shared'
import type { TeamMember } from '@teamlore/shared/people'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { ENDS } from './key-form.tsx'
import { useChange } from './use-change.ts'

const ROLE = 'admin'

/** Makes the token of a directory, and the service account it acts as where there is none of that name. */
export const TokenForm = ({
  accounts,
  onMade,
}: {
  accounts: readonly TeamMember[]
  onMade: (made: CreateApiKeyResponse) => void
}) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [days, setDays] = useState('')
  const create = useChange(
    async () => {
      const name = typed.trim()
      const known = accounts.find((account) => account.name === name)
      const { id } = known ?? (await api.members.createService({ name, role: ROLE }))
      if (known === undefined) await queryClient.invalidateQueries({ queryKey: queryKeys.members })
      onMade(
        await api.keys.create({
          ...{ name: 'SCIM', user: id, role: ROLE },
          ...(days === '' ? {} : { expires_in_days: Number(days) }),
        }),
      )
      setOpen(false)
      setTyped('')
    },
    { of: queryKeys.keys, failed: 'No token was made' },
  )
  if (!isOpen)
    return (
      <div className="settings-buttons">
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Make a token
        </Button>
      </div>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <TextInput
        label="Name of the directory"
        description="Of the service account that the token acts as"
        placeholder="Okta"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        label="It ends"
        description="Provisioning stops when it does"
        data={ENDS}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={create.isPending} disabled={typed.trim() === ''}>
          Make it
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
