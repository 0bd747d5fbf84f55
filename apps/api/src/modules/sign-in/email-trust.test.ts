import { newId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEnv } from '../../env.ts'
import { bearer } from '../../testing/edge-app.ts'
import { codeOf, openSignInWorld, type SignInWorld } from '../../testing/sign-in-world.ts'

const IDS = { oidc: 'oidc', entra: newId.provider(), authentik: newId.provider() }

let home: SignInWorld
beforeAll(async () => {
  home = await openSignInWorld([
    { id: IDS.entra, emailTrust: 'not_denied' },
    { id: IDS.authentik, emailTrust: 'all' },
  ])
})
afterAll(() => home[Symbol.asyncDispose]())

const REFUSED = [403, 'sign_in.email_not_verified']
const IN = [200, '/sessions']

describe('an address that the provider does not call verified', () => {
  test.each([
    ['oidc', 'silent', REFUSED],
    ['oidc', 'unproven', REFUSED],
    ['entra', 'silent', IN],
    ['entra', 'unproven', REFUSED],
    ['authentik', 'silent', IN],
    ['authentik', 'unproven', IN],
    // Trust in addresses is no trust in other domains.
    ['entra', 'stranger', [403, 'sign_in.domain_not_allowed']],
    ['authentik', 'trick', [403, 'sign_in.domain_not_allowed']],
  ] as const)('at %s, %s is answered by the setting', async (provider, account, answer) => {
    expect(codeOf(await home.signInAs(home.newBrowser(), account, IDS[provider]))).toEqual(answer)
  })

  test.each([
    ['true', IN],
    ['false', REFUSED],
    ['perhaps', REFUSED],
  ])('is verified by the word "%s" or not', async (word, answer) => {
    home.oidc.accounts['wordy'] = { email: 'wordy@example.com', email_verified: word, name: 'W' }
    expect(codeOf(await home.signInAs(home.newBrowser(), 'wordy', IDS.entra))).toEqual(answer)
  })

  test.each([
    ['no claim of it', {}],
    ['a list', { email: ['listed@example.com'] as unknown as string }],
    ['an empty word', { email: '' }],
  ])(
    'that is none (%s) is not answered by the setting, and the answer names the claim',
    async (_, said) => {
      home.oidc.accounts['nameless'] = { name: 'N', email_verified: true, ...said }
      for (const provider of Object.values(IDS)) {
        const refused = await home.signInAs(home.newBrowser(), 'nameless', provider)
        expect(codeOf(refused)).toEqual([403, 'sign_in.no_email'])
        expect(refused.json().error.message).toContain('claim `email`')
      }
    },
  )

  test('is refused with the setting by its name', async () => {
    const refused = await home.signInAs(home.newBrowser(), 'silent')
    expect(refused.json().error.message).toContain('SIGN_IN_OIDC_EMAIL_TRUST')
    expect(refused.json().error.message).toContain('email_trust')
  })

  test('lets its person accept an invitation to it', async () => {
    const invited = await home.world.app.inject({
      method: 'POST',
      url: '/v1/team/invitations',
      headers: bearer(home.us.keys.owner),
      payload: { role: 'viewer', email: 'guest@example.com' },
    })
    const token = new URL(invited.json().url).searchParams.get('token')
    home.oidc.accounts['guest'] = { email: 'guest@example.com', name: 'G' }
    const accept = async (provider: string) => {
      const browser = home.newBrowser()
      const at = `/v1/sign-in/providers/${provider}`
      const { url } = (
        await browser.call('POST', `${at}/start`, { next: '/sessions', invitation: token })
      ).json()
      const query = new URL(await home.oidc.signIn(url, 'guest')).search.slice(1)
      return codeOf(await browser.call('POST', `${at}/finish`, { query }))
    }
    expect(await accept('oidc')).toEqual(REFUSED)
    expect(await accept(IDS.entra)).toEqual(IN)
  })
})

describe('trust in addresses', () => {
  const PROVIDER = {
    kind: 'oidc',
    name: 'Ours',
    issuer: 'https://id.example.com',
    client_id: 'teamlore',
    client_secret: 'the-secret-of-the-test',
    allowed_domains: ['example.com'],
  }

  test('is stored, shown and taken back', async () => {
    const browser = await home.ownersBrowser()
    const made = await browser.call('POST', '/v1/sign-in-providers', {
      ...PROVIDER,
      email_trust: 'all',
    })
    expect(made.json()).toMatchObject({ email_trust: 'all' })
    const at = `/v1/sign-in-providers/${made.json().id}`
    const changed = await browser.call('PUT', at, { ...PROVIDER, email_trust: 'not_denied' })
    expect(changed.json()).toMatchObject({ email_trust: 'not_denied' })
    await browser.call('PUT', at, PROVIDER)
    const { items } = (await browser.call('GET', '/v1/sign-in-providers')).json()
    expect(items.find(({ id }: { id: string }) => id === made.json().id)).toMatchObject({
      email_trust: 'verified',
    })
  })

  const microsoft = (path: string) => ({ issuer: `https://login.microsoftonline.com/${path}` })
  test.each([
    ['without domains', { allowed_domains: [] }],
    ['for GitHub', { kind: 'github', issuer: null }],
    ['where every organisation signs in', microsoft('common/v2.0')],
    ['where every organisation signs in, in capitals', microsoft('Organizations/v2.0')],
    ['where everybody signs in', microsoft('/consumers')],
    ['where everybody signs in, by number', microsoft('9188040d-6c67-4c5b-b112-36a304b66dad/v2.0')],
  ])('is refused %s', async (_what, settings) => {
    const browser = await home.ownersBrowser()
    const request = { ...PROVIDER, ...settings }
    const trusting = { ...request, email_trust: 'not_denied' }
    const answer = await browser.call('POST', '/v1/sign-in-providers', trusting)
    expect(codeOf(answer)).toEqual([422, 'sign_in_provider.trust_unsafe'])
    expect((await browser.call('POST', '/v1/sign-in-providers', request)).statusCode).toBe(201)
  })

  test('is refused in the environment by the same rules', () => {
    const env = {
      DATABASE_URL: 'postgres://localhost/x',
      SIGN_IN_OIDC_ISSUER: 'https://login.microsoftonline.com/5d8c/v2.0',
      SIGN_IN_OIDC_CLIENT_ID: 'teamlore',
      SIGN_IN_OIDC_CLIENT_SECRET: 'secret',
      SIGN_IN_OIDC_EMAIL_TRUST: 'not_denied',
    }
    expect(() => parseEnv(env)).toThrow(/SIGN_IN_OIDC_EMAIL_TRUST.*allowed domains/)
    const withDomains = { ...env, SIGN_IN_ALLOWED_DOMAINS: 'example.com' }
    expect(parseEnv(withDomains).signIn.providers).toMatchObject([{ emailTrust: 'not_denied' }])
    const shared = 'https://login.microsoftonline.com/common/v2.0'
    expect(() => parseEnv({ ...withDomains, SIGN_IN_OIDC_ISSUER: shared })).toThrow(/TENANT-ID/)
  })
})
