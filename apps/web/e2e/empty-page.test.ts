import { once } from 'node:events'
import type { SearchResponse } from '@teamlore/shared'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs } from './support/sign-in.ts'

const settings = readSettings()

/** What a server says that has looked at as much as it may for one page, and found nothing there. */
const EMPTY: SearchResponse = {
  items: [],
  next_cursor: 'further-down',
  notes: [
    'Everything down to 2026-05-03T08:00Z was looked at; what is older comes with the next pages.',
  ],
  arms: [],
  tokens: 0,
  took_ms: 900,
}

if ('skip' in settings)
  test.skip(`a page of results with nothing on it (${settings.skip})`, () => undefined)
else
  describe('a page of results with nothing on it', () => {
    const { baseUrl } = settings
    const seed = makeSeed(`empty${Date.now().toString(36)}`, Date.now())
    const nextPage = new EventTarget()
    // It may be asked for after it was let go.
    let isLetGo = false
    const letGo = (): void => {
      isLetGo = true
      nextPage.dispatchEvent(new Event('go'))
    }
    let browser: Browser
    let page: Page
    let seen: Watch

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      await ingestAs(page, seed.request)
      // The first page is empty; the next one, once the test lets it, is what the server has.
      await page.route(/\/v1\/search(\/sessions)?\?/, async (route) => {
        const url = new URL(route.request().url())
        if (!url.searchParams.has('cursor')) return route.fulfill({ json: EMPTY })
        if (!isLetGo) await once(nextPage, 'go')
        url.searchParams.delete('cursor')
        return route.fulfill({ response: await route.fetch({ url: url.href }) })
      })
    })
    beforeEach(() => {
      isLetGo = false
    })
    afterAll(() => browser?.close())

    test.each([
      ['hits', ''],
      ['sessions', '&by=session'],
    ])('of %s says how far was looked, and goes on', async (_what, by) => {
      await page.goto(`${baseUrl}/search?q=type:prompt${by}`)
      await page.getByText('Nothing so far').waitFor()
      await page.getByText('Everything down to 2026-05-03T08:00Z').waitFor()
      await page.getByRole('button', { name: 'Load more' }).waitFor()
      expect(await page.getByText('Nothing found').count()).toBe(0)
      expect(await accessibilityFindings(page)).toEqual([])
      letGo()
      await page.locator('.hit').first().waitFor()
      expect(await page.getByText('Everything down to').count()).toBe(0)
    })

    test('says that nothing was found where nothing follows it', async () => {
      await page.goto(`${baseUrl}/search?q=type:prompt+project:${seed.word}`)
      await page.getByText('Nothing so far').waitFor()
      letGo()
      await page.getByText('Nothing found').waitFor()
      expect(await page.getByText('Everything down to').count()).toBe(0)
    })

    test('did nothing behind anyone’s back', () => {
      expect(seen).toEqual({ errors: [], foreign: [] })
    })
  })
