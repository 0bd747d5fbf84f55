import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`searching while typing (${settings.skip})`, () => undefined)
else
  describe('searching while typing', () => {
    const { baseUrl } = settings
    const seed = makeSeed(`live${Date.now().toString(36)}`, Date.now())
    let browser: Browser
    let page: Page
    let seen: Watch

    const box = () => page.getByRole('combobox', { name: 'Search everything' })
    const marked = (word: string) => page.locator('.hit mark', { hasText: word }).first()
    const asked = () => new URL(page.url()).searchParams.get('q')
    /** Until then what was found for the question before is still shown, and goes away under the keyboard. */
    const answered = async (question: string) => {
      await expect.poll(asked).toBe(question)
      await page.locator('.search-answer[aria-busy="false"] .hit').first().waitFor()
    }
    const focused = (selector: string) =>
      page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      await ingestAs(page, seed.request)
      await page.goto(`${baseUrl}/search`)
    })
    afterAll(() => browser?.close())

    test('shows results without Enter, and all that was typed is one step of the history', async () => {
      const before = await page.evaluate(() => history.length)
      await box().pressSequentially(seed.word.slice(0, 9), { delay: 20 })
      await expect.poll(asked).toBe(seed.word.slice(0, 9))
      await box().pressSequentially(seed.word.slice(9), { delay: 20 })
      await marked(seed.word).waitFor()
      expect(asked()).toBe(seed.word)
      expect(await box().inputValue()).toBe(seed.word)
      expect(await page.evaluate(() => history.length)).toBe(before + 1)
      await page.goBack()
      await expect.poll(() => box().inputValue()).toBe('')
      await page.goForward()
      await expect.poll(() => box().inputValue()).toBe(seed.word)
      await marked(seed.word).waitFor()
    })

    test('never shows an older answer in the place of a newer one, and asks no longer for it', async () => {
      const given: string[] = []
      page.on('requestfailed', (request) => given.push(request.url()))
      await page.route(/\/v1\/search\?.*q=lantern/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        await route.continue().catch(() => undefined)
      })
      const slow = page.waitForRequest(/\/v1\/search\?.*q=lantern/)
      await box().fill('lantern')
      await slow
      await box().fill(`${seed.word} fed`)
      await marked('fed').waitFor()
      await expect.poll(() => given.some((url) => url.includes('q=lantern'))).toBe(true)
      await page.waitForTimeout(3_500)
      expect(asked()).toBe(`${seed.word} fed`)
      await marked('fed').waitFor()
      expect(await page.locator('.hit mark', { hasText: 'lantern' }).count()).toBe(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })

    test('waits with half a filter until it is whole', async () => {
      await box().fill(`${seed.word} type:prom`)
      await page.waitForTimeout(600)
      expect(asked()).not.toContain('type:prom')
      await box().press('End')
      await box().pressSequentially('pt ')
      await expect.poll(asked).toBe(`${seed.word} type:prompt`)
    })

    test('has the first result one key away, and arrow keys go through them and back', async () => {
      await box().fill('harbour part')
      await expect
        .poll(() => page.locator('.search-answer[aria-busy="false"] .hit').count())
        .toBeGreaterThan(0)
      await box().fill(`harbour ${seed.word}`)
      await answered(`harbour ${seed.word}`)
      await marked(seed.word).waitFor()
      await box().press('ArrowDown')
      await expect.poll(() => focused('.hit-link')).toBe(true)
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => focused('.search-input input')).toBe(true)
      await page.keyboard.press('Enter')
      await expect.poll(() => focused('.hit-link')).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => focused('body')).toBe(true)
      await page.keyboard.press('/')
      await expect.poll(() => focused('.search-input input')).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => focused('body')).toBe(true)
    })

    test('unfolds the other hits of a session in place, by keyboard too', async () => {
      await box().fill('part of the harbour')
      await answered('part of the harbour')
      const toggle = page.getByRole('button', { name: /more in this session/ }).first()
      await toggle.waitFor()
      expect(await toggle.getAttribute('aria-expanded')).toBe('false')
      await toggle.press('Enter')
      await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true')
      const items = page.locator('.more-hit')
      await items.first().waitFor()
      await expect.poll(() => items.count()).toBe(10)
      expect(new Set(await items.allInnerTexts()).size).toBe(10)
      expect(await accessibilityFindings(page)).toEqual([])
      await page.locator('.hit-link').first().focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => focused('.more-hit-link')).toBe(true)
      await page.getByRole('button', { name: /^All \d+ in this session/ }).click()
      await page.waitForURL(/session=ses_/)
      await expect.poll(() => page.locator('.hit').count()).toBeGreaterThan(10)
      await page.goBack()
      await page.getByRole('button', { name: 'Every hit' }).click()
      await page.waitForURL(/by=hit/)
      await expect.poll(() => page.locator('.hit').count()).toBeGreaterThan(10)
      await page.getByRole('button', { name: 'Every hit' }).click()
    })

    test('shows Markdown without its signs, and hostile text as text', async () => {
      await box().fill('pier.ts next')
      await page.locator('.hit', { hasText: 'pier.ts next' }).first().waitFor()
      const words = await page.locator('.hit-title, .hit-snippet').allInnerTexts()
      expect(words.join('\n')).not.toMatch(/[`*]/)
      await box().fill('turned hidden space javascript onerror')
      await page.locator('.hit', { hasText: 'onerror' }).first().waitFor()
      for (const toggle of await page.getByRole('button', { name: /more in this session/ }).all())
        await toggle.click()
      expect(await page.evaluate(() => '__xss' in window)).toBe(false)
      expect(await page.locator('.hit :is(img, script, iframe, svg[onload])').count()).toBe(0)
    })

    test('fits a narrow screen', async () => {
      await page.setViewportSize({ width: 380, height: 780 })
      await box().fill('part of the harbour')
      await answered('part of the harbour')
      const toggle = page.getByRole('button', { name: /more in this session/ }).first()
      await toggle.click()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    })

    test('did nothing behind anyone’s back', () => {
      expect(seen).toEqual({ errors: [], foreign: [] })
    })
  })
