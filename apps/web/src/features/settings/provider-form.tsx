'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { EmailTrust, Provider, ProviderKind } from '@teamlore/shared/sign-in'
import { type FormEvent, useState } from 'react'
import { EVERYTHING, useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { GroupRoles } from './group-roles.tsx'
import { type GroupRole, type ProviderValues, requestOf, valuesOf } from './provider-values.ts'

const KINDS: { value: ProviderKind; label: string }[] = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'github', label: 'GitHub' },
  { value: 'google', label: 'Google' },
  { value: 'gitlab', label: 'GitLab' },
]

/** A new provider, or another setting of one. The callback address of a new one is shown beside it once it is stored. */
export const ProviderForm = ({ provider, onDone }: { provider?: Provider; onDone: () => void }) => {
  const api = useApi()
  const [kind, setKind] = useState<ProviderKind>(provider?.kind ?? 'oidc')
  const [values, setValues] = useState(() => valuesOf(provider))
  const [groups, setGroups] = useState<readonly GroupRole[]>(
    () => (provider?.group_roles ?? []) as GroupRole[],
  )
  const save = useChange(
    async () => {
      const request = requestOf(kind, values, groups)
      if (provider === undefined) await api.signInProviders.create(request)
      else await api.signInProviders.set(provider.id, request)
      onDone()
    },
    { of: EVERYTHING, failed: provider === undefined ? 'Not added' : 'Not saved' },
  )
  const field = (name: keyof ProviderValues, label: string, description?: string) => (
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
    save.mutate()
  }
  return (
    <form className="settings-form provider-form" onSubmit={submit}>
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
      {field(
        'client_secret',
        'Client secret',
        provider === undefined
          ? 'Stored encrypted and never shown again'
          : 'Empty: the stored one stays',
      )}
      {field('domains', 'Email domains', 'With commas; empty: any')}
      <NewcomerField
        value={values.role}
        onChange={(role) => setValues((before) => ({ ...before, role }))}
      />
      {kind === 'oidc' && (
        <TrustField
          value={values.trust}
          onChange={(trust) => setValues((before) => ({ ...before, trust }))}
        />
      )}
      <GroupRoles kind={kind} rows={groups} onChange={setGroups} />
      {kind !== 'github' &&
        groups.length > 0 &&
        field('claim', 'Claim with the groups', 'What the provider calls the list of groups')}
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={save.isPending}>
          {provider === undefined ? 'Add' : 'Save'}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type Newcomer = ProviderValues['role']

/** What becomes of somebody who signs in and whom nobody invited. */
const NewcomerField = ({
  value,
  onChange,
}: {
  value: Newcomer
  onChange: (role: Newcomer) => void
}) => (
  <NativeSelect
    label="Who was not invited"
    data={[
      { value: '', label: 'stays out, unless a group lets them in' },
      { value: 'viewer', label: 'comes in as viewer, from these domains' },
      { value: 'member', label: 'comes in as member, from these domains' },
      // Kept where it was set by the API; not offered else.
      ...(value === 'admin'
        ? [{ value: 'admin', label: 'comes in as admin, from these domains' }]
        : []),
    ]}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value as Newcomer)}
  />
)

const TRUST: { value: EmailTrust; label: string }[] = [
  { value: 'verified', label: 'those the provider has verified' },
  { value: 'not_denied', label: 'also those it says nothing about (Entra ID)' },
  { value: 'all', label: 'also those it calls unverified (Authentik)' },
]

/** Whether addresses count that the provider does not vouch for. */
const TrustField = ({
  value,
  onChange,
}: {
  value: EmailTrust
  onChange: (trust: EmailTrust) => void
}) => (
  <NativeSelect
    label="Addresses that count"
    description={
      value === 'verified'
        ? undefined
        : 'Only where people cannot choose their own address there: they come in as whoever it names. Needs email domains.'
    }
    data={TRUST}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value as EmailTrust)}
  />
)
