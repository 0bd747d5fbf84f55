import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('a signed-in browser', () => {
  const signedIn = () => home.signedIn()
  const HOUR = 60 * 60_000
  const status = async (browser: Browser) => (await browser.call('GET', '/v1/me')).statusCode

  test('gets a new token every hour, the same one for requests at once', async () => {
    const browser = await signedIn()
    const first = browser.jar['teamlore_session'] ?? ''
    expect(await status(browser)).toBe(200)
    expect(browser.jar['teamlore_session']).toBe(first)
    home.wait(HOUR)
    const ask = () => home.world.app.inject({ url: '/v1/me', cookies: { teamlore_session: first } })
    const answers = await Promise.all([ask(), ask(), ask()])
    const given = new Set(answers.map(({ cookies }) => cookies[0]?.value))
    expect(given.size).toBe(1)
    const [second = ''] = given
    expect(second).not.toBe(first)
    // An answer that never arrived costs nothing.
    expect((await ask()).statusCode).toBe(200)
    browser.jar['teamlore_session'] = second
    expect(await status(browser)).toBe(200)
    // What was on its way with the former token still counts; a minute later it is stolen, and both are out.
    expect((await ask()).statusCode).toBe(200)
    home.wait(61_000)
    expect(await status(browser)).toBe(200)
    expect((await ask()).statusCode).toBe(401)
    expect(await status(browser)).toBe(401)
  })

  test('is signed out when it was not used for a week, and after a month in any case', async () => {
    const idle = await signedIn()
    home.wait(8 * 24 * HOUR)
    expect(await status(idle)).toBe(401)
    const busy = await signedIn()
    for (let day = 0; day < 29; day++) {
      home.wait(24 * HOUR)
      expect([day, await status(busy)]).toEqual([day, 200])
    }
    home.wait(24 * HOUR)
    expect(await status(busy)).toBe(401)
  })

  test('is listed with its name, and ends when its person says so, and nobody else', async () => {
    const [one, two, other] = [await signedIn(), await signedIn(), home.newBrowser()]
    await home.signInAs(other, 'boss')
    const { items } = (await one.call('GET', '/v1/browsers')).json()
    expect(items.length).toBeGreaterThanOrEqual(2)
    expect(items).toContainEqual(
      expect.objectContaining({ agent: 'Test browser', is_current: true }),
    )
    const { items: seen } = (await two.call('GET', '/v1/browsers')).json()
    const current = seen.find((item: { is_current: boolean }) => item.is_current)
    const foreign = await other.call('DELETE', `/v1/browsers/${current.id}`)
    expect(codeOf(foreign)).toEqual([404, 'browser.not_found'])
    expect((await one.call('DELETE', `/v1/browsers/${current.id}`)).statusCode).toBe(204)
    expect(await status(two)).toBe(401)
    const three = await signedIn()
    expect((await three.call('DELETE', '/v1/browsers')).statusCode).toBe(204)
    expect([await status(one), await status(three), await status(other)]).toEqual([401, 401, 200])
  })
})
