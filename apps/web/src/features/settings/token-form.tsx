'use client'

import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { CreateApiKeyResponse } from '@teamlore/shared'
import type { TeamMember } from '@teamlore/shared/people'
import { useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { ENDS } from './key-form.tsx'
import { NamedForm } from './named-form.tsx'

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
  const [days, setDays] = useState('')
  const make = async (name: string) => {
    const known = accounts.find((account) => account.name === name)
    const { id } = known ?? (await api.members.createService({ name, role: ROLE }))
    if (known === undefined) await queryClient.invalidateQueries({ queryKey: queryKeys.members })
    onMade(
      await api.keys.create({
        name: 'SCIM',
        user: id,
        role: ROLE,
        ...(days === '' ? {} : { expires_in_days: Number(days) }),
      }),
    )
  }
  return (
    <NamedForm
      opener="Make a token"
      label="Name of the directory"
      description="Of the service account that the token acts as"
      placeholder="Okta"
      submit="Make it"
      failed="No token was made"
      of={queryKeys.keys}
      make={make}
    >
      <NativeSelect
        label="It ends"
        description="Provisioning stops when it does"
        data={ENDS}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </NamedForm>
  )
}
