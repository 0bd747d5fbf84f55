import type { Provider } from '@teamlore/shared/sign-in'
import { expect, test } from 'vitest'
import { requestOf, valuesOf } from './provider-values.ts'

const provider: Provider = {
  id: 'idp_1',
  kind: 'oidc',
  name: 'Acme',
  issuer: 'https://id.acme.test',
  client_id: 'teamlore',
  allowed_domains: ['acme.test', 'acme.example'],
  new_role: 'admin',
  email_trust: 'not_denied',
  groups_claim: 'roles',
  group_roles: [{ group: 'platform', role: 'admin' }],
  is_fixed: false,
  callback_url: 'https://lore.test/sign-in/callback/idp_1',
}

test('a provider whose form is saved untouched stays as it is, its secret included', () => {
  const { id: _id, is_fixed: _fixed, callback_url: _url, ...settings } = provider
  const groups = [{ group: 'platform', role: 'admin' as const }]
  expect(requestOf('oidc', valuesOf(provider), groups)).toEqual(settings)
})

test('lines without a group and an empty claim are no settings', () => {
  const values = { ...valuesOf(undefined), claim: ' ', domains: ' acme.test,, b.test ' }
  const request = requestOf('oidc', values, [{ group: ' ', role: 'viewer' }])
  expect(request).toMatchObject({
    group_roles: [],
    groups_claim: 'groups',
    new_role: null,
    allowed_domains: ['acme.test', 'b.test'],
  })
})

test('Google is asked at no address that was typed for another kind', () => {
  const values = { ...valuesOf(undefined), issuer: 'https://id.acme.test' }
  expect(requestOf('google', values, [])).not.toHaveProperty('issuer')
})

test('trust in addresses stays with the kind of provider it was chosen for', () => {
  const values = { ...valuesOf(undefined), trust: 'all' as const }
  expect(requestOf('oidc', values, [])).toMatchObject({ email_trust: 'all' })
  expect(requestOf('gitlab', values, [])).toMatchObject({ email_trust: 'verified' })
})
