import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './support/ask.ts'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`forgetting several (${settings.skip})`, () => undefined)
else
  describe('forgetting several', () => {
    const { baseUrl } = settings
    const run = `gone${Date.now().toString(36)}`
    // So long ago that nothing else on the server is from before it.
    const day = '2021-03-09'
    const seed = makeSeed(run, Date.parse('2021-03-02T08:00:00Z'))
    let browser: Browser
    let page: Page
    let seen: Watch

    const section = () => page.getByRole('region', { name: 'Forget several' })
    const dialog = () => page.getByRole('dialog')
    const listed = async (): Promise<boolean> => {
      const path = `/v1/sessions?title=${encodeURIComponent(seed.title)}`
      const { items } = await askAs<{ items: { title: string }[] }>(page, { method: 'GET', path })
      return items.some(({ title }) => title === seed.title)
    }

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      const [session] = seed.request.sessions
      const project = { remote_url: null, root_commit: null, root_path: `/srv/${run}` }
      await ingestAs(page, { ...seed.request, sessions: [{ ...session, project }] })
    })
    afterAll(() => browser?.close())

    const show = async () => {
      await page.goto(`${baseUrl}/settings/deletions`)
      await section().getByRole('radio', { name: 'that ended before a day' }).check()
      await section().getByLabel('Before', { exact: true }).fill(day)
      await section().getByRole('button', { name: 'Show what goes' }).click()
      await dialog().getByText(seed.title).waitFor()
    }

    test('shows all that goes and what stays, and nothing goes when somebody shrinks back', async () => {
      expect(await listed()).toBe(true)
      await show()
      await dialog().getByText('1 session').first().waitFor()
      await dialog().getByText('What stays:').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Leave it as it is' }).click()
      await expect.poll(() => dialog().count()).toBe(0)
      expect(await listed()).toBe(true)
    })

    test('hides it once it is confirmed, and an undo brings it back', async () => {
      await show()
      await dialog()
        .getByRole('button', { name: /^Forget/ })
        .click()
      await page.getByText('It is forgotten.').waitFor()
      await expect.poll(listed).toBe(false)
      const row = page.locator('.settings-list > li', { hasText: 'Sessions of one person' }).first()
      await row.getByRole('button', { name: 'Undo' }).click()
      await row.getByText('undone').waitFor()
      await expect.poll(listed).toBe(true)
      expect(seen).toEqual({ errors: [], foreign: [] })
    })
  })
