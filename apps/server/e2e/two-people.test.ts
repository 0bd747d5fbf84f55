import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../web/e2e/support/find-browser.ts'
import {
  type Answers,
  listenTo,
  type Sought,
  throughCommands,
  throughMcp,
  throughPages,
  throughRest,
} from './support/doors.ts'
import { joinByProvider, keyOf, type Machine, openMachine } from './support/person.ts'
import { isRealLane } from './support/repository.ts'
import {
  openSignInEnvironment,
  type Page,
  type SignInEnvironment,
} from './support/sign-in-environment.ts'

const chromium = findBrowser()
const PATIENT = { timeout: 90_000, interval: 300 }

type Person = {
  page: Page
  machine: Machine
  key: string
  client: ReturnType<typeof createClient>
}

if (chromium === undefined)
  test.skip('two people and two teams (no browser found)', () => undefined)
else
  describe.skipIf(isRealLane)('two people and two teams, side by side', () => {
    let stand: SignInEnvironment
    let ana: Person
    let ben: Person
    /** Of Ana too, in the team that she founds. */
    let quay: Machine
    let streams: Awaited<ReturnType<typeof listenTo>>[]
    const contexts: { close: () => Promise<void> }[] = []

    const person = async (account: string, role: 'owner' | 'member'): Promise<Person> => {
      const { page, context } = await joinByProvider(stand, account, role)
      contexts.push(context)
      const machine = openMachine()
      await machine.connect(page, stand.url)
      const key = await keyOf(page)
      return { page, machine, key, client: createClient({ baseUrl: stand.url, key }) }
    }

    beforeAll(async () => {
      stand = await openSignInEnvironment(chromium)
      await stand.ask('PUT', '/v1/team', { name: 'Harbour' })
      quay = openMachine()
      ana = await person('ana', 'owner')
      ben = await person('ben', 'member')
      streams = [await listenTo(stand.url, ana.key), await listenTo(stand.url, ben.key)]
    })
    afterAll(async () => {
      for (const { end } of streams ?? []) await end()
      for (const context of contexts) await context.close()
      for (const machine of [ana?.machine, ben?.machine, quay]) machine?.dispose()
      await stand?.[Symbol.asyncDispose]()
    })

    const found = async ({ client }: Person, q: string): Promise<string> =>
      JSON.stringify((await client.search({ q })).items)

    /** Everything of the session in which a word was said, as its author sees it. */
    const soughtBy = async ({ client }: Person, word: string): Promise<Sought> => {
      await expect
        .poll(async () => (await client.search({ q: word })).items.length, PATIENT)
        .toBeGreaterThan(0)
      const { items } = await client.sessions.list({ title: word, limit: 5 })
      const session = items[0]?.id ?? ''
      await expect
        .poll(async () => (await client.sessions.get(session)).distilled, PATIENT)
        .toBe('done')
      const messages = await client.sessions.messages(session, { limit: 5 })
      const summaries = await client.summaries.list({ session, limit: 5 })
      const observations = await client.observations.list({ session, limit: 5 })
      const of = (list: { items: { id: string }[] }) => list.items[0]?.id
      const ids = {
        session,
        message: of(messages),
        summary: of(summaries),
        observation: of(observations),
        project: items[0]?.project?.id,
      }
      const known = Object.entries(ids).filter(([, id]) => id !== undefined) as [string, string][]
      return { word, path: 'src/tides.ts', ids: Object.fromEntries(known) }
    }

    const throughAll = async ({ page, machine, key }: Person, sought: Sought): Promise<Answers> =>
      new Map(
        (
          await Promise.all([
            throughRest(stand.url, key, sought),
            throughMcp(stand.url, key, sought),
            throughCommands(machine.lore, sought),
            throughPages(page, stand.url, sought),
          ])
        ).flatMap((answers) => [...answers]),
      )

    /** Doors through which a word came that was not asked for. */
    const holding = (answers: Answers, secret: string): string[] =>
      [...answers].filter(([, text]) => text.toLowerCase().includes(secret)).map(([door]) => door)

    test('what each captures on a machine of their own is found by both', async () => {
      ana.machine.write('tides', 'Why does the heron wait?', 'The heron waits for low water.')
      await ana.machine.capture()
      ben.machine.write('tides', 'Why does the osprey leave?', 'The osprey leaves at noon.')
      await ben.machine.capture()
      await soughtBy(ana, 'heron')
      for (const somebody of [ana, ben])
        for (const word of ['heron', 'osprey'])
          await expect.poll(() => found(somebody, word), PATIENT).toContain(word)
    })

    test('new sessions of a project are private once its settings say so', async () => {
      ana.machine.write('payroll', 'Begin with the wages.', 'They are in one file.')
      await ana.machine.capture()
      const { page } = ana
      await page.goto(`${stand.url}/settings/projects`)
      await page.getByRole('button', { name: 'Who sees payroll' }).click()
      await page.getByRole('radio', { name: 'Private' }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('read by whoever wrote them alone').waitFor()
      await page.getByRole('button', { name: 'Do it now' }).click()
      await page.getByText('new sessions are private').waitFor()
      ana.machine.write(
        'payroll',
        'The zanzibar account: what does quetzal earn? We decided that quetzal earns most.',
        'In zanzibar quetzal earns most, because of the nights.',
      )
      await ana.machine.capture()
      const { ids } = await soughtBy(ana, 'zanzibar')
      const { visibility } = await ana.client.sessions.get(ids['session'] ?? '')
      expect(visibility).toBe('private')
    })

    test('what is private to one is found by the other through no door', async () => {
      const sought = await soughtBy(ana, 'zanzibar')
      // The doors do open, for whom it is.
      const own = holding(await throughAll(ana, sought), 'quetzal')
      for (const door of [
        'GET /v1/search?q=zanzibar',
        'lore search zanzibar',
        'page /search?q=zanzibar',
      ])
        expect(own).toContain(door)
      expect(own.some((door) => door.startsWith('lore_search'))).toBe(true)
      expect(own.some((door) => door.endsWith('.md'))).toBe(true)

      const others = await throughAll(ben, sought)
      expect(holding(others, 'quetzal')).toEqual([])
      expect(others.size).toBeGreaterThan(60)
      const [anas, bens] = streams.map(({ heard }) => heard())
      expect(anas).toContain(sought.ids['session'])
      expect(bens).not.toContain(sought.ids['session'])
    })

    test('another team is founded and gone to in a browser, and shares nothing with the first', async () => {
      const { page } = ana
      await page.goto(`${stand.url}/settings/team`)
      await page.getByLabel('Name of the new team').fill('Quay')
      await page.getByRole('button', { name: 'Found it' }).click()
      await page.waitForURL(`${stand.url}/`)
      await page.getByRole('button', { name: 'Quay', exact: true }).waitFor()
      await quay.connect(page, stand.url)
      quay.write(
        'cranes',
        'The yonder crane: is narwhal its name?',
        'Its name is narwhal, of yonder.',
      )
      await quay.capture()
      const key = await keyOf(page)
      const there = {
        ...ana,
        machine: quay,
        key,
        client: createClient({ baseUrl: stand.url, key }),
      }
      const sought = await soughtBy(there, 'yonder')
      expect(holding(await throughAll(ben, sought), 'narwhal')).toEqual([])

      // Whoever is in both reads each under its own team alone.
      const harbours = {
        word: 'heron',
        path: 'src/tides.ts',
        ids: (await soughtBy(ana, 'heron')).ids,
      }
      expect(holding(await throughAll(there, harbours), 'low water')).toEqual([])
      expect(holding(await throughRest(stand.url, ana.key, sought), 'narwhal')).toEqual([])
      await page.getByRole('button', { name: 'Harbour', exact: true }).click()
      await page.waitForURL(`${stand.url}/`)
      await page.goto(`${stand.url}/search?q=heron`)
      await page.locator('.hit mark').first().waitFor()
    })

    test('what is one person’s own in a team is brought to another of theirs, private where it was', async () => {
      await ana.client.memories.remember({ statement: 'The heron memory goes along.' })
      const taken = await fetch(`${stand.url}/v1/me/export`, {
        headers: { authorization: `Bearer ${ana.key}` },
      })
      const file = join(quay.home, 'mine.ndjson')
      writeFileSync(file, await taken.text())
      const bring = () => quay.lore.run('import', '--from', 'teamlore', '--path', file)
      const { code, output } = await bring()
      expect(output).toMatch(/Brought 3 sessions with 6 messages and 1 memory from Harbour/)
      expect(code).toBe(0)

      // Ana’s page is in Harbour; the key of her other machine is what asks of Quay.
      const asked = async (...words: string[]) =>
        JSON.parse((await quay.lore.run(...words, '--json')).output)
      const { items } = await asked('sessions')
      const seen = Object.fromEntries(
        items.map(({ title, visibility }: { title: string; visibility: string }) => [
          title.slice(0, 20),
          visibility,
        ]),
      )
      expect(seen).toMatchObject({
        'Why does the heron w': 'team',
        'The zanzibar account': 'private',
      })
      expect(JSON.stringify(await asked('memories'))).toContain('The heron memory goes along.')
      expect((await bring()).output).toMatch(/of which 6 messages were there/)
      expect((await asked('sessions')).items).toHaveLength(items.length)
    })

    test('what is shared in the browser is found by the other, and then stays with the team', async () => {
      const { ids } = await soughtBy(ana, 'zanzibar')
      const address = `${stand.url}/sessions/${ids['session']}`
      const { page } = ana
      const dialog = page.getByRole('dialog')
      await page.goto(address)
      await page.getByRole('button', { name: 'Share with the team' }).click()
      await dialog.getByText('it is read and found by the team').waitFor()
      await dialog
        .getByText(/zanzibar account/i)
        .first()
        .waitFor()
      expect(await found(ben, 'zanzibar')).not.toContain('quetzal')
      await dialog.getByRole('button', { name: 'Share it' }).click()
      await page.getByRole('button', { name: 'Make private' }).waitFor()
      await expect.poll(() => found(ben, 'zanzibar'), PATIENT).toContain('quetzal')

      await ben.page.goto(address)
      await ben.page
        .getByText(/quetzal earns most/)
        .first()
        .waitFor()
      expect(await ben.page.getByRole('button', { name: 'Make private' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Make private' }).click()
      await dialog.getByText('It stays with the team: one other member opened it.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
    })

    test('the log holds nothing that anybody said', () => {
      const file = join(stand.home, 'server.log')
      const logged = `${stand.said()}${existsSync(file) ? readFileSync(file, 'utf8') : ''}`
      expect(logged.length).toBeGreaterThan(0)
      for (const word of ['quetzal', 'zanzibar', 'heron', 'osprey', 'narwhal'])
        expect([word, logged.toLowerCase().includes(word)]).toEqual([word, false])
    })
  })
