import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import {
  codeOf,
  openSignInWorld,
  PUBLIC_URL,
  type SignInWorld,
} from '../../testing/sign-in-world.ts'

let home: SignInWorld
beforeAll(async () => {
  home = await openSignInWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

describe('a machine', () => {
  const machine = {
    fingerprint: 'c'.repeat(32),
    name: 'Ana’s laptop',
    platform: 'linux x64',
    agent_version: '1.0.0',
  }
  const begin = async () =>
    (
      await home.world.app.inject({ method: 'POST', url: '/v1/device/code', payload: { machine } })
    ).json()
  const poll = (device_code: string) =>
    home.world.app.inject({
      method: 'POST',
      url: '/v1/device/token',
      payload: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code },
    })

  test('comes in when somebody confirms its short code, once, as that person', async () => {
    const begun = await begin()
    expect(begun).toMatchObject({
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${PUBLIC_URL}/device`,
      interval: 5,
    })
    expect(codeOf(await poll(begun.device_code))[1]).toBe('device.authorization_pending')
    expect(codeOf(await poll(begun.device_code))[1]).toBe('device.slow_down')
    const browser = home.newBrowser()
    await home.signInAs(browser, 'ana')
    const me = (await browser.call('GET', '/v1/me')).json()
    const typed = ` ${begun.user_code.toLowerCase().replace('-', ' ')}`
    const found = await browser.call('POST', '/v1/device/find', { user_code: typed })
    expect(found.json()).toMatchObject({ machine: { name: 'Ana’s laptop' }, team: me.team })
    const allowed = await browser.call('POST', '/v1/device/answer', {
      user_code: typed,
      allow: true,
    })
    expect(allowed.statusCode).toBe(204)
    const token = (await poll(begun.device_code)).json()
    expect(token).toMatchObject({ token_type: 'Bearer', user: { id: me.user.id }, team: me.team })
    const asMachine = await home.world.app.inject({
      url: '/v1/me',
      headers: bearer(token.access_token),
    })
    expect(asMachine.json()).toMatchObject({ user: { id: me.user.id }, machine: token.machine })
    expect(codeOf(await poll(begun.device_code))[1]).toBe('device.expired_token')
  })

  test('stays out when it is turned away, when nobody answers, and when a key would let it in', async () => {
    const browser = home.newBrowser()
    await home.signInAs(browser, 'ana')
    const denied = await begin()
    await browser.call('POST', '/v1/device/answer', { user_code: denied.user_code, allow: false })
    expect(codeOf(await poll(denied.device_code))).toEqual([403, 'device.access_denied'])
    const late = await begin()
    const byKey = await home.world.app.inject({
      method: 'POST',
      url: '/v1/device/answer',
      headers: bearer(home.us.keys.admin),
      payload: { user_code: late.user_code, allow: true },
    })
    expect(codeOf(byKey)).toEqual([409, 'sign_in.browser_only'])
    home.wait(11 * 60_000)
    const answer = await browser.call('POST', '/v1/device/answer', {
      user_code: late.user_code,
      allow: true,
    })
    expect(codeOf(answer)).toEqual([404, 'device.not_found'])
    expect(codeOf(await poll(late.device_code))[1]).toBe('device.expired_token')
  })

  test('stays out when whoever let it in was removed before it asked', async () => {
    const browser = home.newBrowser()
    await home.signInAs(browser, 'boss')
    const me = (await browser.call('GET', '/v1/me')).json()
    const begun = await begin()
    await browser.call('POST', '/v1/device/answer', { user_code: begun.user_code, allow: true })
    await readAsOwner(
      home.world.engine,
      `delete from teamlore.memberships where user_id = '${me.user.id}'`,
    )
    expect(codeOf(await poll(begun.device_code))).toEqual([403, 'device.access_denied'])
  })
})
