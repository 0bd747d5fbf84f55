import { readAsOwner } from '@teamlore/db/testing'
import { searchQuerySchema, searchSessionsResponseSchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGetRecords } from '../records/get-records.ts'
import { openSessions } from '../records/session.record.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { recordTokens } from '../text/count-tokens.ts'
import type { Bounds } from './read-in-bounds.ts'
import { makeSearchSessions } from './search-sessions.ts'
import { CACHE, LOCKS } from './testing/sample-sessions.ts'
import {
  asks,
  createSearchWorld,
  type OwnSearchWorld,
  openSearchWorld,
  type SearchWorld,
  says,
} from './testing/search-world.ts'

let world: OwnSearchWorld

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(LOCKS, CACHE)
})
afterAll(() => world[Symbol.asyncDispose]())

const finder = ({ unitOfWork, search, scope }: SearchWorld, bounds?: Bounds) => {
  const find = makeSearchSessions({ unitOfWork, search, openSessions, ...(bounds && { bounds }) })
  return (q: string, more = {}) => find(scope, { ...searchQuerySchema.parse({ q }), ...more })
}

describe('sessions', () => {
  const find = (q: string, more = {}) => finder(world)(q, more)

  test('are found by their best hit, with how many hits they have', async () => {
    const answer = await find('lock')
    expect(answer.items.map(({ session }) => session.title)).toEqual([
      'Stale lock files',
      'Choosing a cache',
    ])
    // "Stale lock files"; the other says nothing of it.
    expect(answer.items.map((item) => item.title_highlights)).toEqual([[[6, 10]], undefined])
    expect(answer.items[0]?.hits).toBeGreaterThan(1)
    expect(answer.items[1]?.best.snippet.text).toContain('the lock on it is cheap')
    for (const { tokens } of answer.items) expect(tokens).toBeGreaterThan(20)
    expect(searchSessionsResponseSchema.parse(answer)).toEqual(answer)
  })

  test('go page by page, and filters alone list them newest first', async () => {
    const first = await find('lock', { limit: 1 })
    const second = await find('lock', { limit: 1, cursor: first.next_cursor ?? '' })
    expect(second.items[0]?.session.title).toBe('Choosing a cache')
    expect(second.next_cursor).toBeNull()
    await expect(find('other', { cursor: first.next_cursor })).rejects.toMatchObject({
      code: 'cursor.invalid',
    })
    expect((await find('type:prompt')).items[0]?.session.title).toBe('Stale lock files')
  })
})

describe('sessions that are described', () => {
  const amount = 12
  let many: SearchWorld
  beforeAll(async () => {
    many = await createSearchWorld(world.engine)
    const sessions = Array.from({ length: amount }, (_, n) =>
      buildSession({
        native_id: `crane-${n}`,
        title: `Crane ${n}`,
        messages: [
          asks(0, `Why does crane ${n} lean to the ${'abcdefghijkl'[n]} side?`),
          says(1, `Bolt ${n * 7} was loose on it`),
          asks(2, `And what of rope ${n * 31}?`),
        ],
      }),
    )
    await many.send(...sessions)
  })

  /** How often repositories are asked beside the search itself. */
  const asking = async (limit: number) => {
    let calls = 0
    const counted = <T extends object>(of: T): T =>
      new Proxy(of, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name)
          if (typeof value === 'function') {
            calls++
            return value.bind(target)
          }
          return typeof value === 'object' && value !== null ? counted(value) : value
        },
      })
    const { unitOfWork } = many
    const find = makeSearchSessions({
      search: many.search,
      openSessions,
      unitOfWork: {
        searchInTeam: unitOfWork.searchInTeam,
        inTeam: (scope, work) => unitOfWork.inTeam(scope, (repos) => work(counted(repos))),
      },
    })
    const { items } = await find(many.scope, { ...searchQuerySchema.parse({ q: 'crane' }), limit })
    return { items, calls }
  }

  test('are read together: ten cost no more questions than one', async () => {
    const one = await asking(1)
    const ten = await asking(10)
    expect(one.items).toHaveLength(1)
    expect(ten.items).toHaveLength(10)
    expect(ten.calls).toBe(one.calls)
  })

  test('cost as many tokens as opening them does', async () => {
    const { items } = await asking(10)
    const getRecords = makeGetRecords(many)
    for (const { session, tokens } of items) {
      const { items: opened } = await getRecords(many.scope, {
        ids: [session.id],
        budget_tokens: 50_000,
      })
      expect(opened[0]?.text).toContain('And what of rope')
      expect(tokens).toBe(recordTokens(opened[0]?.text ?? ''))
    }
  })
})

describe('sessions without words', () => {
  const SESSIONS = 30
  let many: SearchWorld

  beforeAll(async () => {
    many = await createSearchWorld(world.engine)
    // One that is newest by far and long enough to fill every list of hits alone.
    const chatter = Array.from({ length: 220 }, (_, n) => ({
      ...says(n, `Step ${n} of ${n * 31} turns the ${'abcdefg'[n % 7]}${n} wheel`),
      ts: new Date(Date.UTC(2026, 0, 6, 8, 0, n)).toISOString(),
    }))
    const older = Array.from({ length: SESSIONS }, (_, n) =>
      buildSession({
        native_id: `older-${n}`,
        tool: n % 3 === 0 ? 'codex' : 'claude-code',
        title: `Older ${n}`,
        messages: [asks(0, `Why does wheel ${n} squeak?`), says(1, `Oil number ${n} was missing`)],
      }),
    )
    await many.send(...older, buildSession({ native_id: 'long', messages: chatter }))
  })

  const ids = (sql: string) => readAsOwner<{ id: string }>(world.engine, sql)

  test.each([
    ['', 'true', SESSIONS + 1],
    ['tool:codex', `tool = 'codex'`, 10],
    ['type:prompt -tool:codex', `tool <> 'codex' and native_id <> 'long'`, 20],
    ['order:oldest', 'true', SESSIONS + 1],
    ['tool:codex order:oldest', `tool = 'codex'`, 10],
  ])(
    '%j are all there are, once each, however long the pages are',
    async (q, condition, amount) => {
      const order = q.includes('oldest') ? 'activity_at, id' : 'activity_at desc, id desc'
      const expected = await ids(`select id from teamlore.sessions
      where team_id = '${many.team.teamId}' and ${condition} order by ${order}`)
      expect(expected).toHaveLength(amount)
      for (const limit of [1, 7, 20, 100])
        expect(await idsOf(q, limit), `limit ${limit}`).toEqual(expected.map(({ id }) => id))
      for (const window of [1, 4, 50])
        expect(await idsOf(q, 5, walking(window)), `${window} at a time`).toEqual(
          expected.map(({ id }) => id),
        )
    },
  )

  /** Nothing is sorted, so sessions are looked at one after the other, twice so many for a page. */
  const walking = (window: number): Bounds => ({
    window,
    most: 2 * window,
    sorted: -1,
  })
  const idsOf = async (q: string, limit: number, bounds?: Bounds): Promise<string[]> => {
    const seen: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await finder(many, bounds)(q, { limit, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ session }) => session.id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined && ++pages < 100)
    return seen
  }

  test('of which few have what is asked for are found at once, or page by page with a word of how far', async () => {
    await many.count()
    const narrow = { window: 1, most: 1 }
    const atOnce = await finder(many, { ...narrow, sorted: 20 })('tool:codex')
    expect(atOnce).toMatchObject({ items: { length: 10 }, next_cursor: null, notes: [] })
    const first = await finder(many, { ...narrow, sorted: -1 })('tool:codex')
    expect(first.items).toEqual([])
    expect(first.notes.join()).toMatch(/^Everything down to 2026-\S+Z was looked at; what is older/)
  })

  test('say how much of each fits, and show the newest of it', async () => {
    const { items } = await finder(many)('tool:claude-code', { limit: 2 })
    expect(items[0]?.hits).toBe(220)
    expect(items[0]?.best.snippet.text).toContain('Step 219')
    expect(items[1]?.hits).toBe(2)
  })

  test('show the oldest of what fits where the oldest come first', async () => {
    const { items } = await finder(many)('tool:claude-code order:oldest', { limit: 30 })
    expect(items.at(-1)?.best.snippet.text).toContain('Step 0 ')
    expect(items[0]?.best.snippet.text).toContain('squeak')
  })

  test('are refused a cursor of a ranking', async () => {
    const { next_cursor } = await finder(many)('wheel', { limit: 1 })
    await expect(finder(many)('', { cursor: next_cursor })).rejects.toMatchObject({
      code: 'cursor.invalid',
    })
  })

  test('and with words say it when more was found than could be weighed', async () => {
    expect((await finder(many)('wheel')).notes.join(' ')).toContain('best of many')
    expect((await finder(many)('squeak')).notes).toEqual(
      (await many.ask('squeak', { limit: 100 })).notes,
    )
    expect((await finder(many)('squeak')).notes.join(' ')).not.toContain('best of many')
  })

  test('of others that are private stay out', async () => {
    for (const table of ['sessions', 'documents'])
      await readAsOwner(
        world.engine,
        `update teamlore.${table} set private_to = 'usr_other'
          where team_id = '${many.team.teamId}' and tool = 'codex'`,
      )
    expect((await finder(many)('tool:codex')).items).toEqual([])
  })
})
