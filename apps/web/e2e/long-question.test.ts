import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings)
  test.skip(`a question longer than an address (${settings.skip})`, () => undefined)
else
  describe('a question longer than an address', () => {
    const { baseUrl } = settings
    const seed = makeSeed(`long${Date.now().toString(36)}`, Date.now())
    const long =
      `${seed.word} ${'must be fed before the tide comes in and then '.repeat(2_200)}`.trim()
    let browser: Browser
    let page: Page
    let seen: Watch

    const box = (on = page) => on.getByRole('combobox', { name: 'Search everything' })
    const asked = (on = page) => box(on).inputValue()
    const found = () => page.locator('.hit', { hasText: seed.word }).first()
    const notCarried = () => page.getByText('a link to this page does not carry it')

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      await ingestAs(page, seed.request)
      await page.goto(`${baseUrl}/search`)
    })
    afterAll(() => browser?.close())

    test('is searched for, and the page says that its address does not carry it', async () => {
      expect(long.length).toBeGreaterThan(100_000)
      await box().fill(long)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/search\?pasted=\w+$/)
      await found().waitFor()
      await notCarried().waitFor()
      await page.getByText('Only the first 20000 characters').waitFor()
      expect((await page.title()).length).toBeLessThan(200)
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('stays when the page is loaded again, narrowed, or come back to', async () => {
      await page.reload()
      await found().waitFor()
      await expect.poll(asked).toBe(long)
      await page.getByRole('button', { name: 'Sessions', exact: true }).click()
      await page.waitForURL(/pasted=\w+&by=session|by=session&pasted=\w+/)
      await page.locator('.hit[data-kind="session"]', { hasText: seed.title }).waitFor()
      await box().fill(seed.word)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('q') === seed.word)
      expect(new URL(page.url()).searchParams.has('pasted')).toBe(false)
      await expect.poll(() => notCarried().count()).toBe(0)
      await page.goBack()
      await notCarried().waitFor()
      await expect.poll(asked).toBe(long)
    })

    test('is asked for again where its address is opened elsewhere', async () => {
      const elsewhere = await page.context().newPage()
      await elsewhere.goto(page.url())
      await elsewhere.getByText('This address does not carry its question').waitFor()
      expect(await asked(elsewhere)).toBe('')
      expect(await elsewhere.locator('.hit').count()).toBe(0)
      expect(await accessibilityFindings(elsewhere)).toEqual([])
      await box(elsewhere).fill(seed.word)
      await elsewhere.keyboard.press('Enter')
      await elsewhere.locator('.hit').first().waitFor()
      await elsewhere.close()
    })

    test('may be asked from anywhere', async () => {
      await page.goto(`${baseUrl}/prompts`)
      await page.keyboard.press('Control+k')
      const palette = page.getByPlaceholder('Search, or jump to a page, project or session')
      await palette.fill(long)
      await page.getByRole('option', { name: /Search for/ }).click()
      await page.waitForURL(/\/search\?pasted=\w+$/)
      await found().waitFor()
    })

    test('fits a narrow screen', async () => {
      await page.setViewportSize({ width: 360, height: 780 })
      await notCarried().waitFor()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    })

    test('did nothing behind anyone’s back', () => {
      expect(seen).toEqual({ errors: [], foreign: [] })
    })
  })
