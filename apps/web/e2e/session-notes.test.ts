import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './support/ask.ts'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`notes of a session (${settings.skip})`, () => undefined)
else
  describe('notes of a session', () => {
    const { baseUrl } = settings
    const run = `notes${Date.now().toString(36)}`
    const seed = makeSeed(run, Date.now())
    let browser: Browser
    let page: Page
    let seen: Watch
    let id: string

    const notes = () => page.getByRole('region', { name: 'Notes of people' })
    const add = async (button: string, field: string, words: string) => {
      await notes().getByRole('button', { name: button }).click()
      await notes().getByRole('textbox', { name: field }).fill(words)
      await notes().getByRole('button', { name: 'Add', exact: true }).click()
      await notes().getByText(words).waitFor()
    }

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

    test('a tag, an annotation and a summary are added and shown', async () => {
      await add('Add a tag', 'Tag', run)
      await add('Add an annotation', 'Annotation', 'The second try is the one we kept.')
      await add('Add your summary', 'Summary', 'Moved the tide tables into one file.')
      await notes().getByText('Summary by').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('what was removed is restored by Undo', async () => {
      await notes()
        .getByRole('button', { name: `Remove the tag ${run}` })
        .click()
      await expect.poll(() => notes().getByText(`#${run}`).count()).toBe(0)
      await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
      await notes().getByText(`#${run}`).waitFor()
    })

    test('a second summary takes the place of the first, and a tag that is none is refused', async () => {
      await add('Add your summary', 'Summary', 'Moved them, and tested it.')
      await expect.poll(() => notes().getByText('Summary by').count()).toBe(1)
      await notes().getByRole('button', { name: 'Add a tag' }).click()
      await notes().getByRole('textbox', { name: 'Tag' }).fill('two words')
      await notes().getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('A tag has letters, digits').waitFor()
      await notes().getByRole('button', { name: 'Cancel' }).click()
    })

    test('fits a narrow screen, dark', async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
      await page.reload()
      await notes().getByText(`#${run}`).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        390,
      )
      expect(await accessibilityFindings(page)).toEqual([])
      await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'light'))
      await page.setViewportSize({ width: 1360, height: 860 })
      await page.reload()
    })

    test('a tag leads to the sessions that have it', async () => {
      await notes()
        .getByRole('link', { name: `#${run}` })
        .click()
      await page.waitForURL((url) => url.searchParams.get('tag') === run)
      await page.getByRole('link', { name: seed.title }).first().waitFor()
      // Of what was refused the browser says so itself.
      expect(seen.foreign).toEqual([])
    })
  })
