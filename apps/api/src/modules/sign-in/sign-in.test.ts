import type { StoredPasskey } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import {
  type Browser,
  codeOf,
  openSignInWorld,
  type SignInWorld,
} from '../../testing/sign-in-world.ts'

let home: SignInWorld
beforeAll(async () => {
  home = await openSignInWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

/** Events of sign-ins that were refused, the newest first. */
const failed = async () => {
  const url = '/v1/audit?action=sign_in.failed'
  const answer = await home.world.app.inject({ url, headers: bearer(home.us.keys.admin) })
  return answer.json().items
}

test('a passkey that signs wrongly is refused and noted, and one that nobody knows is refused alone', async () => {
  const before = await failed()
  const { userId } = await home.us.addMember('member')
  const id = newId.passkey()
  const passkey: StoredPasskey = {
    id,
    credentialId: id,
    userId,
    boundTeamId: home.us.teamId,
    most: 'member',
    givenBy: null,
    name: 'Chrome on Linux',
    publicKey: 'AA',
    counter: 0,
    transports: [],
  }
  await home.us.unitOfWork.asSystem(({ passkeys }) => passkeys.add(passkey, new Date()))
  const tryWith = async (credential: string) => {
    const browser = home.newBrowser()
    await browser.call('POST', '/v1/sign-in/passkeys/start', {})
    const signed = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }
    const response = { id: credential, rawId: credential, type: 'public-key', response: signed }
    return codeOf(await browser.call('POST', '/v1/sign-in/passkeys/finish', { response }))[1]
  }
  expect(await tryWith('unknown')).toBe('passkey.refused')
  expect(await failed()).toEqual(before)
  expect(await tryWith(id)).toBe('passkey.refused')
  const [newest] = await failed()
  expect(newest).toMatchObject({
    user: null,
    subject: { id: userId },
    details: { by: 'passkey', because: 'passkey.refused' },
  })
})

describe('signing in with an OpenID provider', () => {
  test('offers providers by name and nothing else of them', async () => {
    const { body } = await home.world.app.inject({ url: '/v1/sign-in/options' })
    expect(JSON.parse(body)).toEqual({
      providers: [{ id: 'oidc', name: 'Acme', kind: 'oidc' }],
      passkeys: true,
    })
  })

  test('lets somebody of an allowed domain in as a member, and knows them again', async () => {
    const browser = home.newBrowser()
    expect(codeOf(await home.signInAs(browser, 'ana'))).toEqual([200, '/sessions'])
    const me = await browser.call('GET', '/v1/me')
    expect(me.json()).toMatchObject({
      user: { name: 'Ana', email: 'ana@example.com' },
      role: 'member',
      via: 'browser',
    })
    const again = home.newBrowser()
    await home.signInAs(again, 'ana')
    expect((await again.call('GET', '/v1/me')).json().user.id).toBe(me.json().user.id)
  })

  test('gives the role of the groups, and takes it back when they end', async () => {
    const browser = home.newBrowser()
    await home.signInAs(browser, 'boss')
    expect((await browser.call('GET', '/v1/me')).json().role).toBe('admin')
    home.oidc.accounts['boss'] = { ...home.oidc.accounts['boss'], groups: [] }
    await home.signInAs(home.newBrowser(), 'boss')
    expect((await browser.call('GET', '/v1/me')).json().role).toBe('member')
  })

  test.each([
    ['unproven', 'sign_in.email_not_verified'],
    ['stranger', 'sign_in.domain_not_allowed'],
    ['trick', 'sign_in.domain_not_allowed'],
  ])('keeps %s out', async (account, code) => {
    const browser = home.newBrowser()
    expect(codeOf(await home.signInAs(browser, account))).toEqual([403, code])
    expect((await browser.call('GET', '/v1/me')).statusCode).toBe(401)
  })

  test('notes who is known and refused, and nothing of a stranger', async () => {
    const before = await failed()
    await home.signInAs(home.newBrowser(), 'stranger')
    expect(await failed()).toEqual(before)
    const { ana } = home.oidc.accounts
    home.oidc.accounts['ana'] = { ...ana, email: 'ana@elsewhere.example' }
    expect(codeOf(await home.signInAs(home.newBrowser(), 'ana'))[0]).toBe(403)
    home.oidc.accounts['ana'] = { ...ana }
    const [newest, ...rest] = await failed()
    expect(newest).toMatchObject({
      user: null,
      subject: { name: 'Ana' },
      details: { by: 'provider oidc', because: 'sign_in.domain_not_allowed' },
    })
    expect(rest).toEqual(before)
  })

  test('takes an answer once, and only in the browser that began', async () => {
    const browser = home.newBrowser()
    const { url } = (await browser.call('POST', '/v1/sign-in/providers/oidc/start', {})).json()
    const query = new URL(await home.oidc.signIn(url, 'ana')).search.slice(1)
    const finish = (by: Browser) => by.call('POST', '/v1/sign-in/providers/oidc/finish', { query })
    const victim = home.newBrowser()
    expect(codeOf(await finish(victim))).toEqual([401, 'sign_in.attempt_over'])
    const other = home.newBrowser()
    await other.call('POST', '/v1/sign-in/providers/oidc/start', {})
    expect(codeOf(await finish(other))[1]).toBe('sign_in.provider_failed')
    const attempt = { ...browser.jar }
    expect((await finish(browser)).statusCode).toBe(200)
    Object.assign(browser.jar, attempt)
    expect(codeOf(await finish(browser))).toEqual([401, 'sign_in.attempt_over'])
  })

  test('is begun by no page of another site, and sends nobody to one', async () => {
    const evil = home.newBrowser('https://evil.test')
    const begun = await evil.call('POST', '/v1/sign-in/providers/oidc/start', {})
    expect(codeOf(begun)).toEqual([403, 'access.wrong_origin'])
    for (const next of ['//evil.test', 'https://evil.test', '/\\evil.test']) {
      const answer = await home.newBrowser().call('POST', '/v1/sign-in/providers/oidc/start', {
        next,
      })
      expect(answer.statusCode).toBe(400)
    }
  })

  test('is over after ten minutes', async () => {
    const browser = home.newBrowser()
    const { url } = (await browser.call('POST', '/v1/sign-in/providers/oidc/start', {})).json()
    const query = new URL(await home.oidc.signIn(url, 'ana')).search.slice(1)
    home.wait(11 * 60_000)
    const answer = await browser.call('POST', '/v1/sign-in/providers/oidc/finish', { query })
    expect(codeOf(answer)).toEqual([401, 'sign_in.attempt_over'])
  })

  test('is added to somebody who is signed in, but not to two', async () => {
    const owner = home.newBrowser()
    const link = await home.world.app.inject({
      method: 'POST',
      url: '/v1/sign-in-links',
      headers: bearer(home.us.keys.admin),
      payload: {},
    })
    expect(link.statusCode).toBe(201)
    await home.signInAs(owner, 'ana')
    const started = await owner.call('POST', '/v1/sign-in-providers/oidc/link', {
      next: '/settings',
    })
    expect(started.statusCode).toBe(200)
    const back = await home.oidc.signIn(started.json().url, 'boss')
    const answer = await owner.call('POST', '/v1/sign-in/providers/oidc/finish', {
      query: new URL(back).search.slice(1),
    })
    expect(codeOf(answer)).toEqual([409, 'sign_in.identity_taken'])
  })
})
