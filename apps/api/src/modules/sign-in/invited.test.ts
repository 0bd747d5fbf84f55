import { readAsOwner } from '@teamlore/db/testing'
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

/** A link of the owner's; its token. */
const invite = async (request: object, keys = home.us.keys): Promise<string> => {
  const answer = await home.world.app.inject({
    method: 'POST',
    url: '/v1/team/invitations',
    headers: bearer(keys.owner),
    payload: request,
  })
  return new URL(answer.json().url).searchParams.get('token') ?? ''
}

const joinAs = async (browser: Browser, account: string, invitation: string) => {
  const at = '/v1/sign-in/providers/oidc'
  const { url } = (await browser.call('POST', `${at}/start`, { invitation })).json()
  const query = new URL(await home.oidc.signIn(url, account)).search.slice(1)
  return browser.call('POST', `${at}/finish`, { query })
}

const meOf = async (browser: Browser) => (await browser.call('GET', '/v1/me')).json()

describe('accepting an invitation by signing in', () => {
  test('makes a member of whom the provider vouches for, with the role that was given', async () => {
    const token = await invite({ role: 'admin', email: 'ana@example.com' })
    const browser = home.newBrowser()
    expect(codeOf(await joinAs(browser, 'ana', token))).toEqual([200, '/'])
    const me = await meOf(browser)
    expect(me).toMatchObject({ role: 'admin', user: { name: 'Ana', email: 'ana@example.com' } })
    expect(me.team.id).toBe(home.us.teamId)
    // It is used, for anybody.
    const other = home.newBrowser()
    expect(codeOf(await joinAs(other, 'boss', token))).toEqual([401, 'invitation.invalid'])
    expect((await other.call('GET', '/v1/me')).statusCode).toBe(401)
  })

  test('is refused to any other address, and the invitation stays', async () => {
    const token = await invite({ role: 'member', email: 'late@example.com' })
    const wrong = home.newBrowser()
    expect(codeOf(await joinAs(wrong, 'boss', token))).toEqual([409, 'invitation.for_another'])
    expect((await wrong.call('GET', '/v1/me')).statusCode).toBe(401)
    const shown = await home.newBrowser().call('POST', '/v1/invitations/show', { token })
    expect(shown.json()).toMatchObject({ email: 'late@example.com', role: 'member' })
  })

  test('needs an address that the provider has verified', async () => {
    const token = await invite({ role: 'member', email: 'un@example.com' })
    expect(codeOf(await joinAs(home.newBrowser(), 'unproven', token))).toEqual([
      403,
      'sign_in.email_not_verified',
    ])
  })

  test('keeps domains out that do not sign in here', async () => {
    const token = await invite({ role: 'member' })
    expect(codeOf(await joinAs(home.newBrowser(), 'stranger', token))).toEqual([
      403,
      'sign_in.domain_not_allowed',
    ])
  })

  test('brings who is known here into one more team, as the same person', async () => {
    const browser = await home.signedIn('boss')
    const before = await meOf(browser)
    const elsewhere = await home.world.addTeam('Harbour')
    const token = await invite({ role: 'viewer' }, elsewhere.keys)
    const again = home.newBrowser()
    expect(codeOf(await joinAs(again, 'boss', token))).toEqual([200, '/'])
    const me = await meOf(again)
    expect(me.user.id).toBe(before.user.id)
    expect(me.team.id).toBe(elsewhere.teamId)
    expect(me.teams).toHaveLength(2)
  })

  test('lets a member in without using the invitation up', async () => {
    const token = await invite({ role: 'viewer' })
    const browser = home.newBrowser()
    expect(codeOf(await joinAs(browser, 'ana', token))).toEqual([200, '/'])
    expect((await meOf(browser)).role).toBe('admin')
    const shown = await home.newBrowser().call('POST', '/v1/invitations/show', { token })
    expect(shown.statusCode).toBe(200)
  })

  test('keeps no token of an invitation in what it notes of the sign-in', async () => {
    const token = await invite({ role: 'viewer' })
    await home.newBrowser().call('POST', '/v1/sign-in/providers/oidc/start', { invitation: token })
    const rows = await readAsOwner(
      home.world.engine,
      'select invitation from teamlore.sign_in_attempts',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
