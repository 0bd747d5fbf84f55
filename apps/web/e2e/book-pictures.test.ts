import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { readSettings } from './support/settings.ts'
import { sendAs } from './support/sign-in.ts'

const settings = readSettings()
const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>window.pwned = true</script></svg>',
)
const NOTE = `---
title: Pump
type: part
---
![The pump](img/pump.png) ![Its drawing](img/plan.svg) ![Never taken](img/none.png)

![Elsewhere](https://pictures.test/seen.png)
`

if ('skip' in settings) test.skip(`pictures of a book (${settings.skip})`, () => undefined)
else
  describe('pictures of a book', () => {
    const { baseUrl } = settings
    const name = `pictures-${Date.now().toString(36)}`
    let browser: Browser
    let page: Page
    let seen: Watch

    const send = (path: string, body: object) =>
      sendAs(page, { method: 'POST', path: `/v1/books/${name}/${path}`, body })
    const open = () => page.goto(`${baseUrl}/books/${name}/entity?name=Pump`)

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      await send('ingest', {
        project: `project: ${name}\nversion: 1\nimages: true\nlayers:\n  - { name: plan, paths: [./plan/], canonical: true }\n`,
        schema: 'version: 1\nentity_types:\n  - name: part\n',
        files: [{ path: 'plan/pump.md', text: NOTE, hash: hashOf(NOTE) }],
        has_more: false,
        dry_run: false,
        is_past: false,
      })
      const pictures = Object.entries({ 'plan/img/pump.png': PNG, 'plan/img/plan.svg': SVG }).map(
        ([path, bytes]) => ({ path, hash: hashOf(bytes), data: bytes.toString('base64') }),
      )
      await send('pictures', { has_more: true, pictures })
      await send('pictures', { pictures: pictures.map(({ path, hash }) => ({ path, hash })) })
    })
    afterAll(() => browser?.close())

    test('are shown in the note that names them', async () => {
      await open()
      const picture = page.getByRole('img', { name: 'The pump' })
      await picture.waitFor()
      await expect
        .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
        .toBe(1)
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('that are drawings are offered to save, and run nothing', async () => {
      const drawing = page.getByRole('link', { name: '[image: Its drawing]' })
      expect(await drawing.getAttribute('download')).not.toBeNull()
      const href = (await drawing.getAttribute('href')) ?? ''
      const answer = await page.request.get(new URL(href, baseUrl).href)
      expect(answer.status()).toBe(200)
      expect(answer.headers()['content-disposition']).toContain('attachment')
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    })

    test('that the server does not have are named, and none of another host is fetched', async () => {
      await page.getByText('[image: Never taken]').waitFor()
      expect(await page.getByRole('img', { name: 'Elsewhere' }).count()).toBe(0)
      expect(seen.foreign).toEqual([])
    })

    test('fit a narrow screen', async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.reload()
      await page.getByRole('img', { name: 'The pump' }).waitFor()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(390)
    })
  })
