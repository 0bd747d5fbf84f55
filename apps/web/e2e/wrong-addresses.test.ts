import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { readSettings } from './support/settings.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`an address of nothing (${settings.skip})`, () => undefined)
else
  describe('an address of nothing', () => {
    const { baseUrl } = settings
    let browser: Browser
    let page: Page
    let seen: Watch

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
    })
    afterAll(() => browser?.close())

    test.each([
      ['a page that there is not', '/no-such-page', 'There is no such page'],
      ['a session whose id is none', '/sessions/ses_nope', 'There is no such session'],
      [
        'a session that is not here',
        '/sessions/ses_00000000000000000000000000',
        'There is no such session',
      ],
      [
        'a memory that is not here',
        '/memories/mem_00000000000000000000000000',
        'There is no such memory',
      ],
    ])('%s says so, and keeps the way to everything else', async (_what, path, heading) => {
      await page.goto(`${baseUrl}${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await page.title()).toContain(heading)
      expect(await page.getByRole('navigation').getByRole('link', { name: 'Search' }).count()).toBe(
        1,
      )
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
      expect(await page.locator('main').textContent()).not.toContain('path.id')
      expect(await accessibilityFindings(page)).toEqual([])
      // How a page learns that what it was asked for is no id.
      expect(seen.errors.filter((error) => !error.includes('status of 400'))).toEqual([])
    })
  })
