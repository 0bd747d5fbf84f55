'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from './use-change.ts'

const ROLES = ['viewer', 'member', 'admin'] as const

/** Makes an account for a bot or CI. Its keys are made on the page of keys. */
export const ServiceForm = () => {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [role, setRole] = useState<(typeof ROLES)[number]>('member')
  const create = useChange(
    async () => {
      await api.members.createService({ name: name.trim(), role })
      setOpen(false)
      setName('')
    },
    { of: queryKeys.members, failed: 'Not made' },
  )
  if (!isOpen)
    return (
      <div className="settings-buttons">
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Add a service account
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
        label="Name of the service account"
        description="A bot or CI. It has keys, and never signs in."
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="Role"
        data={[...ROLES]}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as (typeof ROLES)[number])}
      />
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={create.isPending} disabled={name.trim() === ''}>
          Add
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
