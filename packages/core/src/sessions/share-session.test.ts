import { readAsOwner } from '@teamlore/db/testing'
import { newId, type SessionId, searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDistilSession } from '../distil/distil-session.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { makeListMessages } from '../messages/list-messages.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeGetSession } from './get-session.ts'
import { makeListSessions } from './list-sessions.ts'
import { makePreviewShare, makeShareSession, makeUnshareSession } from './share-session.ts'

let world: OwnSearchWorld
let bo: TeamScope<'member'>
let id: SessionId
let number = 0

beforeAll(async () => {
  world = await openSearchWorld()
  bo = await world.person('Bo')
})
afterAll(() => world[Symbol.asyncDispose]())

const TABLES = ['sessions', 'messages', 'edits', 'observations', 'summaries', 'documents'] as const

/** How many rows of all tables are private, and how many the team reads. */
const kept = async () => {
  const of = TABLES.map(
    (table) =>
      `select count(private_to) as private, count(*) - count(private_to) as open
      from teamlore.${table} where ${table === 'sessions' ? 'id' : 'session_id'} = '${id}'`,
  )
  const [sum] = await readAsOwner<{ private: number; open: number }>(
    world.engine,
    `select sum(private)::int as private, sum(open)::int as open from (${of.join(' union all ')}) t`,
  )
  return sum
}

beforeEach(async () => {
  number += 1
  await readAsOwner(
    world.engine,
    `update teamlore.projects set default_visibility = 'private' returning 1`,
  )
  const { sessions } = await world.send(
    buildSession({
      native_id: `own-${number}`,
      title: `Ocelot ${number}`,
      messages: [asks(0, `why does the ocelot${number} hide?`), says(1, 'Found it! It is shy.')],
    }),
  )
  id = sessions[0]?.session_id as SessionId
  await readAsOwner(
    world.engine,
    `update teamlore.sessions set private_to = user_id where id = '${id}' returning 1`,
  )
  for (const table of TABLES.slice(1))
    await readAsOwner(
      world.engine,
      `update teamlore.${table} set private_to = '${world.member.userId}' where session_id = '${id}' returning 1`,
    )
  await makeDistilSession(world)(world.systemScope, { sessionId: id })
  await world.count()
})

const found = async (scope: TeamScope) =>
  JSON.stringify(
    await world.search(scope, searchQuerySchema.parse({ q: `ocelot${number}` })),
  ).includes(id)

test('a preview says what would go along, and changes nothing', async () => {
  const preview = await makePreviewShare(world)(world.scope, { id })
  expect(preview).toMatchObject({
    session: { id, visibility: 'private' },
    becomes: 'team',
    readers: { project: null },
    refused: null,
    counts: expect.arrayContaining([
      { kind: 'sessions', count: 1 },
      { kind: 'messages', count: 2 },
      { kind: 'prompts', count: 1 },
    ]),
    titles: expect.arrayContaining([
      { kind: 'sessions', id, title: `Ocelot ${number}` },
      expect.objectContaining({ kind: 'prompts', title: `why does the ocelot${number} hide?` }),
    ]),
  })
  expect((await kept())?.open).toBe(0)
  expect(await found(bo)).toBe(false)
})

test('sharing opens all of it and taking it back closes all of it, counts of words included', async () => {
  const before = await kept()
  expect(await makeShareSession(world)(world.scope, { id })).toMatchObject({
    session: { visibility: 'team' },
    becomes: 'private',
    refused: null,
  })
  expect(await kept()).toEqual({ private: 0, open: before?.private })
  expect(await found(bo)).toBe(true)
  await makeShareSession(world)(world.scope, { id })
  await makeUnshareSession(world)(world.scope, { id })
  expect(await kept()).toEqual(before)
  expect(await found(bo)).toBe(false)
  const labels = await readAsOwner<{ label: string }>(
    world.engine,
    `select private_to as label from teamlore.lexeme_stats where team_id = '${world.team.teamId}' and lexeme like 'ocelot${number}%'`,
  )
  expect(new Set(labels.map(({ label }) => label))).toEqual(new Set([world.member.userId]))
})

test('a list is not drawn on, an opened transcript is', async () => {
  await makeShareSession(world)(world.scope, { id })
  await makeListSessions(world)(bo, { limit: 50 })
  expect(await found(bo)).toBe(true)
  expect((await makePreviewShare(world)(world.scope, { id })).refused).toBeNull()
  await makeGetSession(world)(world.scope, { id })
  await makeListMessages(world)(bo, { session_id: id, limit: 10, preview_chars: 100 })
  await makeGetSession(world)(bo, { id })
  expect((await makePreviewShare(world)(world.scope, { id })).refused).toBe(
    'It stays with the team: one other member opened it.',
  )
  await expect(makeUnshareSession(world)(world.scope, { id })).rejects.toMatchObject({
    code: 'session.drawn_on',
  })
  expect((await kept())?.private).toBe(0)
})

test('only who had it shares it, and to others a private one does not exist', async () => {
  await expect(makeShareSession(world)(bo, { id })).rejects.toMatchObject({
    code: 'session.not_found',
  })
  await makeShareSession(world)(world.scope, { id })
  await expect(makeUnshareSession(world)(bo, { id })).rejects.toMatchObject({
    code: 'session.not_yours',
  })
  await expect(makeShareSession(world)(world.scope, { id: newId.session() })).rejects.toMatchObject(
    { code: 'session.not_found' },
  )
})

test('what came in before readers were noted stays', async () => {
  await makeShareSession(world)(world.scope, { id })
  await readAsOwner(
    world.engine,
    `update teamlore.sessions set reads_since = null where id = '${id}' returning 1`,
  )
  await expect(makeUnshareSession(world)(world.scope, { id })).rejects.toMatchObject({
    code: 'session.drawn_on',
    message: expect.stringContaining('before it was noted who opens'),
  })
})

test('its memory goes along and comes back, unless others have a part in it', async () => {
  const memory = newId.memory()
  const owner = world.member.userId
  const { teamId } = world.team
  const insert = async (statement: string) => readAsOwner(world.engine, `${statement} returning 1`)
  await insert(`insert into teamlore.memories (id, team_id, private_to, kind, status, statement, reason, rejected,
      slots, origin, confidence, confidence_parts, version, valid_from, recorded_at, confirmed_at, created_at, author_id)
    values ('${memory}', '${teamId}', '${owner}', 'gotcha', 'draft', 'Ocelots are shy', '', '[]', '{}', 'agent', 0.5,
      '{}', 1, now(), now(), now(), now(), '${owner}')`)
  await insert(`insert into teamlore.memory_evidence (memory_id, position, team_id, private_to, kind, ref, session_id,
      quote, origin, recorded_at)
    values ('${memory}', 0, '${teamId}', '${owner}', 'session', '${id}', '${id}', 'q', 'agent', now())`)
  const openMemories = async () =>
    (
      await readAsOwner(
        world.engine,
        `select 1 from teamlore.memories m join teamlore.memory_evidence e on e.memory_id = m.id
        where m.id = '${memory}' and m.private_to is null and e.private_to is null`,
      )
    ).length
  const shared = await makeShareSession(world)(world.scope, { id })
  expect(shared.counts).toContainEqual({ kind: 'memories', count: 1 })
  expect(await openMemories()).toBe(1)
  await makeUnshareSession(world)(world.scope, { id })
  expect(await openMemories()).toBe(0)
  await makeShareSession(world)(world.scope, { id })
  await insert(`insert into teamlore.memory_signals (memory_id, type, source, team_id, user_id, note, created_at)
    values ('${memory}', 'confirmed', 'x', '${teamId}', '${bo.userId}', '', now())`)
  expect((await makePreviewShare(world)(world.scope, { id })).refused).toBe(
    'It stays with the team: a memory of the team rests on it.',
  )
})
