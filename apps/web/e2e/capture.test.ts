import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { makeReport, makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs, reportCaptureAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`the page Capture (${settings.skip})`, () => undefined)
else
  describe('the page Capture', () => {
    const { baseUrl } = settings
    const run = `capture${Date.now().toString(36)}`
    const seed = makeSeed(run, Date.now())
    const request = { ...seed.request, machine: { ...seed.request.machine, name: `shed ${run}` } }
    let browser: Browser
    let page: Page
    let seen: Watch

    const card = () => page.getByRole('article', { name: request.machine.name, exact: true })
    const report = (missing: number) =>
      reportCaptureAs(page, makeReport(request, { missing, at: new Date().toISOString() }))

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      await ingestAs(page, request)
    })
    afterAll(() => browser?.close())

    test('shows a machine that never reported as such', async () => {
      await page.getByRole('link', { name: 'Capture', exact: true }).first().click()
      await page.waitForURL(`${baseUrl}/capture`)
      await card().getByText('No report').first().waitFor()
    })

    test('says what is missing, by a word and on top, with what to do', async () => {
      await report(7)
      await page.reload()
      await card().getByText('Alarm', { exact: true }).last().waitFor()
      const alarm = page.getByRole('region', { name: 'Alarms' }).getByRole('listitem')
      const ours = alarm.filter({ hasText: request.machine.name })
      await ours.filter({ hasText: '7 messages of Claude Code' }).getByText('lore import').waitFor()
      expect(await card().locator('td[data-label="Missing"]').textContent()).toBe('7')
      await card().getByText('3 sessions kept back by choice').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('shows what a machine says as text, whatever it says', async () => {
      await page.getByText('<script>window.__xss=1</script>').first().waitFor()
      expect(await page.evaluate(() => Reflect.get(window, '__xss'))).toBeUndefined()
    })

    test('follows when what was missing arrives, without a reload', async () => {
      await page.evaluate(() => Object.assign(window, { __sameDocument: true }))
      await report(0)
      await ingestAs(page, {
        ...request,
        sessions: request.sessions.map((one) => ({ ...one, title: `${one.title} again` })),
      })
      await expect
        .poll(() => card().locator('td[data-label="Missing"]').textContent(), { timeout: 40_000 })
        .toBe('0')
      expect(await page.evaluate(() => Reflect.get(window, '__sameDocument'))).toBe(true)
    })

    test('is readable dark, and on a narrow screen without scrolling sideways', async () => {
      await page.getByRole('radio', { name: 'Dark' }).check()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('radio', { name: 'Light' }).check()
      await page.setViewportSize({ width: 380, height: 800 })
      await card().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        380,
      )
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('did nothing behind anyone’s back', () => {
      expect(seen.errors).toEqual([])
      expect(seen.foreign).toEqual([])
    })
  })
