import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import type { TeamRepositories } from '../team-repositories.ts'
import { createTestDatabase, createTestTeam, type TestDatabase } from '../testing/index.ts'
import { createUnitOfWork } from '../unit-of-work.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

/** Few distinct times, some absent, some that differ by a microsecond: ties and hard places. */
const TIMES = [
  null,
  '2026-01-01T00:00:00.000000Z',
  '2026-01-01T00:00:00.000001Z',
  '2026-03-01T00:00:00Z',
]
const ROWS = 23

type Page = { items: { id: string }[]; next: unknown }
type List = {
  name: string
  /** Adds the nth row. */
  add(world: World, n: number): Promise<string>
  page(repos: TeamRepositories, request: { limit: number; after?: never }): Promise<Page>
  /** Of those that are not in order of time, the newest id comes first. */
  isByTime?: boolean
}

type World = Awaited<ReturnType<typeof createWorld>>

const createWorld = async () => {
  const team = await createTestTeam(engine)
  const member = await team.addMember('admin')
  const machineId = newId.machine()
  await engine.db.execute(sql`
    insert into teamlore.machines (id, team_id, user_id, fingerprint, name, platform, agent_version)
    values (${machineId}, ${team.teamId}, ${member.userId}, 'f', 'laptop', 'linux', '1')`)
  const sessionId = newId.session()
  await engine.db.execute(sql`
    insert into teamlore.sessions (id, team_id, machine_id, user_id, tool, native_id, kind, title)
    values (${sessionId}, ${team.teamId}, ${machineId}, ${member.userId}, 'other', 'host', 'main', 'Host')`)
  return { ...member, machineId, sessionId }
}

const time = (n: number) => TIMES[n % TIMES.length] ?? null

const LISTS: List[] = [
  {
    name: 'sessions',
    add: async ({ teamId, userId, machineId }, n) => {
      const id = newId.session()
      await engine.db.execute(sql`
        insert into teamlore.sessions (id, team_id, machine_id, user_id, tool, native_id, kind, activity_at)
        values (${id}, ${teamId}, ${machineId}, ${userId}, 'claude-code', ${id}, 'main',
          coalesce(${time(n)}::timestamptz, '-infinity'))`)
      return id
    },
    page: ({ sessionList }, request) => sessionList.list({ tool: 'claude-code' }, request),
    isByTime: true,
  },
  {
    name: 'prompts',
    add: async ({ teamId, sessionId }, n) => {
      const id = newId.message()
      await engine.db.execute(sql`
        insert into teamlore.messages (id, team_id, session_id, key, ordinal, ts, role, kind, blocks, content_hash)
        values (${id}, ${teamId}, ${sessionId}, ${id}, ${n}, ${time(n)}::timestamptz, 'user', 'human', '[]', 'h')`)
      return id
    },
    page: ({ promptList }, request) => promptList.list({}, request),
    isByTime: true,
  },
  {
    name: 'observations',
    add: async ({ teamId, sessionId }, n) => {
      const id = newId.observation()
      await engine.db.execute(sql`
        insert into teamlore.observations (id, team_id, session_id, key, type, title, subtitle, narrative,
          facts, concepts, files_read, files_modified, origin, distiller, occurred_at)
        values (${id}, ${teamId}, ${sessionId}, ${id}, 'change', 't', '', '', '{}', '{}', '{}', '{}',
          'agent', 'extractive', ${time(n)}::timestamptz)`)
      return id
    },
    page: ({ observationList }, request) => observationList.list({}, request),
    isByTime: true,
  },
  {
    name: 'summaries',
    add: async ({ teamId, sessionId }, n) => {
      const id = newId.summary()
      await engine.db.execute(sql`
        insert into teamlore.summaries (id, team_id, session_id, prompt_number, request, investigated,
          learned, completed, next_steps, notes, distiller, occurred_at)
        values (${id}, ${teamId}, ${sessionId}, ${n}, '', '', '', '', '', '', 'extractive', ${time(n)}::timestamptz)`)
      return id
    },
    page: ({ summaryList }, request) => summaryList.list({}, request),
    isByTime: true,
  },
  {
    name: 'projects',
    add: async ({ teamId, userId, machineId }) => {
      const id = newId.project()
      await engine.db.execute(sql`
        insert into teamlore.projects (id, team_id, identity, name) values (${id}, ${teamId}, ${id}, 'p')`)
      // A project is known by something in it.
      await engine.db.execute(sql`
        insert into teamlore.sessions (id, team_id, machine_id, user_id, project_id, tool, native_id, kind)
        values (${newId.session()}, ${teamId}, ${machineId}, ${userId}, ${id}, 'codex', ${id}, 'main')`)
      return id
    },
    page: ({ team }, request) => team.projects(request),
  },
  {
    name: 'api keys',
    add: async ({ teamId, userId }) => {
      const id = newId.apiKey()
      await engine.db.execute(sql`
        insert into teamlore.api_keys (id, team_id, user_id, name, role, key_hash, hint)
        values (${id}, ${teamId}, ${userId}, 'k', 'member', ${id}, 'tlk_')`)
      return id
    },
    page: ({ team }, request) => team.apiKeys(request),
  },
  {
    name: 'machines',
    add: async ({ teamId, userId }) => {
      const id = newId.machine()
      await engine.db.execute(sql`
        insert into teamlore.machines (id, team_id, user_id, fingerprint, name, platform, agent_version)
        values (${id}, ${teamId}, ${userId}, ${id}, 'm', 'linux', '1')`)
      return id
    },
    page: ({ team }, request) => team.machines(request),
  },
]

type Visit = {
  page: (request: { limit: number; after?: never }) => Promise<Page>
  sizes: readonly number[]
  between: (turn: number) => Promise<unknown>
}

/** Reads a list to its end, page sizes taking turns. */
const visitAll = async ({ page, sizes, between }: Visit): Promise<string[]> => {
  const seen: string[] = []
  let after: unknown
  for (let turn = 0; after !== null; turn++) {
    const limit = sizes[turn % sizes.length] ?? 5
    const request = { limit, ...(after === undefined ? {} : { after: after as never }) }
    const { items, next } = await page(request)
    if (next === null) expect(items.length).toBeLessThanOrEqual(limit)
    else expect(items).toHaveLength(limit)
    seen.push(...items.map(({ id }) => id))
    after = next
    await between(turn)
  }
  return seen
}

/** Newest first, what has no time last, the younger id first among equals. */
const inOrder = (rows: readonly { id: string; at: string }[]): string[] =>
  [...rows]
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
    .map(({ id }) => id)

describe.each(LISTS)('the list of $name', ({ add, page, isByTime = false }) => {
  test('visits each row once and in order whatever the page size, even while rows are added', async () => {
    const world = await createWorld()
    const { inTeam } = createUnitOfWork(engine)
    const rows: { id: string; at: string }[] = []
    for (let n = 0; n < ROWS; n++)
      rows.push({ id: await add(world, n), at: (isByTime && time(n)) || '' })
    const standing = inOrder(rows)
    let count = ROWS
    const limits = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(limits, fc.boolean(), async (sizes, isGrowing) => {
        const seen = await visitAll({
          page: (request) => inTeam(world, (repos) => page(repos, request)),
          sizes,
          between: async (turn) => isGrowing && turn < 2 && (await add(world, count++)),
        })
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.filter((id) => standing.includes(id))).toEqual(standing)
      }),
      { numRuns: 8 },
    )
  })
})

describe('a transcript', () => {
  test('reads the same forwards and backwards from any message', async () => {
    const world = await createWorld()
    const { inTeam } = createUnitOfWork(engine)
    const { sessionId } = world
    const ids: string[] = []
    for (let n = 0; n < ROWS; n++) {
      const id = newId.message()
      ids.push(id)
      // Two messages share each place, as after a file was begun again.
      await engine.db.execute(sql`
        insert into teamlore.messages (id, team_id, session_id, key, ordinal, role, kind, blocks, content_hash)
        values (${id}, ${world.teamId}, ${sessionId}, ${id}, ${Math.floor(n / 2)}, 'user', 'human', '[]', 'h')`)
    }
    const read = async (start: number, limit: number) => {
      const list = (from: Parameters<TeamRepositories['messageList']['list']>[0]['from']) =>
        inTeam(world, ({ messageList }) =>
          messageList.list({ sessionId, limit, previewChars: 100, from }),
        )
      const place = await inTeam(world, ({ messageList }) =>
        messageList.placeOf(sessionId, ids[start] ?? ''),
      )
      const first = await list(place)
      const after = first.items.map(({ id }) => id)
      for (let next = first.next; next !== null; ) {
        const page = await list(next)
        after.push(...page.items.map(({ id }) => id))
        next = page.next
      }
      const before: string[] = []
      for (let previous = first.previous; previous !== null; ) {
        const page = await list(previous)
        before.unshift(...page.items.map(({ id }) => id))
        previous = page.previous
      }
      return { before, after }
    }
    const places = fc.integer({ min: 0, max: ROWS - 1 })
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 1, max: 9 }), async (start, limit) => {
        expect(await read(start, limit)).toEqual({
          before: ids.slice(0, start),
          after: ids.slice(start),
        })
      }),
      { numRuns: 12 },
    )
  })
})
