import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './support/ask.ts'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { fillTeam } from './support/rich-seed.ts'
import { readSettings } from './support/settings.ts'
import { sendAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`the first page (${settings.skip})`, () => undefined)
else
  describe('the first page', () => {
    let browser: Browser
    let page: Page
    let seen: Watch
    const run = Date.now().toString(36)
    const { baseUrl } = settings

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
    })
    afterAll(() => browser?.close())

    const box = (title: string | RegExp) =>
      page.locator('.home-box').filter({ has: page.getByRole('heading', { name: title }) })
    const step = (name: string) =>
      page.locator('.guide li').filter({ has: page.getByRole('heading', { name }) })
    const askForGuide = async () => {
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('button', { name: 'First steps' }).click()
      await page.waitForURL(`${baseUrl}/?guide=shown`)
      await page.getByRole('heading', { name: 'First steps' }).waitFor()
    }

    test('has a guide in order that the menu brings back after somebody hid it', async () => {
      await askForGuide()
      const names = await page.locator('.guide h3').allInnerTexts()
      expect(names.map((name) => name.replace(/\s*\(done\)/, ''))).toEqual([
        'Connect a machine',
        'Import your sessions',
        'Distil them with your own coding agent',
        'Connect your agents',
        'Invite a colleague',
      ])
      await page.getByRole('button', { name: 'Hide them' }).click()
      await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
      await page.reload()
      await box('For you this week').waitFor()
      expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0)
      await askForGuide()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('ticks a step by itself once it happened', async () => {
      await fillTeam(page, run)
      await sendAs(page, {
        method: 'POST',
        path: '/v1/memories',
        body: { statement: `Buoys ${run} are counted by radar.`, draft: true },
      })
      await step('Import your sessions').and(page.locator('[data-done]')).waitFor()
      await step('Connect a machine').and(page.locator('[data-done]')).waitFor()
    })

    test('says what is new, and each part leads to where it is done', async () => {
      await page.goto(`${baseUrl}/`)
      await box(/^New/)
        .getByText(/\d+ sessions?, .*\d+ memor/)
        .waitFor()
      const hrefs = await page
        .locator('.home-page-link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(hrefs).toEqual([
        '/memories/review?batch=true',
        '/sessions',
        '/memories/contradictions',
        '/memories',
        '/capture',
        '/settings/usage',
      ])
      await box('Cost').getByText('No language model was asked').waitFor()
    })

    test('has a batch for this week, and counts what was decided of it', async () => {
      type Queue = { items: { id: string }[]; batch: { size: number; decided: number } }
      const batch = () =>
        askAs<Queue>(page, { method: 'GET', path: '/v1/memories/review?batch=true' })
      const before = await batch()
      expect(before.batch.size).toBeLessThanOrEqual(15)
      await box('For you this week').getByRole('link', { name: 'Review them' }).click()
      await page.waitForURL(`${baseUrl}/memories/review?batch=true`)
      await page.getByText(/Your batch of this week: \d+ of \d+ memor/).waitFor()
      await page
        .getByRole('button', { name: 'Only my batch of this week', pressed: true })
        .waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Archive' }).click()
      await expect.poll(async () => (await batch()).batch.decided).toBe(before.batch.decided + 1)
      await page.goto(`${baseUrl}/`)
      await box('For you this week')
        .getByText(`${before.batch.decided + 1} of ${before.batch.size}`)
        .or(box('For you this week').getByText('All of this week is decided'))
        .waitFor()
    })

    test('still leads to the list of sessions by an address of before', async () => {
      await page.goto(`${baseUrl}/?tool=none`)
      await page.waitForURL(`${baseUrl}/sessions?tool=none`)
      await page.getByText('No session matches').waitFor()
    })

    test('did nothing behind anyone’s back', () => {
      expect(seen.errors).toEqual([])
      expect(seen.foreign).toEqual([])
    })
  })
