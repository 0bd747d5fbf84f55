import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openPage } from './support/open-page.ts'
import { makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs, signInLink } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`the dashboard (${settings.skip})`, () => undefined)
else
  describe('the dashboard', () => {
    const { baseUrl } = settings
    const seed = makeSeed(Date.now().toString(36), Date.now())
    let browser: Browser
    let page: Page
    let seen: Watch
    let link: string

    const row = (title: string) => page.getByRole('link', { name: title })
    const isInView = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && top < innerHeight && bottom > 0
      })

    beforeAll(async () => {
      ;({ browser, page, seen } = await openPage(settings))
      link = await signInLink(baseUrl, settings.signIn)
    })
    afterAll(() => browser?.close())

    test('sends whoever is not signed in to the sign-in page and says how to get in', async () => {
      await page.goto(`${baseUrl}/search?q=anything`)
      await page.waitForURL(/\/sign-in\?next=/)
      await page.getByText('npm run sign-in').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('signs in by the link and takes its token out of the address', async () => {
      await page.goto(link)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForURL(`${baseUrl}/`)
      await page.getByRole('button', { name: /^Account of/ }).waitFor()
    })

    test('a used link says so and offers a new one', async () => {
      const other = await browser.newContext()
      const visitor = await other.newPage()
      await visitor.goto(link)
      await visitor.getByText('does not work any more').waitFor({ timeout: 40_000 })
      await visitor.getByText('npm run sign-in').waitFor()
      await other.close()
    })

    test('a session that comes in appears by itself', async () => {
      await page.getByRole('link', { name: 'Sessions', exact: true }).first().click()
      await page.waitForURL(`${baseUrl}/sessions`)
      await page.getByText('Live', { exact: true }).waitFor()
      await page.evaluate(() => Object.assign(window, { __sameDocument: true }))
      await ingestAs(page, seed.request)
      await row(seed.title).waitFor()
      expect(await page.evaluate(() => Reflect.get(window, '__sameDocument'))).toBe(true)
    })

    test('narrows the list by what is in the address', async () => {
      await page.getByRole('textbox', { name: 'Title contains' }).fill(seed.title)
      await page.waitForURL(/title=Feeding/)
      await expect.poll(() => page.locator('.session-row').count()).toBe(1)
      await page.reload()
      await row(seed.title).waitFor()
      expect(await page.locator('.session-row').count()).toBe(1)
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('searches, filters, and opens a hit by keyboard at its message', async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Search', exact: true }).first().click()
      await page.getByRole('combobox', { name: 'Search everything' }).fill(seed.word)
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`q=${seed.word}`))
      await page.locator('.hit mark').first().waitFor()
      await page.getByRole('button', { name: 'Type', exact: true }).click()
      await page.getByRole('option', { name: /^Prompts/ }).click()
      await page.waitForURL(/type=prompt/)
      // Search by meaning adds prompts that do not have the word: the one that has it comes first.
      await expect.poll(() => page.locator('.hit:not([data-kind="prompt"])').count()).toBe(0)
      const best = page.locator('.hit').first()
      await best.locator('mark', { hasText: seed.word }).waitFor()
      await best.getByRole('button', { name: 'Why this rank' }).click()
      await page.getByRole('table', { name: 'Parts of the score' }).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.locator('body').click({ position: { x: 2, y: 2 } })
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/sessions\/ses_.*#msg_/)
      await page.locator('[data-target]').getByText(seed.word).waitFor()
      await expect.poll(() => isInView('[data-target]')).toBe(true)
      await page.getByText('Prompt 61 of 121').waitFor()
    })

    test('unfolds a tool call, loads the rest of a long output, folds it again', async () => {
      const call = page.getByRole('button', { name: /^Read src\/feeding\.ts/ })
      expect(await call.getAttribute('aria-expanded')).toBe('false')
      await call.click()
      expect(await call.getAttribute('aria-expanded')).toBe('true')
      expect(await page.getByText(seed.lastLine).count()).toBe(0)
      await page.getByRole('button', { name: /^Show [\d,]+ more characters/ }).click()
      await page.getByText(seed.lastLine).waitFor()
      await call.click()
      expect(await call.getAttribute('aria-expanded')).toBe('false')
      await page.getByRole('button', { name: /^Bash npm run feed failed/ }).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('walks through the prompts by keyboard', async () => {
      await page.keyboard.press('n')
      await page.getByText('Prompt 62 of 121').waitFor()
      await page.keyboard.press('p')
      await page.getByText('Prompt 61 of 121').waitFor()
    })

    test('turns dark, stays dark, and is readable dark', async () => {
      await page.getByRole('radio', { name: 'Dark' }).check()
      const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
      expect(await scheme()).toBe('dark')
      await page.goto(`${baseUrl}/sessions`, { waitUntil: 'commit' })
      await page.waitForSelector('body', { state: 'attached' })
      expect(await scheme()).toBe('dark')
      await row(seed.title).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('radio', { name: 'Light' }).check()
    })

    test('jumps anywhere from the palette', async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /Search, or jump/ }).fill('Health')
      await page.getByRole('option', { name: 'Health', exact: true }).click()
      await page.waitForURL(`${baseUrl}/health`)
      await page
        .getByText(/sessions? (are|still)|All sessions are distilled/)
        .first()
        .waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('a hostile session stays text, wherever it is shown', async () => {
      await page.goto(`${baseUrl}/?title=${encodeURIComponent(seed.hostileTitle.slice(-8))}`)
      await page.locator('.session-row-link').first().click()
      await page.waitForURL(/\/sessions\/ses_/)
      await page.getByRole('button', { name: 'Unfold all' }).click()
      await page.getByText('window.__xss=3').first().waitFor()
      const live = await page
        .locator('main')
        .evaluate(
          (main) =>
            main.querySelectorAll(
              'script, img, iframe, [onerror], [onload], [onmouseover], a[href^="javascript"], a[href^="data"]',
            ).length,
        )
      expect(live).toBe(0)
      for (const path of ['/', '/sessions', '/prompts', '/search?q=window.__xss'])
        await page.goto(baseUrl + path, { waitUntil: 'networkidle' })
      expect(await page.evaluate(() => Reflect.get(window, '__xss'))).toBeUndefined()
    })

    test('fits a narrow screen without scrolling sideways', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      for (const path of [
        '/',
        '/sessions',
        '/search?q=harbour',
        '/prompts',
        '/capture',
        '/health',
      ]) {
        await page.goto(baseUrl + path)
        await page.getByRole('navigation', { name: 'Pages' }).last().waitFor()
        await page.locator('main h1').first().waitFor({ state: 'attached' })
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(width, path).toBeLessThanOrEqual(360)
      }
      await page.goto(`${baseUrl}/?title=${encodeURIComponent(seed.title)}`)
      await row(seed.title).click()
      await page.locator('.transcript-row').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        360,
      )
      const bar = page.getByRole('navigation', { name: 'Pages' }).last()
      await bar.getByRole('button', { name: 'More' }).click()
      expect(await accessibilityFindings(page)).toEqual([])
      await bar.getByRole('link', { name: 'Health' }).click()
      await page.waitForURL(`${baseUrl}/health`)
      await page.setViewportSize({ width: 1360, height: 860 })
    })

    test('signs out, whatever is asked for meanwhile, and stays out', async () => {
      let answer = () => undefined as void
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/v1/sign-out', async (route) => {
        const response = await route.fetch()
        await isAnswered
        await route.fulfill({ response })
      })
      await page.goto(`${baseUrl}/search`)
      await page.getByRole('button', { name: /^Account of/ }).click()
      const refused = page.waitForResponse((response) => response.status() === 401)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel('Search everything').fill('tide')
      await page.keyboard.press('Enter')
      await refused
      await page.waitForTimeout(300)
      answer()
      await page.getByText('You are signed out.').waitFor()
      await page.goto(`${baseUrl}/health`)
      await page.waitForURL(/\/sign-in\?next=%2Fhealth/)
    })

    test('did nothing behind anyone’s back', () => {
      expect(seen.errors).toEqual([])
      expect(seen.foreign).toEqual([])
    })
  })
