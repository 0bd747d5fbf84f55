import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSignedInPage } from './support/open-page.ts'
import { readSettings } from './support/settings.ts'

const settings = readSettings()
const NOBODYS = '/settings/projects/prj_00000000000000000000000000'

if ('skip' in settings) test.skip(`answers in any order (${settings.skip})`, () => undefined)
else
  describe('a page whose answers come in any order', () => {
    let browser: Browser
    let page: Page

    beforeAll(async () => {
      ;({ browser, page } = await openSignedInPage(settings))
    }, 120_000)
    afterAll(() => browser?.close())

    test.each(['agents-md', 'retention'])(
      'says that there is no such project though it learns later who looks: %s',
      async (kind) => {
        let refuse = () => {}
        const refused = new Promise<void>((resolve) => {
          refuse = resolve
        })
        await page.route('**/v1/me', async (route) => {
          await refused
          await route.continue()
        })
        page.on('response', (response) => {
          if (response.status() === 404) refuse()
        })
        await page.goto(`${settings.baseUrl}${NOBODYS}/${kind}`)
        await page.getByText('There is no such project').waitFor()
        await page.unroute('**/v1/me')
      },
    )

    test('asks a server on the same machine while the browser has no network', async () => {
      await page.goto(`${settings.baseUrl}/settings`)
      await page.locator('h1').first().waitFor()
      // As a browser says it that lost its network; the server is still reached.
      await page.evaluate(() => window.dispatchEvent(new Event('offline')))
      await page.getByRole('link', { name: 'Audit', exact: true }).click()
      await page.waitForURL('**/settings/audit')
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    })
  })
