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
    const saved = () => expect.poll(() => page.getByText(/^Saving \d/).count()).toBe(0)
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
      await saved()
      await page.goto(`${baseUrl}/memories`)
      await page.getByLabel('Words').fill(word)
      await expect.poll(() => page.locator('.memory-list .memory-row').count()).toBe(2)
    })

    test('a memory shows its thread, and takes a word on how it stands', async () => {
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

    // As unlike each other as notes of one team are: none of them stands in for another, or waits as a pair with one.
    const SENTENCES = [
      'Gulls nest on the north crane from April on.',
      'The weighbridge prints two tickets for each lorry.',
      'Diesel is delivered before noon, or not at all.',
      'Pilots answer on channel twelve.',
      'Spare ropes are spliced by the night shift.',
      'Customs seals a hatch with lead, never with wire.',
      'Fog horns sound twice when the lock opens.',
      'Paint for hulls has to dry for nine hours.',
      'Nobody parks under the coal conveyor.',
      'An anchor chain is measured in shackles.',
      'Visitors sign the blue book at the gatehouse.',
      'Ice is broken at the western quay first.',
      'Lifeboats are lowered every second Friday.',
      'Grain dust explodes, so lamps are sealed.',
      'Mussels foul the inlet every autumn.',
      'Two tugs tow what is longer than a football pitch.',
      'Ballast water is filtered before it goes overboard.',
    ]
    const nextSentence = () => SENTENCES.shift() ?? ''
    /** Drafts that wait, as the queue shows them, the newest first. */
    const drafts = async (name: string, amount: number) => {
      for (let n = 1; n <= amount; n++)
        await remember(`${name}${n} ${word}: ${nextSentence()}`, { origin: 'web' })
      await page.goto(`${baseUrl}/memories/review`)
      await row(`${name}${amount} ${word}`).click()
      const waiting = await page.evaluate(async () => {
        const answer = await fetch('/v1/memories/review?limit=100')
        return ((await answer.json()) as { items: { id: string; statement: string }[] }).items
      })
      return waiting.filter(({ statement }) => statement.startsWith(name))
    }
    /** As a server far away would: the first decision is answered late, and so is what waits behind it. */
    const slowDown = (ms: number) =>
      page.route('**/v1/memories/review', async (route) => {
        if (route.request().method() === 'POST')
          await new Promise((resolve) => setTimeout(resolve, ms))
        await route.continue()
      })
    const sentIds = () => {
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/v1/memories/review'))
          sent.push(...(request.postDataJSON() as { ids: string[] }).ids)
      })
      return sent
    }
    /** What was shown whole at the moment each `a` was pressed. */
    const noteShown = () =>
      page.evaluate(() => {
        const shown: string[] = []
        Object.assign(globalThis, { shownAtKey: shown })
        document.addEventListener(
          'keydown',
          ({ key }) => {
            const heading = document.querySelector('.review-current h2.memory-statement')
            if (key === 'a') shown.push(heading?.textContent ?? '')
          },
          { capture: true },
        )
      })
    const shownAtKey = () =>
      page.evaluate(() => (globalThis as unknown as { shownAtKey: string[] }).shownAtKey)

    test.each([700, 50])(
      'sends all of five presses of a, %i ms apart, on what was shown',
      async (delay) => {
        const name = `gate${delay}n`
        const waiting = await drafts(name, 5)
        expect(waiting).toHaveLength(5)
        await slowDown(1_200)
        await noteShown()
        const sent = sentIds()
        for (let press = 0; press < 5; press++) {
          await page.keyboard.press('a')
          await page.waitForTimeout(delay)
        }
        // They go from the list at once, and are sent one after the other.
        await expect.poll(() => row(name).count()).toBe(0)
        await expect.poll(() => sent.length).toBe(5)
        const idOf = new Map(waiting.map(({ id, statement }) => [statement, id]))
        const shown = await shownAtKey()
        expect(shown).toEqual(waiting.map(({ statement }) => statement))
        expect(sent).toEqual(shown.map((statement) => idOf.get(statement)))
        await saved()
        await page.unroute('**/v1/memories/review')
        expect(await row(name).count()).toBe(0)

        await page.reload()
        // The server draws the page before it listens for keys; what it says once it has asked, it says later.
        await page.getByText(/to decide on/).waitFor()
        expect(await row(name).count()).toBe(0)
        await page.keyboard.press('u')
        await row(`${name}1 ${word}`).waitFor()
        await saved()
        expect(await row(name).count()).toBe(1)
      },
    )

    test('takes back a decision that still waits to be sent, and never sends it', async () => {
      const waiting = await drafts('buoy', 3)
      await slowDown(1_200)
      const sent = sentIds()
      await page.keyboard.press('a')
      await page.keyboard.press('a')
      await page.getByText('Saving 2 decisions').waitFor()
      await page.keyboard.press('u')
      // What was taken back is shown again, and k goes nowhere else than up from it.
      await expect.poll(() => current().textContent()).toBe(waiting[1]?.statement)
      expect(await accessibilityFindings(page)).toEqual([])
      await saved()
      await page.unroute('**/v1/memories/review')
      expect(sent).toEqual([waiting[0]?.id])
      expect(await row(`buoy2 ${word}`).count()).toBe(1)
      expect(await row(`buoy2 ${word}`).getAttribute('aria-current')).toBe('true')
      await page.keyboard.press('j')
      await expect.poll(() => current().textContent()).toBe(waiting[2]?.statement)
      await page.keyboard.press('k')
      await expect.poll(() => current().textContent()).toBe(waiting[1]?.statement)
    })

    test('decides on nothing in place of a draft that vanished meanwhile', async () => {
      const ids = (await drafts('lock', 3)).map(({ id }) => id)
      await page.keyboard.press('j')
      await expect.poll(() => current().textContent()).toContain('lock2')
      const sent = sentIds()
      await sendAs(page, {
        method: 'POST',
        path: '/v1/memories/review',
        body: { ids: [ids[1]], decision: 'archive' },
      })
      // What was decided elsewhere reaches the page with its next look at the queue.
      await page.keyboard.press('m')
      await page.getByText('It waits no longer').waitFor()
      await saved()
      sent.length = 0
      await page.keyboard.press('a')
      await expect.poll(() => current().textContent()).toContain('lock1')
      expect(sent).toEqual([])
      await page.keyboard.press('a')
      await expect.poll(() => sent).toEqual([ids[2]])
      expect(await row(`lock3 ${word}`).count()).toBe(1)
      await saved()
    })

    test('says of what, when a decision is refused, and shows it again', async () => {
      await drafts('dock', 1)
      await page.route('**/v1/memories/review', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 503,
              contentType: 'application/json',
              body: '{"error":{"code":"busy","message":"Busy. Try again."}}',
            })
          : route.continue(),
      )
      await page.keyboard.press('a')
      await page.getByText(`Nothing was decided on “dock1 ${word}`).waitFor()
      await row(`dock1 ${word}`).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.unroute('**/v1/memories/review')
      await row(`dock1 ${word}`).click()
      await page.keyboard.press('a')
      await expect.poll(() => row('dock1').count()).toBe(0)
      await saved()
    })
  })
