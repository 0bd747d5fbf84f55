import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectSdk } from '../../api/src/testing/oauth-world.ts'
import { findBrowser } from '../../web/e2e/support/find-browser.ts'
import { openJoiningMachine } from './support/joining-machine.ts'
import { isRealLane } from './support/repository.ts'
import {
  openSignInEnvironment,
  type Page,
  type SignInEnvironment,
} from './support/sign-in-environment.ts'

const chromium = findBrowser()

/** Pages of every kind: lists, settings, one with a form of its own, the documents of the API. */
const PAGES = [
  '/',
  '/sessions',
  '/search?q=tide',
  '/memories',
  '/books',
  '/insights',
  '/health',
  '/settings',
  '/settings/keys',
  '/settings/connect',
  '/settings/integrations',
  '/nowhere',
]

/** What a page asked for in vain, and what of it was outside of the path. */
const watchRequests = (page: Page, url: string) => {
  const failed: string[] = []
  page.on('response', (response) => {
    const at = response.url()
    const isExpected = at.endsWith('/nowhere') || at.includes('/nowhere?_rsc')
    if (response.status() >= 400 && !isExpected) failed.push(`${response.status()} ${at}`)
  })
  page.on('request', (request) => {
    const at = request.url()
    if (!at.startsWith(url) && !at.startsWith('data:')) failed.push(`outside: ${at}`)
  })
  return failed
}

if (chromium === undefined) test.skip('below a path (no browser found)', () => undefined)
else
  describe.skipIf(isRealLane).each([
    ['passes the path on', false],
    ['takes the path away', true],
  ])('below a path, by a proxy that %s', (_how, isStripping) => {
    const machine = openJoiningMachine()
    let stand: SignInEnvironment

    beforeAll(async () => {
      stand = await openSignInEnvironment(chromium, { below: { path: '/teamlore', isStripping } })
      machine.writeSession()
    })
    afterAll(async () => {
      await machine[Symbol.asyncDispose]()
      await stand?.[Symbol.asyncDispose]()
    })

    test('a person signs in by a link and by a provider, and every page finds all that it loads', async () => {
      const { page, context } = await stand.newPage()
      const failed = watchRequests(page, stand.url)
      const { url: link } = await stand.ask<{ url: string }>('POST', '/v1/sign-in-links', {})
      expect(link.startsWith(`${stand.url}/sign-in?token=`)).toBe(true)
      await page.goto(link)
      await page.waitForURL(`${stand.url}/`)
      for (const path of PAGES) {
        await page.goto(`${stand.url}${path}`)
        await page.locator('h1').first().waitFor()
      }
      // By the dashboard's own links, and home, which a browser then loads anew.
      await page.goto(`${stand.url}/`)
      await page.getByRole('link', { name: 'Sessions', exact: true }).first().click()
      await page.waitForURL(`${stand.url}/sessions`)
      await page
        .getByRole('link', { name: /teamlore/i })
        .first()
        .click()
      await page.waitForURL((at) => at.pathname.replace(/\/$/, '') === '/teamlore')
      await page.reload()
      await page.locator('h1').first().waitFor()
      expect(failed).toEqual([])
      const cookies = await context.cookies()
      expect(cookies.map(({ path }) => path)).toEqual(cookies.map(() => '/teamlore'))

      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('button', { name: 'Sign out', exact: true }).last().click()
      await page.getByText('You are signed out.').waitFor()
      await page.goto(`${stand.url}/search?q=tide`)
      await page.waitForURL(/\/teamlore\/sign-in\?next=/)
      await context.close()

      const { url: invitation } = await stand.ask<{ url: string }>('POST', '/v1/team/invitations', {
        role: 'member',
        email: 'ana@example.com',
      })
      const ana = await stand.newPage()
      await ana.page.goto(invitation)
      await ana.page.getByRole('button', { name: 'Join with Acme' }).click()
      await stand.passProvider(ana.page, 'ana')
      await ana.page.waitForURL(`${stand.url}/`)
      await ana.page.getByRole('button', { name: 'Account of Ana' }).waitFor()
      await ana.context.close()
    })

    test('somebody joins from a terminal, imports and searches', async () => {
      const { url } = await stand.ask<{ url: string }>('POST', '/v1/team/invitations', {})
      const token = new URL(url).searchParams.get('token') ?? ''
      const joining = await machine.join(stand.url, token)
      expect(joining.page.startsWith(`${stand.url}/join?`)).toBe(true)
      const { page, context } = await stand.newPage()
      await page.goto(joining.page)
      await page.getByLabel('Or come in by name alone').fill('Ben')
      await page.getByRole('button', { name: 'Join', exact: true }).click()
      await page.waitForURL(/\/teamlore\/device\?code=/)
      await page.getByRole('button', { name: 'Let it in' }).click()
      await page.getByText('is let in').waitFor()
      await context.close()
      await joining.ended()

      await machine.lore('import')
      const { items } = await stand.ask<{ items: { id: string }[] }>('GET', '/v1/sessions?limit=5')
      expect(items.length).toBeGreaterThan(0)
      const { stdout } = await machine.lore('show', items[0]?.id ?? '')
      expect(stdout).toContain(`${stand.url}/sessions/${items[0]?.id}`)
      const found = await machine.lore('search', 'tide', '--json')
      expect(Object.keys(JSON.parse(found.stdout))).toContain('items')
    })

    test('an MCP client comes in by a key, and the official one by its own OAuth flow', async () => {
      const mcp = `${stand.url}/mcp`
      const byKey = new Client({ name: 'test', version: '1' })
      const headers = { authorization: `Bearer ${stand.adminKey}` }
      await byKey.connect(
        new StreamableHTTPClientTransport(new URL(mcp), { requestInit: { headers } }),
      )
      expect((await byKey.listTools()).tools.length).toBeGreaterThan(0)
      await byKey.close()

      const { page, context } = await stand.signedIn()
      const callback = createServer((_request, response) => response.end('The client has it.'))
      await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve))
      const redirectUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
      const { client, to } = await connectSdk(
        { mcp },
        {
          open: async (address) => {
            await page.goto(String(address))
            return ''
          },
          answer: async () => {
            await page.getByRole('button', { name: 'Allow', exact: true }).click()
            await page.waitForURL(`${redirectUrl}?*`)
            return new URL(page.url())
          },
        },
        undefined,
        redirectUrl,
      )
      callback.close()
      expect(to.searchParams.get('iss')).toBe(stand.url)
      const answer = await client.callTool({ name: 'lore_search', arguments: { query: 'tide' } })
      expect(answer.isError ?? false).toBe(false)
      await client.close()
      await context.close()
      // Clients look at the root of the host first, where this proxy knows nothing; nothing else was asked there.
      expect(stand.refused.filter((asked) => !asked.includes('/.well-known/'))).toEqual([])
    })
  })
