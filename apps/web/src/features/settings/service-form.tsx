'use client'

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { NamedForm } from './named-form.tsx'

const ROLES = ['viewer', 'member', 'admin'] as const

/** Makes an account for a bot or CI. Its keys are made on the page of keys. */
export const ServiceForm = () => {
  const api = useApi()
  const [role, setRole] = useState<(typeof ROLES)[number]>('member')
  return (
    <NamedForm
      opener="Add a service account"
      label="Name of the service account"
      description="A bot or CI. It has keys, and never signs in."
      submit="Add"
      failed="Not made"
      of={queryKeys.members}
      make={async (name) => void (await api.members.createService({ name, role }))}
    >
      <NativeSelect
        label="Role"
        data={[...ROLES]}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as (typeof ROLES)[number])}
      />
    </NamedForm>
  )
}
