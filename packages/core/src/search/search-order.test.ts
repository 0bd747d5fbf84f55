import type { SearchResponse } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRemember } from '../memories/remember.ts'
import { openSessions } from '../records/session.record.ts'
import { buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { makeSearchSessions } from './search-sessions.ts'
import { CACHE, LOCKS } from './testing/sample-sessions.ts'
import { asks, type OwnSearchWorld, openSearchWorld } from './testing/search-world.ts'

let world: OwnSearchWorld

const daysOf = ({ items }: SearchResponse) =>
  items.map(({ occurred_at }) => occurred_at?.slice(0, 10))
const wordsOf = ({ items }: SearchResponse) => items.map(({ snippet }) => snippet.text).join('\n')

/** Long enough to stand in several documents, with the word in a later one. */
const LONG = `${'The tide table is checked for gaps. '.repeat(400)}The heron waits.`

const prompted = (day: string, words: string) =>
  buildSession({
    native_id: `of-${day}`,
    title: `Herons of ${day}`,
    messages: [asks(0, words)].map((message) => ({ ...message, ts: `${day}T10:00:00.000Z` })),
  })

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(
    LOCKS,
    CACHE,
    prompted('2025-08-01', 'Where does the heron sleep?'),
    prompted('2025-10-01', 'A heron, a heron, a heron: count the heron nests.'),
    prompted('2025-09-01', 'Feed the heron and the gull.'),
    buildSession({
      native_id: 'long',
      title: 'Gaps',
      messages: [buildMessage(0, { ts: '2025-07-01T10:00:00.000Z', blocks: [text(LONG)] })],
    }),
    buildSession({
      native_id: 'undated',
      title: 'Without a time',
      messages: [{ ...asks(0, 'An undated heron of unknown age.'), ts: null }],
    }),
  )
})
afterAll(() => world[Symbol.asyncDispose]())

describe('by date', () => {
  const NEWEST = ['2025-10-01', '2025-09-01', '2025-08-01', '2025-07-01']

  test.each(['heron order:date', 'heron sort:newest', 'order:date heron scope'])(
    'all that has the words is listed, the newest first: %s',
    async (q) => {
      const answer = await world.ask(q.replace(' scope', ''))
      expect(daysOf(answer)).toEqual([...NEWEST, undefined])
      expect(answer.notes).toEqual([])
      expect(answer.arms).toEqual(['text'])
    },
  )

  test('the oldest come first where that is asked for, and what has no time is last', async () => {
    expect(daysOf(await world.ask('heron order:oldest'))).toEqual([
      ...NEWEST.toReversed(),
      undefined,
    ])
    expect(daysOf(await world.ask('heron', { order: 'oldest' }))).toEqual([
      ...NEWEST.toReversed(),
      undefined,
    ])
  })

  test.each(['date', 'oldest'])('pages lead through all of it once: %s', async (order) => {
    const seen: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = await world.ask('heron', { order, limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
  })

  test('every word must be there, and filters narrow as they do elsewhere', async () => {
    expect(daysOf(await world.ask('heron gull order:date'))).toEqual(['2025-09-01'])
    expect(daysOf(await world.ask('heron -gull order:date after:2025-08'))).toEqual([
      '2025-10-01',
      '2025-08-01',
    ])
    expect(daysOf(await world.ask('"the heron and" order:date'))).toEqual(['2025-09-01'])
    expect(daysOf(await world.ask('gull or nests order:date'))).toEqual([
      '2025-10-01',
      '2025-09-01',
    ])
  })

  test('of a long text the passage with the word is shown', async () => {
    const { items } = await world.ask('waits order:date')
    expect(items.map(({ snippet }) => snippet.text).join()).toContain('heron waits')
  })

  test('without words the order is that of time, too', async () => {
    const oldest = await world.ask('type:prompt order:oldest', { limit: 2 })
    expect(daysOf(oldest)).toEqual(['2025-08-01', '2025-09-01'])
    expect(daysOf(await world.ask('type:prompt', { order: 'relevance', limit: 1 }))).toEqual([
      '2026-01-05',
    ])
  })

  test('sessions are listed by their last activity, the latest or the oldest first', async () => {
    const find = makeSearchSessions({
      unitOfWork: world.unitOfWork,
      search: world.search,
      openSessions,
    })
    const ask = (order: string) =>
      find(world.scope, { q: 'heron', order, limit: 10, scope: 'all', include_superseded: false })
    expect((await ask('date')).items.map(({ session }) => session.title).slice(0, 2)).toEqual([
      'Herons of 2025-10-01',
      'Herons of 2025-09-01',
    ])
    const { items, notes } = await ask('oldest')
    expect(notes).toEqual([])
    expect(items.map(({ session }) => session.title)).toEqual(
      (await ask('date')).items.map(({ session }) => session.title).reverse(),
    )
  })

  test('a list of everything says whether it has the newest or the oldest', async () => {
    expect((await world.ask('', { limit: 1 })).notes.join()).toContain('the newest entries')
    expect((await world.ask('order:oldest', { limit: 1 })).notes.join()).toContain(
      'the oldest entries',
    )
  })

  test('an order that is none is left out, with those there are', async () => {
    const { items, notes } = await world.ask('heron order:sideways')
    expect(items.length).toBeGreaterThan(0)
    expect(notes).toContain(
      'There is no order "sideways", so it was left out. Write order:date, order:oldest or order:relevance.',
    )
  })
})

describe('AND and NOT', () => {
  test('find only what has all of it, and never fall back on less', async () => {
    expect(daysOf(await world.ask('heron AND gull'))).toEqual(['2025-09-01'])
    expect((await world.ask('gull AND nests')).items).toEqual([])
    expect(wordsOf(await world.ask('gull or nests AND heron'))).toMatch(
      /nests[\s\S]*gull|gull[\s\S]*nests/,
    )
  })

  test('say that nothing has all of it, and of no word that it is nowhere', async () => {
    const notesOn = async (q: string) => (await world.ask(q)).notes.join(' ')
    expect(await notesOn('gull AND nests')).toBe('Nothing here has "gull" and "nests" together.')
    expect(await notesOn('heron AND gull or nests AND zanzibarish')).toBe(
      'Nothing here has "heron", "gull" or "nests" and "zanzibarish" together.',
    )
    expect(await notesOn('gull AND nests type:prompt')).toBe(
      'Nothing that fits type:prompt has "gull" and "nests" together; without it nothing has them either.',
    )
    expect(await notesOn('heron AND gull')).toBe('')
  })

  test('leave out what follows NOT, be it a word, a phrase or a filter', async () => {
    expect(wordsOf(await world.ask('heron NOT gull'))).not.toContain('gull')
    expect(wordsOf(await world.ask('heron AND NOT "count the heron"'))).not.toContain('nests')
    const { items } = await world.ask('heron NOT type:prompt')
    expect(items.map(({ kind }) => kind)).toEqual(['message'])
  })

  test('a phrase beside AND gives way to its words, the rest does not', async () => {
    const { items, notes } = await world.ask('"gull the heron" AND feed')
    expect(items).toHaveLength(1)
    expect(notes.join()).toContain('quoted words')
  })
})

describe('title:', () => {
  test('finds what has it in its own title or in that of its session', async () => {
    expect(daysOf(await world.ask('title:"of 2025-08"'))).toEqual(['2025-08-01'])
    expect(daysOf(await world.ask('heron title:HERONS order:oldest'))).toEqual([
      '2025-08-01',
      '2025-09-01',
      '2025-10-01',
    ])
    expect(daysOf(await world.ask('title:"of 2025" AND title:"-08"'))).toEqual(['2025-08-01'])
    await makeRemember(world)(
      world.scope,
      rememberRequestSchema.parse({ statement: 'Nests are counted twice in spring.' }),
    )
    expect((await world.ask('title:"counted twice"')).items.map(({ kind }) => kind)).toEqual([
      'memory',
    ])
  })

  test('is left out with a dash, and stands beside the question', async () => {
    expect(daysOf(await world.ask('heron -title:herons order:date'))).toEqual([
      '2025-07-01',
      undefined,
    ])
    expect(daysOf(await world.ask('heron', { title: 'of 2025-09' }))).toEqual(['2025-09-01'])
    expect((await world.ask('heron title:%')).items).toEqual([])
  })
})
