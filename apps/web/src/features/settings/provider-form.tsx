'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ProviderKind } from '@teamlore/shared/sign-in'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from './use-change.ts'

const KINDS: { value: ProviderKind; label: string }[] = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'github', label: 'GitHub' },
  { value: 'google', label: 'Google' },
  { value: 'gitlab', label: 'GitLab' },
]

const EMPTY = { name: '', issuer: '', client_id: '', client_secret: '', domains: '', role: '' }

/** A new provider. Its callback address is known once it is stored, and shown beside it then. */
export const ProviderForm = ({ onDone }: { onDone: () => void }) => {
  const api = useApi()
  const [kind, setKind] = useState<ProviderKind>('oidc')
  const [values, setValues] = useState(EMPTY)
  const create = useChange(
    async () => {
      await api.signInProviders.create({
        kind,
        name: values.name,
        client_id: values.client_id,
        client_secret: values.client_secret,
        ...(values.issuer === '' ? {} : { issuer: values.issuer }),
        allowed_domains: values.domains.split(/[\s,]+/).filter((domain) => domain !== ''),
        new_role: values.role === '' ? null : (values.role as 'viewer' | 'member'),
      })
      onDone()
    },
    { of: queryKeys.signInProviders, failed: 'Not added' },
  )
  const field = (name: keyof typeof EMPTY, label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={values[name]}
      type={name === 'client_secret' ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        const { value } = event.currentTarget
        setValues((before) => ({ ...before, [name]: value }))
      }}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <NativeSelect
        label="Kind"
        data={KINDS}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as ProviderKind)}
      />
      {field('name', 'Name', 'What the button on the sign-in page says')}
      {kind !== 'google' &&
        field(
          'issuer',
          kind === 'oidc' ? 'Issuer' : 'Address',
          kind === 'oidc' ? 'https://id.example.com' : 'Only for an installation of your own',
        )}
      {field('client_id', 'Client id')}
      {field('client_secret', 'Client secret', 'Stored encrypted and never shown again')}
      {field('domains', 'Email domains', 'With commas; empty: any')}
      <NativeSelect
        label="Who was not invited"
        data={[
          { value: '', label: 'stays out' },
          { value: 'viewer', label: 'comes in as viewer, from these domains' },
          { value: 'member', label: 'comes in as member, from these domains' },
        ]}
        value={values.role}
        onChange={(event) => {
          const { value } = event.currentTarget
          setValues((before) => ({ ...before, role: value }))
        }}
      />
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={create.isPending}>
          Add
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
