import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings)
  test.skip(`from a question to its place (${settings.skip})`, () => undefined)
else
  describe('from a question to its place', () => {
    const { baseUrl } = settings
    const seed = makeSeed(`around${Date.now().toString(36)}`, Date.now())
    let browser: Browser
    let page: Page
    let seen: Watch

    const box = () => page.getByRole('combobox', { name: 'Search everything' })
    const option = (name: string | RegExp) => page.getByRole('option', { name })

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      await ingestAs(page, seed.request)
      await page.goto(`${baseUrl}/search`)
    })
    afterAll(() => browser?.close())

    test('the box suggests filters and their values, taken by keyboard', async () => {
      await box().pressSequentially(`${seed.word} pro`)
      await option(/^project:/).waitFor()
      expect(await box().getAttribute('aria-expanded')).toBe('true')
      expect(await accessibilityFindings(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      expect(await box().getAttribute('aria-activedescendant')).toBeTruthy()
      await page.keyboard.press('Enter')
      await expect.poll(() => box().inputValue()).toBe(`${seed.word} project:`)
      await page.keyboard.type('harb')
      await option(/harbour/)
        .first()
        .waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => box().inputValue()).toBe(`${seed.word} project:harbour `)
      await page.keyboard.press('Enter')
      await page.waitForURL(/q=.*project/)
      await page.locator('.hit mark', { hasText: seed.word }).first().waitFor()
    })

    test('Escape wants no suggestion, a click takes one, and Enter without a choice asks', async () => {
      await box().fill('')
      await box().pressSequentially('type:pro')
      await option('prompt').waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('option').count()).toBe(0)
      await box().pressSequentially('m')
      await option('prompt').click()
      await expect.poll(() => box().inputValue()).toBe('type:prompt ')
      await page.keyboard.type(seed.word)
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(seed.word))
      await expect.poll(() => page.locator('.hit:not([data-kind="prompt"])').count()).toBe(0)
    })

    test('sessions are the results when asked for', async () => {
      await page.getByRole('button', { name: 'Sessions', exact: true }).click()
      await page.waitForURL(/by=session/)
      await page.locator('.hit[data-kind="session"]', { hasText: seed.title }).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Sessions', exact: true }).click()
      await page.waitForURL((url) => !url.searchParams.has('by'))
    })

    test('a hit leads to what happened around it, and that to its place in the transcript', async () => {
      const best = page.locator('.hit', { hasText: seed.word }).first()
      await best.getByRole('link', { name: 'Around this' }).click()
      await page.waitForURL(/timeline\?around=msg_/)
      const middle = page.locator('.timeline-entry[data-anchor]')
      await middle.getByText(seed.word).waitFor()
      const isInView = () =>
        middle.evaluate((entry) => {
          const { top, bottom } = entry.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        })
      await expect.poll(isInView).toBe(true)
      expect(await page.locator('.timeline-entry').count()).toBe(31)
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Without messages' }).click()
      await page.waitForURL(/kinds=/)
      await expect.poll(() => page.locator('.timeline-entry[data-kind="message"]').count()).toBe(0)
      await middle.getByRole('link').click()
      await page.waitForURL(/\/sessions\/ses_.*#msg_/)
      await page.locator('[data-target]').getByText(seed.word).waitFor()
    })

    test('a timeline fits a narrow screen, and one of nothing says what to do', async () => {
      await page.goBack()
      await page.setViewportSize({ width: 360, height: 780 })
      await page.locator('.timeline-entry[data-anchor]').waitFor()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
      await page.goto(`${baseUrl}/timeline`)
      await page.getByText('Around what?').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('did nothing behind anyone’s back', () => {
      expect(seen).toEqual({ errors: [], foreign: [] })
    })
  })
