import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './support/ask.ts'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`sharing a session (${settings.skip})`, () => undefined)
else
  describe('sharing a session', () => {
    const { baseUrl } = settings
    const run = `share${Date.now().toString(36)}`
    const seed = makeSeed(run, Date.now())
    let browser: Browser
    let page: Page
    let seen: Watch
    let id: string

    const dialog = () => page.getByRole('dialog')
    const visibility = async () =>
      (
        await askAs<{ visibility: string }>(page, {
          method: 'GET',
          path: `/v1/sessions/${id}`,
        })
      ).visibility

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      await ingestAs(page, seed.request)
      const { items } = await askAs<{ items: { id: string }[] }>(page, {
        method: 'GET',
        path: `/v1/sessions?title=${encodeURIComponent(seed.title)}`,
      })
      id = items[0]?.id ?? ''
      await page.goto(`${baseUrl}/sessions/${id}`)
    })
    afterAll(() => browser?.close())

    test('one that nobody else has drawn on is made private, after it is said what that means', async () => {
      await page.getByRole('button', { name: 'Make private' }).click()
      await dialog().getByText('Nobody else has drawn on it yet').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Make it private' }).click()
      await page.getByText('Private', { exact: true }).waitFor()
      expect(await visibility()).toBe('private')
    })

    test('shows what would become visible, and leaves it private when somebody shrinks back', async () => {
      await page.getByRole('button', { name: 'Share with the team' }).click()
      await dialog().getByText('it is read and found by the team').waitFor()
      await dialog().getByText('121 prompts').waitFor()
      await dialog().getByRole('group', { name: 'What goes along' }).getByText(seed.title).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Leave it as it is' }).click()
      expect(await visibility()).toBe('private')
    })

    test('fits a narrow screen, dark', async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
      await page.reload()
      await page.getByRole('button', { name: 'Share with the team' }).click()
      await dialog().getByText('121 prompts').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        390,
      )
      expect(await accessibilityFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog().count()).toBe(0)
      await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'light'))
      await page.setViewportSize({ width: 1360, height: 860 })
      await page.reload()
    })

    test('shares it, and offers the way back', async () => {
      await page.getByRole('button', { name: 'Share with the team' }).click()
      await dialog().getByRole('button', { name: 'Share it' }).click()
      await page.getByRole('button', { name: 'Make private' }).waitFor()
      await page.getByText('It is read by the team now.').waitFor()
      expect(await visibility()).toBe('team')
      expect(seen).toEqual({ errors: [], foreign: [] })
    })
  })
