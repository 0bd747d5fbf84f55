import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openPage } from './support/open-page.ts'
import { readSettings } from './support/settings.ts'
import { signInLink } from './support/sign-in.ts'
import { transcriptFiles } from './support/transcript-files.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`the page Import (${settings.skip})`, () => undefined)
else
  describe('the page Import', () => {
    const { baseUrl } = settings
    const run = Date.now().toString(36)
    const files = transcriptFiles(run)
    let browser: Browser
    let page: Page
    let seen: Watch

    const input = () => page.getByLabel('Session files')
    const row = (name: string) =>
      page.getByRole('list', { name: 'Files' }).locator('> li').filter({ hasText: name })
    const choose = (name: string, text: string | Buffer) =>
      input().setInputFiles({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(text),
      })

    beforeAll(async () => {
      ;({ browser, page, seen } = await openPage(settings))
    })
    afterAll(() => browser?.close())

    test('is behind the sign-in page, which asks for nothing that it would be refused', async () => {
      const refused: string[] = []
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
      })
      const visitor = seen.errors
      for (const path of ['/import', '/', '/sign-in']) {
        await page.goto(`${baseUrl}${path}`)
        await page.waitForURL(/\/sign-in\?next=/)
        await page.getByText('npm run sign-in').waitFor()
        await page.waitForLoadState('networkidle')
      }
      expect(refused).toEqual([])
      expect(visitor).toEqual([])
      page.removeAllListeners('response')
    })

    test('is a step from the list of sessions', async () => {
      await page.goto(await signInLink(baseUrl, settings.signIn))
      await page.getByRole('button', { name: /^Account of/ }).waitFor()
      await page.goto(`${baseUrl}/sessions`)
      await page.getByRole('link', { name: 'Import a transcript' }).first().click()
      await page.waitForURL(`${baseUrl}/import`)
      await page.getByText('Secrets are taken out there before anything is stored').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('takes files of three tools that are dropped together', async () => {
      const transfer = await page.evaluateHandle((dropped) => {
        const data = new DataTransfer()
        for (const { name, text } of dropped) data.items.add(new File([text], name))
        return data
      }, files)
      await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: transfer })
      for (const { name, tool } of files) {
        await row(name).getByText('New, with 1 message.').waitFor()
        await row(name).getByText(tool, { exact: true }).waitFor()
        await row(name)
          .getByText(/1 secret taken out/)
          .waitFor()
      }
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('leads to each session, in which the secret is gone', async () => {
      const [first] = files
      if (first === undefined) throw new Error('no file')
      await row(first.name).getByRole('link').click()
      await page.waitForURL(/\/sessions\/ses_/)
      await page.getByText(first.word).first().waitFor()
      expect(await page.content()).not.toContain(first.secret)
      await page.goBack()
    })

    test('makes them found at once', async () => {
      for (const { word, secret } of files) {
        await page.goto(`${baseUrl}/search?q=${word}`)
        await page.locator('.hit mark').first().waitFor()
        await page.goto(`${baseUrl}/search?q=${secret}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await page.content()).not.toContain(`is ${secret}`)
      }
    })

    test('says that a file it knows brings nothing new, by the keyboard alone', async () => {
      await page.goto(`${baseUrl}/import`)
      await page.getByRole('button', { name: /^Account of/ }).waitFor()
      let hasOpened = false
      const chooser = page.waitForEvent('filechooser').finally(() => {
        hasOpened = true
      })
      // What is focused before the page has come alive may lose it again.
      for (let n = 0; n < 30 && !hasOpened; n++) {
        await input().focus()
        await page.keyboard.press('Enter')
        await page.waitForTimeout(500)
      }
      const [known] = files
      if (known === undefined) throw new Error('no file')
      await (await chooser).setFiles({
        name: known.name,
        mimeType: 'text/plain',
        buffer: Buffer.from(known.text),
      })
      await row(known.name).getByText('Nothing new: all 1 message were here already.').waitFor()
    })

    test('says in a sentence why it does not take a file, whatever that is or is called', async () => {
      await choose('<img src=x onerror="window.__xss=1">.jsonl', '<script>window.__xss=2</script>')
      await page
        .getByText(/Nothing in this file is a session/)
        .first()
        .waitFor()
      await choose('chats.zip', 'PK\u0003\u0004rest')
      await row('chats.zip')
        .getByText(/This is an archive/)
        .waitFor()
      await choose('ui_messages.json', '[{"ts":1,"type":"say","say":"text","text":"hello"}]')
      await row('ui_messages.json')
        .getByText(/lore import --path FOLDER/)
        .waitFor()
      await choose(
        'noise.db',
        Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7) % 256)),
      )
      await row('noise.db').getByRole('alert').waitFor()
      expect(await page.evaluate(() => Reflect.get(window, '__xss'))).toBeUndefined()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('stops when it is asked to, and tries again', async () => {
      const session = await page.context().newCDPSession(page)
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 }
      await session.send('Network.emulateNetworkConditions', slow)
      await choose('large.jsonl', 'x'.repeat(2_000_000))
      await row('large.jsonl')
        .getByRole('button', { name: /^Cancel/ })
        .click()
      await row('large.jsonl')
        .getByText(/^Cancelled/)
        .waitFor()
      await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
      await row('large.jsonl')
        .getByRole('button', { name: /^Try again/ })
        .click()
      await row('large.jsonl').getByRole('alert').waitFor()
    })

    test('keeps to its owner what they want for themselves', async () => {
      const [file] = transcriptFiles(`${run}own`)
      if (file === undefined) throw new Error('no file')
      await page.getByLabel('Only I may see these sessions').check()
      await choose(file.name, file.text)
      await row(file.name).getByText('Private', { exact: true }).waitFor()
    })

    test('is readable dark, and on a narrow screen without scrolling sideways', async () => {
      await page.getByRole('radio', { name: 'Dark' }).check()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('radio', { name: 'Light' }).check()
      await page.setViewportSize({ width: 380, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        380,
      )
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('did nothing behind anyone’s back', () => {
      // A refused file is an answer like any other; the browser notes it all the same.
      expect(seen.errors.filter((error) => !/status of 422/.test(error))).toEqual([])
      expect(seen.foreign).toEqual([])
    })
  })
