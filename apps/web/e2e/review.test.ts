import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { readSettings } from './support/settings.ts'
import { sendAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`review by keyboard (${settings.skip})`, () => undefined)
else
  describe('review by keyboard', () => {
    const { baseUrl } = settings
    const word = `quay${Date.now().toString(36)}`
    let browser: Browser
    let page: Page
    let seen: Watch

    const remember = (statement: string, more = {}) =>
      sendAs(page, { method: 'POST', path: '/v1/memories', body: { statement, ...more } })
    const row = (text: string) => page.locator('.review-columns .memory-row', { hasText: text })
    const current = () => page.locator('.review-current h2.memory-statement')

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      for (const name of ['first', 'second', 'third'])
        await remember(`The ${name} ${word} is closed at night.`, { origin: 'web' })
      await page.goto(`${baseUrl}/memories/review`)
      await row(`third ${word}`).waitFor()
    })
    afterAll(() => browser?.close())

    test('moves by j and k, and shows what is decided on whole', async () => {
      // What was recorded last stands first; others may wait here as well.
      await row(`third ${word}`).click()
      await page.keyboard.press('j')
      await expect.poll(() => current().textContent()).toContain(`second ${word}`)
      await page.keyboard.press('k')
      await expect.poll(() => current().textContent()).toContain(`third ${word}`)
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('approves by a, and takes it back by u', async () => {
      await page.keyboard.press('a')
      await expect.poll(() => row(`third ${word}`).count()).toBe(0)
      await page.keyboard.press('u')
      await row(`third ${word}`).waitFor()
    })

    test('rejects by r with a reason; what is typed there decides nothing', async () => {
      await row(`second ${word}`).click()
      await page.keyboard.press('r')
      const why = page.getByLabel('Why is it not so?')
      await why.waitFor()
      await page.keyboard.type('a jaunty xylophone')
      expect(await why.inputValue()).toBe('a jaunty xylophone')
      expect(await row(word).count()).toBe(3)
      await page.keyboard.press('Escape')
      await expect.poll(() => why.count()).toBe(0)
      expect(await row(word).count()).toBe(3)
      await page.keyboard.press('r')
      await page.keyboard.type('it never was')
      await page.keyboard.press('Enter')
      await expect.poll(() => row(`second ${word}`).count()).toBe(0)
      expect(await row(word).count()).toBe(2)
    })

    test('picks several by x and decides on them at once', async () => {
      for (const name of ['first', 'third']) {
        await row(`${name} ${word}`).click()
        await page.keyboard.press('x')
      }
      await page.getByText('2 picked').waitFor()
      await page.keyboard.press('a')
      await expect.poll(() => row(word).count()).toBe(0)
      await page.goto(`${baseUrl}/memories`)
      await page.getByLabel('Words').fill(word)
      await expect.poll(() => page.locator('.memory-list .memory-row').count()).toBe(2)
    })

    test('a memory tells its thread, and takes a word on how it stands', async () => {
      await page.locator('.memory-list .memory-row', { hasText: `third ${word}` }).click()
      await page.getByRole('heading', { level: 1, name: new RegExp(`third ${word}`) }).waitFor()
      const thread = page.getByRole('region', { name: 'History' })
      await expect.poll(() => thread.textContent()).toContain('approved')
      await page.getByRole('button', { name: 'Mark as stale' }).click()
      await page.getByLabel('What does not hold any more?').fill('open again')
      await page.keyboard.press('Enter')
      await page.getByText('Somebody marked it as stale').waitFor()
      await page.getByRole('button', { name: 'Still so' }).click()
      await expect.poll(() => page.getByText('Somebody marked it as stale').count()).toBe(0)
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('a memory has beside it what contradicts it, where it is found and on its page', async () => {
      for (const retries of [5, 9])
        await remember(`The ${word} queue allows ${retries} retries.`, { valid_from: '2026-01-01' })
      await page.goto(`${baseUrl}/search?q=${encodeURIComponent(`"${word} queue" 5`)}`)
      const beside = page.locator('.hit .other-side', { hasText: `${word} queue allows 9` })
      await beside.waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await beside.getByRole('link', { name: new RegExp(`${word} queue`) }).click()
      await page.getByRole('heading', { level: 1, name: /allows 9/ }).waitFor()
      await page.locator('.other-side', { hasText: `${word} queue allows 5` }).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('contradictions stand side by side, and one is kept', async () => {
      await page.getByRole('link', { name: 'Decide' }).click()
      await page.getByRole('heading', { level: 1, name: 'Contradictions' }).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      const pair = page.locator('.contradiction', { hasText: `${word} queue allows 9` })
      await pair.getByRole('button', { name: 'Both hold' }).click()
      await expect.poll(() => pair.count()).toBe(0)
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: /allows 9/ }).waitFor()
      await expect.poll(() => page.locator('.other-side').count()).toBe(0)
      expect(seen).toEqual({ errors: [], foreign: [] })
    })
  })
