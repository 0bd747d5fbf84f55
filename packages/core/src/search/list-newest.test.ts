import { readAsOwner } from '@teamlore/db/testing'
import {
  type SearchHit,
  type SearchQuery,
  type SearchResponse,
  searchQuerySchema,
} from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { makeSearch, type Search } from './search.ts'
import {
  asks,
  type OwnSearchWorld,
  openSearchWorld,
  type SearchWorld,
  says,
} from './testing/search-world.ts'

const MINUTE = 60_000
const OLDEST = Date.UTC(2026, 0, 1)
/** Several at a time, as one write of a tool has them. */
const at = (n: number): string => new Date(OLDEST + Math.floor(n / 3) * MINUTE).toISOString()

const animals = ['walrus', 'ibex', 'heron', 'stoat', 'viper', 'moose', 'tapir']
const distinct = (n: number): string =>
  `${animals[n % 7]} ${n} eats ${n * 7} leaves in ${n % 5} days and sleeps ${n % 11} nights ${'xyz'[n % 3]}${n}`

const call = (ordinal: number) =>
  buildMessage(ordinal, {
    blocks: [
      text(`Now I look at part ${ordinal}, which is ${distinct(ordinal)}`),
      {
        type: 'tool_call',
        id: `t${ordinal}`,
        name: 'Read',
        input: { file_path: `src/${ordinal}.ts` },
      },
    ],
  })

const all = async (world: SearchWorld, q: string, more: Partial<SearchQuery>) => {
  const pages: SearchHit[][] = []
  let cursor: string | undefined
  do {
    const page = await world.ask(q, { ...more, ...(cursor && { cursor }) })
    pages.push(page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && pages.length < 1_000)
  return pages
}

describe('a list without words', () => {
  let world: OwnSearchWorld

  beforeAll(async () => {
    world = await openSearchWorld()
    const older = Array.from({ length: 40 }, (_, n) => ({ ...asks(n, distinct(n)), ts: at(n) }))
    const calls = Array.from({ length: 30 }, (_, n) => ({ ...call(n + 40), ts: at(n + 40) }))
    const repeated = Array.from({ length: 80 }, (_, n) => ({
      ...asks(n, 'continue'),
      ts: at(n + 200),
    }))
    await world.send(
      buildSession({ native_id: 'older', messages: [...older, ...calls] }),
      buildSession({ native_id: 'repeated', messages: repeated }),
      buildSession({
        native_id: 'undated',
        messages: [says(0, distinct(90)), says(1, 'continue')],
      }),
    )
    await readAsOwner(
      world.engine,
      `update teamlore.documents set occurred_at = null where team_id = '${world.team.teamId}' and (session_id in
        (select id from teamlore.sessions where native_id = 'undated') or body like 'tapir%')`,
    )
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const fitting = async (condition: string): Promise<string[]> => {
    const rows = await readAsOwner<{ id: string }>(
      world.engine,
      `select distinct source_id as id from teamlore.documents
        where team_id = '${world.team.teamId}' and (${condition})`,
    )
    return rows.map(({ id }) => id).sort()
  }

  test.each([
    ['type:prompt', `kind = 'prompt'`, 120],
    ['type:tool_call,assistant', `type in ('tool_call', 'assistant')`, 32],
    ['file:src', `exists (select from unnest(paths) p where p like '%src/%')`, 30],
    ['', `true`, 152],
  ])(
    '%j returns everything exactly once, however long its pages are',
    async (q, condition, amount) => {
      const expected = await fitting(condition)
      expect(expected).toHaveLength(amount)
      for (const limit of [1, 7, 20, 100]) {
        const pages = await all(world, q, { limit })
        const returned = pages.flat().flatMap(({ id, repeats = [] }) => [id, ...repeats])
        expect(returned.toSorted(), `limit ${limit}`).toEqual(expected)
        for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit)
        const times = pages.flat().map(({ occurred_at }) => occurred_at ?? '')
        expect(times).toEqual(times.toSorted().reverse())
        expect(pages.at(-1)).not.toEqual([])
      }
    },
  )

  describe('whose bounds are narrow', () => {
    /** Nothing is sorted, so everything is walked to, some sources at a time. */
    const walking = (window: number, most: number) =>
      makeSearch({ ...world, bounds: { window, most, sorted: -1 } })
    const pagesOf = async (search: Search, q: string, limit: number) => {
      const pages: SearchResponse[] = []
      let cursor: string | undefined
      do {
        const query = searchQuerySchema.parse({ q, limit, ...(cursor && { cursor }) })
        const page = await search(world.scope, query)
        pages.push(page)
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined && pages.length < 1_000)
      return pages
    }
    const idsIn = (pages: readonly SearchResponse[]) =>
      pages
        .flatMap(({ items }) => items)
        .flatMap(({ id, repeats = [] }) => [id, ...repeats])
        .toSorted()

    test.each([
      ['type:tool_call', `type = 'tool_call'`, 30],
      ['type:prompt', `kind = 'prompt'`, 120],
      ['file:src/41.ts', `paths @> '{src/41.ts}'`, 1],
      ['', 'true', 152],
    ])('%j returns everything exactly once all the same', async (q, condition, amount) => {
      const expected = await fitting(condition)
      expect(expected).toHaveLength(amount)
      for (const [window, most, limit] of [
        [1, 1, 3],
        [7, 20, 4],
        [50, 50, 100],
        [1_000, 1_000, 5],
      ] as const)
        expect(idsIn(await pagesOf(walking(window, most), q, limit))).toEqual(expected)
    })

    test('a page may have nothing yet, and then says how far it looked', async () => {
      const [first, ...others] = await pagesOf(walking(10, 20), 'file:src/41.ts', 5)
      expect(first?.items).toEqual([])
      expect(first?.notes.join()).toMatch(/^Everything down to 2026-01-01T0\d:\d\dZ was looked at/)
      expect(others.at(-1)?.notes).toEqual([])
      expect(others.flatMap(({ items }) => items)).toHaveLength(1)
    })

    test('what few have is found whatever the bounds', async () => {
      await world.count()
      const bounds = { window: 1, most: 1, sorted: 5 }
      const search = makeSearch({ ...world, bounds })
      const [only, ...others] = await pagesOf(search, 'file:src/41.ts', 5)
      expect(only?.items).toHaveLength(1)
      expect(only?.notes).toEqual([])
      expect(others).toEqual([])
    })

    test('what lies before a moment is looked for from that moment on', async () => {
      const [first] = await pagesOf(walking(5, 5), 'before:2026-01-01T00:03', 5)
      expect(first?.items).toHaveLength(5)
    })
  })

  test('has what repeats itself stand once on a page, and the page is full all the same', async () => {
    const [first] = await all(world, 'type:prompt', { limit: 20 })
    expect(first).toHaveLength(20)
    const [hit, second, third] = first ?? []
    expect(hit?.snippet.text).toBe('continue')
    expect((hit?.repeats?.length ?? 0) + (second?.repeats?.length ?? 0)).toBe(78)
    expect(third?.snippet.text).not.toBe('continue')
  })

  test('ends with its last entry, not with an empty page behind it', async () => {
    const same = Array.from({ length: 20 }, (_, n) => asks(n, 'proceed please'))
    await world.send(buildSession({ native_id: 'same', tool: 'codex', messages: same }))
    const pages = await all(world, 'type:prompt tool:codex', { limit: 1 })
    expect(pages.map(({ length }) => length)).not.toContain(0)
    expect(pages.flat().flatMap(({ id, repeats = [] }) => [id, ...repeats])).toHaveLength(20)
  })

  test('is refused the cursor of a ranking, and a ranking that of a list', async () => {
    const { next_cursor } = await world.ask('type:prompt', { limit: 7 })
    await expect(
      world.ask('walrus', { limit: 7, cursor: next_cursor ?? '' }),
    ).rejects.toMatchObject({ code: 'cursor.invalid' })
  })

  test('was asked for where a filter stands beside it, in any of the ways there are', async () => {
    const note = 'Nothing was asked for, so these are the newest entries.'
    for (const more of [
      { file: 'src/41.ts' },
      { scope: 'session' as const },
      { session: 'ses_00' },
    ])
      expect((await world.ask('', more)).notes).not.toContain(note)
    expect((await world.ask('')).notes).toContain(note)
  })
})
