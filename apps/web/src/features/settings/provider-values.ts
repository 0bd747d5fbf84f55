import type { Provider, ProviderKind, SetProvider } from '@teamlore/shared/sign-in'

export type GroupRole = SetProvider['group_roles'][number]

const USUAL_CLAIM = 'groups'

/** What a form about a provider begins with. */
export const valuesOf = (provider: Provider | undefined) => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: '',
  domains: provider?.allowed_domains.join(', ') ?? '',
  role: provider?.new_role ?? '',
  trust: provider?.email_trust ?? 'verified',
  claim: provider?.groups_claim ?? USUAL_CLAIM,
})

export type ProviderValues = ReturnType<typeof valuesOf>

/** What is sent of it. A secret that was not typed stays the stored one. */
export const requestOf = (
  kind: ProviderKind,
  values: ProviderValues,
  groups: readonly GroupRole[],
): SetProvider => ({
  kind,
  name: values.name,
  client_id: values.client_id,
  ...(values.client_secret === '' ? {} : { client_secret: values.client_secret }),
  // Google is in one place, whatever was typed before another kind was chosen.
  ...(values.issuer === '' || kind === 'google' ? {} : { issuer: values.issuer }),
  allowed_domains: values.domains.split(/[\s,]+/).filter((domain) => domain !== ''),
  new_role: values.role === '' ? null : (values.role as SetProvider['new_role']),
  // The others always say whether an address is verified.
  email_trust: kind === 'oidc' ? values.trust : 'verified',
  groups_claim: values.claim.trim() || USUAL_CLAIM,
  group_roles: groups.filter(({ group }) => group.trim() !== ''),
})
