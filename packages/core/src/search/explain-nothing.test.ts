import { readAsOwner } from '@teamlore/db/testing'
import { searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSessions } from '../records/session.record.ts'
import { makeSearchSessions } from './search-sessions.ts'
import { CACHE, LOCKS } from './testing/sample-sessions.ts'
import { type OwnSearchWorld, openSearchWorld } from './testing/search-world.ts'

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
