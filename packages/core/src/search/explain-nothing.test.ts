import { readAsOwner, withOthers } from '@teamlore/db/testing'
import { type SearchQuery, searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSessions } from '../records/session.record.ts'
import { makeSearch } from './search.ts'
import { makeSearchAsOf } from './search-as-of.ts'
import { makeSearchSessions } from './search-sessions.ts'
import { CACHE, LOCKS } from './testing/sample-sessions.ts'
import { NOW, type OwnSearchWorld, openSearchWorld } from './testing/search-world.ts'

let world: OwnSearchWorld

const notesOn = async (q: string, more: Parameters<OwnSearchWorld['ask']>[1] = {}) => {
  const { items, notes } = await world.ask(q, more)
  expect(items).toEqual([])
  return notes
}

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(LOCKS, CACHE)
  await world.count()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('where filters leave nothing, a note', () => {
  test('names them, and says whether the words stand somewhere without them', async () => {
    expect(await notesOn('redis tool:claude-code')).toEqual([
      'Nothing that fits tool:claude-code has "redis", or is near in meaning; without it there are entries with these words.',
    ])
    expect(await notesOn('redis tool:claude-code', { author: 'me' })).toEqual([
      'Nothing that fits tool:claude-code and author:me has "redis", or is near in meaning; without them there are entries with these words.',
    ])
    expect(await notesOn('zanzibarish tool:codex')).toEqual([
      'Nothing that fits tool:codex has "zanzibarish", or is near in meaning; without it nothing has them either.',
    ])
    expect(await notesOn('redis', { scope: 'knowledge' })).toEqual([
      'Nothing that fits the scope "knowledge" has "redis", or is near in meaning; without it there are entries with these words.',
    ])
  })

  test('names them where no words were asked for, of sessions as of entries', async () => {
    const note = 'Nothing fits tool:codex and branch:main.'
    expect(await notesOn('tool:codex branch:main')).toEqual([note])
    const sessions = makeSearchSessions({
      unitOfWork: world.unitOfWork,
      search: world.search,
      openSessions,
    })
    const query = searchQuerySchema.parse({ q: 'tool:codex branch:main' })
    expect((await sessions(world.scope, query)).notes).toEqual([note])
  })

  test('says that an interval ends before it begins', async () => {
    const note =
      'The interval from 2026-05-01 to 2026-04-01 ends before it begins, so nothing fits it.'
    for (const q of ['lock after:2026-05-01 before:2026-04', 'after:2026-05-01 before:2026-04'])
      expect(await notesOn(q), q).toEqual([note])
    expect((await notesOn('lock after:2026-05 before:2026-05'))[0]).toContain(
      'ends where it begins',
    )
  })

  test('says nothing of filters that were left out', async () => {
    expect(await notesOn('zanzibarish type:poem')).toEqual([
      expect.stringContaining('There is no type "poem"'),
      'Nothing here has "zanzibarish", or is near in meaning.',
    ])
  })
})

describe('where an earlier time is asked about, a note', () => {
  const asked = async (q: string, more: Partial<SearchQuery> = {}) => {
    const query = { ...searchQuerySchema.parse({ q }), as_of: '2020-03-09', ...more }
    const searchAsOf = makeSearchAsOf({ ...world, now: () => NOW })
    const sessions = makeSearchSessions({ ...world, search: searchAsOf, openSessions })
    const [entries, grouped] = [
      await searchAsOf(world.scope, query),
      await sessions(world.scope, query),
    ]
    expect([...entries.items, ...grouped.items]).toEqual([])
    expect(grouped.notes).toEqual(entries.notes)
    return entries.notes
  }

  test('names that time, and no filter that nobody typed', async () => {
    expect(await asked('redis')).toEqual([
      'As of 9 March 2020 nothing here has "redis", or is near in meaning; now there are entries with these words.',
    ])
    expect(await asked('redis', { as_of: '2020-03-09T14:05:00Z', tool: 'codex' })).toEqual([
      'As of 9 March 2020, 14:05 UTC nothing that fits tool:codex has "redis", or is near in meaning; now and without it there are entries with these words.',
    ])
    expect(await asked('redis AND locks')).toEqual([
      expect.stringMatching(/^As of 9 March 2020 nothing here has .+ together; now /),
    ])
    expect(await asked('redis tool:codx')).toEqual([
      'As of 9 March 2020.',
      'There is no tool "codx". Did you mean codex?',
      'Now and without tool:codx there are entries with these words.',
    ])
  })

  test('names it where no words were asked for', async () => {
    expect(await asked('')).toEqual(['As of 9 March 2020 there was nothing here.'])
    expect(await asked('tool:codex')).toEqual(['As of 9 March 2020 nothing fits tool:codex.'])
  })

  test('says that what was asked for came later, and keeps what somebody typed', async () => {
    expect(await asked('redis after:2020-04')).toEqual([
      'As of 9 March 2020 nothing was later than 2020-04-01.',
    ])
    expect(await asked('redis before:2019')).toEqual([
      expect.stringContaining('As of 9 March 2020 nothing that fits before:2019 has "redis"'),
    ])
  })

  test('leads to the next page of an answer as of so many days ago', async () => {
    let clock = NOW
    const search = makeSearchAsOf({ ...world, now: () => clock })
    const query = { ...searchQuerySchema.parse({ q: 'the', limit: 1 }), as_of: '1d' }
    const first = await search(world.scope, { ...query, q: 'order:date' })
    clock = new Date(NOW.getTime() + 1_000)
    const cursor = first.next_cursor ?? undefined
    const next = await search(world.scope, { ...query, q: 'order:date', cursor })
    expect([first.items.length, next.items.length]).toEqual([1, 1])
  })
})

describe('a value that nothing has', () => {
  test('is named, for a tool with the one that was probably meant', async () => {
    for (const typed of ['claud', 'claude_code', 'claude-cod'])
      expect(await notesOn(`tool:${typed}`)).toEqual([
        `There is no tool "${typed}". Did you mean claude-code?`,
      ])
    expect((await notesOn('tool:zed'))[0]).toMatch(
      /^There is no tool "zed" here; the most used (is|are) /,
    )
    expect(await notesOn('redis tool:codx')).toEqual([
      'There is no tool "codx". Did you mean codex?',
      'Without tool:codx there are entries with these words.',
    ])
    expect(await notesOn('branch:nope')).toEqual(['Nothing you can see has the branch "nope".'])
    expect(await notesOn('file:nope.ts')).toEqual(['Nothing you can see has the file "nope.ts".'])
    expect(await notesOn('concept:nope')).toEqual([
      'Nothing you can see is about the concept "nope".',
    ])
  })

  test('is named though looking for the path that was meant takes too long', async () => {
    const canceled = Object.assign(new Error('canceled'), { code: '57014' })
    const searchInTeam: typeof world.unitOfWork.searchInTeam = (scope, bounds, work) =>
      world.unitOfWork.searchInTeam(scope, bounds, (repositories) => {
        const why = { ...repositories.why, paths: () => Promise.reject(canceled) }
        return work(withOthers(repositories, { why }))
      })
    const unitOfWork = { ...world.unitOfWork, searchInTeam }
    const search = makeSearch({ unitOfWork, embedder: world.embedder, now: () => NOW })
    const query = searchQuerySchema.parse({ q: 'redis tool:codx file:nope.ts' })
    expect((await search(world.scope, query)).notes).toEqual([
      'There is no tool "codx". Did you mean codex?',
      'Nothing you can see has the file "nope.ts".',
    ])
  })

  test('is none that another filter alone leaves nothing of', async () => {
    expect(await notesOn('file:directory-lock.ts tool:codex')).toEqual([
      'Nothing fits file:directory-lock.ts and tool:codex.',
    ])
  })

  test('is one that stands in private sessions of others alone, as if it were nowhere', async () => {
    const other = await world.person('Bob')
    const ask = async (q: string) =>
      (await world.search(other, searchQuerySchema.parse({ q }))).notes
    const hide = (userId: string | null) =>
      readAsOwner(
        world.engine,
        `update teamlore.documents set private_to = ${userId === null ? 'null' : `'${userId}'`} where tool = 'codex'`,
      )
    expect(await ask('branch:feature/cache tool:claude-code')).toEqual([
      'Nothing fits branch:feature/cache and tool:claude-code.',
    ])
    await hide(world.scope.userId)
    expect(await ask('branch:feature/cache')).toEqual([
      'Nothing you can see has the branch "feature/cache".',
    ])
    expect((await ask('redis tool:claude-code')).join()).toContain('nothing has them either')
    await hide(null)
  })
})

describe('types', () => {
  test('that are none are left out, and the nearest is named', async () => {
    const { items, notes } = await world.ask('lock type:promt')
    expect(items.length).toBeGreaterThan(0)
    expect(notes).toEqual([
      'There is no type "promt", so it was left out. Did you mean type:prompt?',
    ])
    const [bogus] = (await world.ask('lock type:bogus')).notes
    expect(bogus).toMatch(/^There is no type "bogus", so it was left out; types are message, /)
  })

  test('are understood of one and of many', async () => {
    for (const q of ['type:entity', 'type:entities', 'lock type:Memory-Files'])
      expect((await notesOn(q)).join(), q).not.toContain('no type')
    expect((await world.ask('lock type:commit,prompt')).items.length).toBeGreaterThan(0)
  })
})
