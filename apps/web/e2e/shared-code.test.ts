import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './support/ask.ts'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { readSettings } from './support/settings.ts'
import { sendAs } from './support/sign-in.ts'

const settings = readSettings()
const hash = (n: number) => n.toString(16).padStart(40, '0')

if ('skip' in settings) test.skip(`shared code (${settings.skip})`, () => undefined)
else
  describe('shared code', () => {
    const { baseUrl } = settings
    const run = `code${Date.now().toString(36)}`
    const path = 'src/berth.ts'
    const remote_url = `https://git.test/e2e/${run}.git`
    const sender = {
      machine: {
        fingerprint: 'e'.repeat(32),
        name: 'browser test',
        platform: 'test',
        agent_version: '0',
      },
      project: { remote_url, root_commit: null, root_path: `/srv/${run}` },
    }
    const first = Date.now() % 1_000_000_000
    const LINES = [
      'export const berth = 1',
      '<img src=x onerror="window.pwned = true"><script>window.pwned = true</script>',
      'const admin = \u202e"resu"\u2066 // \u2069',
      '\u001b[31mred\u001b[0m \u0007bell',
      `const long = '${'x'.repeat(400)}'`,
    ]
    let browser: Browser
    let page: Page
    let seen: Watch
    let project: string

    const commit = (n: number, parents: string[], subject: string) => ({
      sha: hash(first + n),
      parents,
      tree: hash(1),
      patch_id: null,
      author_name: 'Ann',
      author_hash: null,
      branch: 'main',
      subject,
      trailers: [],
      mentions: [],
      authored_at: new Date(Date.now() + n * 1_000).toISOString(),
      committed_at: new Date(Date.now() + n * 1_000).toISOString(),
      files: [
        {
          path,
          old_path: null,
          status: n === 0 ? 'added' : 'modified',
          is_binary: false,
          added_lines: 1,
          removed_lines: 0,
          added: [],
          removed: [],
        },
      ],
      file_count: 1,
      noted_sessions: [],
    })
    const code = (n: number, hunks: object[]) => ({
      sha: hash(first + n),
      files: [{ path, old_path: null, status: n === 0 ? 'added' : 'modified', hunks }],
    })
    const open = () =>
      page.goto(`${baseUrl}/code?${new URLSearchParams({ project, path }).toString()}`)
    const setSharing = async (isShared: boolean) => {
      await page.goto(`${baseUrl}/settings/projects`)
      await page.getByRole('button', { name: new RegExp(`^Who sees .*${run}`) }).click()
      await page.getByRole('checkbox', { name: 'Share its code' }).setChecked(isShared)
      await page.getByRole('button', { name: 'Save' }).click()
    }
    const dialog = () => page.getByRole('dialog')

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      const commits = [
        commit(0, [], 'Begin <b>the berth</b>'),
        commit(1, [hash(first)], 'Number the berths'),
      ]
      await sendAs(page, {
        method: 'POST',
        path: '/v1/commits',
        body: { ...sender, commits, rewrites: [] },
      })
      const { items } = await askAs<{ items: { id: string; remote_url: string | null }[] }>(page, {
        method: 'GET',
        path: '/v1/projects?limit=200',
      })
      project = items.find((one) => one.remote_url?.includes(run))?.id ?? ''
    })
    afterAll(() => browser?.close())

    test('is not there until an admin turns it on, after it is said what that means', async () => {
      await open()
      await page.getByText('Open your copy of this file.').waitFor()
      await setSharing(true)
      await dialog().getByText('Secrets are taken out as from sessions').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Do it now' }).click()
      await page.getByText('shares its code').first().waitFor()
      await page.goto(`${baseUrl}/code?project=${project}`)
      await page.getByText('This project shares its code').waitFor()
    })

    test('is shown with the commit behind each line, and what is hostile in it does nothing', async () => {
      const hunk = (at: number, removed: number, lines: string[]) => ({
        at,
        removed,
        added: lines.length,
        lines,
      })
      await sendAs(page, {
        method: 'POST',
        path: '/v1/shared-code',
        body: {
          ...sender,
          commits: [
            code(0, [hunk(0, 0, LINES), { at: 0, removed: 0, added: 2, lines: null }]),
            code(1, [hunk(3, 0, ['export const quay = 2'])]),
          ],
        },
      })
      await open()
      const lines = page.getByRole('region', { name: 'Its lines, and who wrote them' })
      await lines.getByText('export const quay = 2').waitFor()
      await lines.getByText('2 lines whose text was not shared').waitFor()
      expect(await lines.getByRole('link', { name: /Number the berths/ }).count()).toBeGreaterThan(
        0,
      )
      const text = (await lines.textContent()) ?? ''
      expect(text).toContain('<img src=x onerror=')
      expect(text).toContain('[U+202E]')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be left
      expect(text).not.toMatch(/[\u0000-\u0008\u001b\u202e\u2066]/)
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
      expect(await lines.locator('img, script, b').count()).toBe(0)
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('fits a narrow screen, dark', async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
      await page.reload()
      await page.getByText('export const quay = 2').waitFor()
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      expect(await width()).toBeLessThanOrEqual(390)
      expect(await accessibilityFindings(page)).toEqual([])
      await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'light'))
      await page.setViewportSize({ width: 1360, height: 860 })
    })

    test('is gone when an admin turns it off', async () => {
      await setSharing(false)
      await dialog().getByText('deleted on this server at once').waitFor()
      await dialog().getByRole('button', { name: 'Do it now' }).click()
      // The dialog is gone before the server has answered.
      await expect.poll(() => page.getByText('shares its code').count()).toBe(0)
      await open()
      await page.getByText('Open your copy of this file.').waitFor()
      expect(await page.getByText('export const quay = 2').count()).toBe(0)
      expect(seen.foreign).toEqual([])
    })
  })
