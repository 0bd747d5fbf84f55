'use client'

import { NativeSelect } from '@mantine/core'
import type { CreateApiKeyResponse, Me, TeamRole } from '@teamlore/shared'
import { lowerRole, ROLES, roleCovers } from '@teamlore/shared/roles'
import { useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'
import { NamedForm } from './named-form.tsx'

/** When a key ends, in days. */
export const ENDS = [
  { value: '', label: 'never' },
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after a year' },
]

/** Makes a key for oneself, or as an admin for somebody of the team. */
export const KeyForm = ({
  me,
  mayForOthers,
  onMade,
}: {
  me: Me
  mayForOthers: boolean
  onMade: (made: CreateApiKeyResponse) => void
}) => {
  const api = useApi()
  const members = usePages(
    queryKeys.members,
    (query, options) => api.members.list(query, options),
    { enabled: mayForOthers },
  )
  const [user, setUser] = useState(me.user.id)
  const [role, setRole] = useState<TeamRole>(lowerRole('member', me.role))
  const [days, setDays] = useState('')
  const others = (members.data?.items ?? []).filter(
    ({ id, role: theirs }) => id !== me.user.id && roleCovers(me.role, theirs),
  )
  const whose = others.find(({ id }) => id === user)
  const most = whose === undefined ? me.role : lowerRole(me.role, whose.role)
  const chosen = lowerRole(role, most)
  const make = async (name: string) =>
    onMade(
      await api.keys.create({
        name,
        role: chosen,
        ...(user === me.user.id ? {} : { user }),
        ...(days === '' ? {} : { expires_in_days: Number(days) }),
      }),
    )
  return (
    <NamedForm
      label="What it is for"
      placeholder="My script"
      submit="Make a key"
      failed="Not made"
      of={queryKeys.keys}
      make={make}
    >
      {others.length > 0 && (
        <NativeSelect
          label="Whose it is"
          data={[
            { value: me.user.id, label: 'yours' },
            ...others.map(({ id, name: called, kind }) => ({
              value: id,
              label: plainLine(kind === 'service' ? `${called} (service account)` : called),
            })),
          ]}
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label="What it may do"
        data={ROLES.filter((one) => roleCovers(most, one))}
        value={chosen}
        onChange={(event) => setRole(event.currentTarget.value as TeamRole)}
      />
      <NativeSelect
        label="It ends"
        data={ENDS}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </NamedForm>
  )
}
