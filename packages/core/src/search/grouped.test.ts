import { type GroupedHit, type SearchQuery, searchQuerySchema } from '@teamlore/shared'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSession } from '../testing/ingest-builders.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from './testing/search-world.ts'

const SESSIONS = 7
const words = 'heron stoat viper moose tapir otter lemur gecko bison koala'.split(' ')
const line = (session: number, n: number): string =>
  `The ferry ${'waits '.repeat((session + n) % 3)}for ${words[n % 10]} ${words[(session * 3) % 10]} and ${session * 31 + n} ${words[(n * 7 + session) % 10]}`

describe('hits grouped by session', () => {
  let world: OwnSearchWorld

  beforeAll(async () => {
    world = await openSearchWorld()
    await world.send(
      ...Array.from({ length: SESSIONS }, (_, session) =>
        buildSession({
          native_id: `session-${session}`,
          title: `Session ${session}`,
          messages: [
            asks(0, `Mind the ferry of ${words[session]}, number ${session}`),
            ...Array.from({ length: 1 + session * 2 }, (_, n) => says(n + 1, line(session, n))),
            // Said in each session alike: it counts once.
            says(50, 'The same ferry sentence stands in each of these sessions, word for word.'),
          ],
        }),
      ),
    )
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const grouped = (more: Partial<SearchQuery> = {}) =>
    world.ask('ferry', { group: 'session', more: 400, limit: 100, ...more })
  const idsIn = ({ id, more_in_session }: GroupedHit): string[] => [
    id,
    ...(more_in_session?.items.map((hit) => hit.id) ?? []),
  ]

  test('are each session once, at the place of its best hit, with all others of it', async () => {
    const flat = (await world.ask('ferry', { limit: 100 })).items
    const { items, next_cursor } = await grouped()
    expect(next_cursor).toBeNull()
    expect(items).toHaveLength(SESSIONS)
    expect(new Set(items.map((hit) => hit.session_id)).size).toBe(SESSIONS)
    for (const hit of items) {
      const own = flat.filter(({ session_id }) => session_id === hit.session_id)
      expect(idsIn(hit)).toEqual(own.map(({ id }) => id))
      expect(hit.more_in_session?.count ?? 0).toBe(own.length - 1)
    }
    const order = [...new Set(flat.map(({ session_id }) => session_id))]
    expect(items.map(({ session_id }) => session_id)).toEqual(order)
  })

  test('are cut where their reader has no more room, and go on from there', async () => {
    const whole = await grouped()
    const query = searchQuerySchema.parse({ q: 'ferry', group: 'session', more: 400, limit: 100 })
    const ask = (cursor?: string) =>
      world.search(
        world.scope,
        { ...query, ...(cursor && { cursor }) },
        { room: ({ items }) => Math.min(2, items.length) },
      )
    const items: GroupedHit[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await ask(cursor)
      expect(page.items.length).toBeLessThanOrEqual(2)
      items.push(...page.items)
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
    expect(items.map(idsIn)).toEqual(whole.items.map(idsIn))
  })

  test('lose none and double none over pages of any size', async () => {
    const whole = (await grouped()).items
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 8 }),
        async (sizes) => {
          const items: GroupedHit[] = []
          let cursor: string | undefined
          for (const limit of sizes) {
            const page = await grouped({ limit, ...(cursor && { cursor }) })
            items.push(...page.items)
            cursor = page.next_cursor ?? undefined
            if (cursor === undefined) break
          }
          expect(items.map(idsIn)).toEqual(whole.map(idsIn))
        },
      ),
      { numRuns: 12 },
    )
  })

  test('carry as many as was asked for, three by default, and count them all', async () => {
    const counts = (items: readonly GroupedHit[]) => items.map((hit) => hit.more_in_session?.count)
    const all = counts((await grouped()).items)
    expect(Math.max(...all.map((count) => count ?? 0))).toBeGreaterThan(5)
    for (const [more, carried] of [
      [undefined, 3],
      [0, 0],
      [1, 1],
    ] as const) {
      const { items } = await world.ask('ferry', { group: 'session', limit: 100, more })
      expect(counts(items)).toEqual(all)
      const most = items.map((hit) => hit.more_in_session?.items.length ?? 0)
      expect(Math.max(...most)).toBe(carried)
    }
  })

  test('go on where the page before carried another number of them', async () => {
    const first = await grouped({ limit: 2, more: 0 })
    const second = await grouped({ limit: 2, cursor: first.next_cursor ?? '' })
    expect(second.items[0]?.session_id).not.toBe(first.items[1]?.session_id)
    await expect(
      world.ask('ferry', { cursor: first.next_cursor ?? undefined }),
    ).rejects.toMatchObject({ code: 'cursor.invalid' })
  })

  test('stand apart where one session is asked for, and in a list without words', async () => {
    const [best] = (await grouped()).items
    const apart = await grouped({ session: best?.session_id ?? undefined })
    expect(apart.items.length).toBeGreaterThan(1)
    for (const { items } of [apart, await world.ask('type:prompt', { group: 'session' })])
      expect(items.every((hit) => !('more_in_session' in hit))).toBe(true)
  })
})
