'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { TeamRole } from '@teamlore/shared'
import type { Invited } from '@teamlore/shared/people'
import { ROLES, roleCovers } from '@teamlore/shared/roles'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

export const InviteForm = ({
  role: own,
  onInvited,
}: {
  role: TeamRole
  onInvited: (invited: Invited) => void
}) => {
  const api = useApi()
  const [role, setRole] = useState<TeamRole>('member')
  const [email, setEmail] = useState('')
  const invite = useChange(
    async () => {
      const address = email.trim()
      onInvited(await api.invitations.create({ role, ...(address ? { email: address } : {}) }))
      setEmail('')
    },
    { of: queryKeys.invitations, failed: 'Not invited' },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate()
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <TextInput
        label="Email address"
        description="Empty: you get a link to hand on yourself"
        type="email"
        placeholder="ana@example.com"
        value={email}
        autoComplete="off"
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <NativeSelect
        label="Role"
        data={ROLES.filter((one) => roleCovers(own, one))}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as TeamRole)}
      />
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={invite.isPending}>
          Invite
        </Button>
      </div>
    </form>
  )
}
