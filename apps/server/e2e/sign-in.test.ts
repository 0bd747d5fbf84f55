import { DEVICE_GRANT } from '@teamlore/shared/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings } from '../../web/e2e/support/browser.ts'
import { findBrowser } from '../../web/e2e/support/find-browser.ts'
import { isRealLane } from './support/repository.ts'
import {
  openSignInEnvironment,
  type Page,
  type SignInEnvironment,
} from './support/sign-in-environment.ts'

const chromium = findBrowser()

const meOf = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/v1/me')).json()) as { user: { name: string } })

if (chromium === undefined) test.skip('signing in (no browser found)', () => undefined)
else
  describe.skipIf(isRealLane)('signing in, in a real browser', () => {
    let stand: SignInEnvironment
    beforeAll(async () => {
      stand = await openSignInEnvironment(chromium)
    })
    afterAll(() => stand?.[Symbol.asyncDispose]())

    const invite = async (request: object): Promise<string> =>
      (await stand.ask<{ url: string }>('POST', '/v1/team/invitations', request)).url

    /** Ana joins by her invitation and the provider. */
    const joinAsAna = async () => {
      const link = await invite({ role: 'member', email: 'ana@example.com' })
      const { page, context } = await stand.newPage()
      await page.goto(link)
      await page.getByRole('button', { name: 'Join with Acme' }).click()
      await stand.passProvider(page, 'ana')
      await page.waitForURL(`${stand.url}/`)
      return { page, context }
    }

    test('accepts an invitation and signs in by OpenID in one step, then again without it', async () => {
      const { page, context } = await joinAsAna()
      await page.getByRole('button', { name: 'Account of Ana' }).waitFor()
      expect(await meOf(page)).toMatchObject({
        role: 'member',
        user: { name: 'Ana', email: 'ana@example.com' },
      })
      await context.close()

      const { page: again, context: later } = await stand.newPage()
      await again.goto(`${stand.url}/search`)
      await again.waitForURL(/\/sign-in\?next=/)
      expect(await accessibilityFindings(again)).toEqual([])
      await again.getByRole('button', { name: 'Continue with Acme' }).click()
      await stand.passProvider(again, 'ana')
      await again.waitForURL(`${stand.url}/search`)
      expect((await meOf(again)).user.name).toBe('Ana')
      await later.close()
    })

    test('says in words why somebody is not let in', async () => {
      const { page, context } = await stand.newPage()
      await page.goto(`${stand.url}/sign-in`)
      await page.getByRole('button', { name: 'Continue with Acme' }).click()
      await stand.passProvider(page, 'ben')
      await page.getByRole('alert').getByText('nobody here knows you yet').waitFor()
      await context.close()
    })

    test('makes a passkey, and comes in by it after signing out', async () => {
      const { page, context } = await stand.signedIn()
      const devtools = await context.newCDPSession(page)
      await devtools.send('WebAuthn.enable')
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      await page.goto(`${stand.url}/settings`)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('button', { name: 'Remove' }).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      const { user } = await meOf(page)
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('button', { name: 'Sign out', exact: true }).last().click()
      await page.getByText('You are signed out.').waitFor()
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.waitForURL(`${stand.url}/`)
      expect((await meOf(page)).user).toEqual(user)
      await context.close()
    })

    test('lets a machine in by its short code, and turns another away', async () => {
      const request = async (name: string) =>
        (await (
          await fetch(`${stand.url}/v1/device/code`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              machine: {
                fingerprint: `${name}-fingerprint`,
                name,
                platform: 'linux x64',
                agent_version: '0.1.0',
              },
            }),
          })
        ).json()) as {
          device_code: string
          user_code: string
          verification_uri: string
          verification_uri_complete: string
        }
      const poll = async (device_code: string) => {
        const answer = await fetch(`${stand.url}/v1/device/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ grant_type: DEVICE_GRANT, device_code }),
        })
        return (await answer.json()) as { access_token: string; error?: { code: string } }
      }
      const { page, context } = await stand.signedIn()
      const good = await request('laptop-of-ana')
      await page.goto(good.verification_uri_complete)
      await page.getByText(good.user_code).waitFor()
      await page.getByText('laptop-of-ana').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      expect((await poll(good.device_code)).error?.code).toBe('device.authorization_pending')
      await page.getByRole('button', { name: 'Let it in' }).click()
      await page.getByText('is let in').waitFor()
      const { access_token } = await poll(good.device_code)
      const me = await stand.ask<{ machine: { name: string } }>(
        'GET',
        '/v1/me',
        undefined,
        access_token,
      )
      expect(me.machine.name).toBe('laptop-of-ana')

      const bad = await request('laptop-of-nobody')
      await page.goto(bad.verification_uri)
      await page.getByLabel('Short code').fill(bad.user_code.toLowerCase())
      await page.getByRole('button', { name: 'Look at the machine' }).click()
      await page.getByRole('button', { name: 'Turn it away' }).click()
      await page.getByText('was turned away').waitFor()
      expect((await poll(bad.device_code)).error?.code).toBe('device.access_denied')
      await context.close()
    })

    test('lets an OAuth client without a browser in by its short code, for what is ticked', async () => {
      const send = async (path: string, body: Record<string, string>) =>
        (await (
          await fetch(`${stand.url}${path}`, { method: 'POST', body: new URLSearchParams(body) })
        ).json()) as Record<string, string>
      const registered = await fetch(`${stand.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Assistant over SSH', grant_types: [DEVICE_GRANT] }),
      })
      const { client_id = '' } = (await registered.json()) as Record<string, string>
      const begun = await send('/v1/device/code', { client_id, resource: `${stand.url}/mcp` })
      const { page, context } = await stand.signedIn()
      await page.goto(begun['verification_uri_complete'] ?? '')
      await page.getByText('Assistant over SSH').waitFor()
      await page.getByText('Did this code come from another person?').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByLabel('Write memories').uncheck()
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByText('is let in').waitFor()
      const { device_code = '' } = begun
      const poll = { client_id, grant_type: DEVICE_GRANT, device_code }
      expect(await send('/oauth/token', poll)).toMatchObject({ scope: 'read lorebook' })
      await page.goto(`${stand.url}/settings/clients`)
      await page.getByText('Assistant over SSH').waitFor()
      await context.close()
    })

    test('signs out everywhere from one browser', async () => {
      const one = await stand.signedIn()
      const two = await stand.signedIn()
      await one.page.goto(`${stand.url}/settings`)
      await one.page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await one.page.getByText('You are signed out.').waitFor()
      await two.page.goto(`${stand.url}/settings`)
      await two.page.waitForURL(/\/sign-in/)
      await one.context.close()
      await two.context.close()
    })
  })
