import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './support/ask.ts'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { makeSeed } from './support/seed.ts'
import { readSettings } from './support/settings.ts'
import { ingestAs } from './support/sign-in.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`who sees a project (${settings.skip})`, () => undefined)
else
  describe('who sees a project', () => {
    const { baseUrl } = settings
    const run = `sees${Date.now().toString(36)}`
    const name = `payroll-${run}`
    const seed = makeSeed(run, Date.now())
    const bo = `Bo ${run}`
    let browser: Browser
    let page: Page
    let seen: Watch
    let me: string

    const row = () => page.locator('.settings-list > li', { hasText: name }).first()
    const list = () => page.getByRole('region', { name: `List of ${name}` })
    const dialog = () => page.getByRole('dialog')
    const open = async () => {
      await page.goto(`${baseUrl}/settings/projects`)
      await page.getByRole('button', { name: `Who sees ${name}` }).click()
      await page.getByRole('radio', { name: 'The whole team' }).waitFor()
    }
    const save = () => page.getByRole('button', { name: 'Save' }).click()

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      const [session] = seed.request.sessions
      const project = { remote_url: null, root_commit: null, root_path: `/srv/${name}` }
      await ingestAs(page, { ...seed.request, sessions: [{ ...session, project }] })
      await askAs(page, {
        method: 'POST',
        path: '/v1/team/service-accounts',
        body: { name: bo, role: 'member' },
      })
      const { user } = await askAs<{ user: { name: string } }>(page, {
        method: 'GET',
        path: '/v1/me',
      })
      me = user.name
    })
    afterAll(() => browser?.close())

    test('is asked for once more before it is narrowed, and stays as it is when somebody shrinks back', async () => {
      await open()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('radio', { name: 'The members on its list alone' }).check()
      await save()
      await dialog().getByText('you are put on it, and nobody else reads it').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Leave it as it is' }).click()
      await open()
      expect(await page.getByRole('radio', { name: 'The whole team' }).isChecked()).toBe(true)
    })

    test('is restricted to its list, which members are put on and taken off', async () => {
      await page.getByRole('radio', { name: 'The members on its list alone' }).check()
      await page.getByRole('radio', { name: 'Private' }).check()
      await save()
      await dialog().getByText('New sessions are read by whoever wrote them alone').waitFor()
      await dialog().getByRole('button', { name: 'Do it now' }).click()
      await row().getByText('restricted', { exact: true }).waitFor()
      await row().getByText('new sessions are private').waitFor()
      await list().getByText(me, { exact: false }).first().waitFor()

      await list().getByLabel('Member to put on the list').selectOption({ label: bo })
      await list().getByRole('button', { name: 'Put on the list' }).click()
      const grant = list().locator('li', { hasText: bo })
      await grant.getByText('put here by').waitFor()
      await grant.getByRole('button', { name: 'Take off' }).click()
      // The first press asks.
      await grant.getByRole('button', { name: `Take ${bo} off now` }).click()
      await expect.poll(() => grant.count()).toBe(0)
    })

    test('shows an admin who is not on the list its name and settings alone, and says so', async () => {
      await list().getByLabel('Member to put on the list').selectOption({ label: bo })
      await list().getByRole('button', { name: 'Put on the list' }).click()
      await list().locator('li', { hasText: bo }).waitFor()
      const mine = list()
        .locator('li', { hasText: me })
        .filter({ hasNotText: `${bo} ` })
      await mine.getByRole('button', { name: 'Take off' }).click()
      await mine.getByRole('button', { name: /off now$/ }).click()
      await page.getByText('You are not on its list').waitFor()
      await row().getByText('closed to you').waitFor()
      await page.getByRole('radio', { name: 'The whole team' }).check()
      await save()
      await dialog().getByText('The whole team reads all that is in it at once').waitFor()
      await dialog().getByRole('button', { name: 'Do it now' }).click()
      await expect.poll(() => row().getByText('closed to you').count()).toBe(0)
    })

    test('keeps worktrees apart without a question, as nobody loses anything by it', async () => {
      await page.getByRole('checkbox', { name: 'Keep worktrees apart' }).check()
      await save()
      await row().getByText('worktrees apart').waitFor()
      expect(await dialog().count()).toBe(0)
    })

    test('fits a narrow screen', async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.getByRole('checkbox', { name: 'Keep worktrees apart' }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        390,
      )
      expect(await accessibilityFindings(page)).toEqual([])
      await page.setViewportSize({ width: 1360, height: 860 })
      expect(seen).toEqual({ errors: [], foreign: [] })
    })

    test('stays as it is, in the words of the server, when that refuses', async () => {
      const message = 'This needs the role admin in the team; you have member.'
      await page.route('**/v1/projects/prj_*', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 403, json: { error: { code: 'auth.role_needed', message } } })
          : route.continue(),
      )
      await page.getByRole('checkbox', { name: 'Keep worktrees apart' }).uncheck()
      await save()
      await page.getByText(message).waitFor()
    })
  })
