import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { type IngestSession, newId, type SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeShareSession, makeUnshareSession } from '../sessions/share-session.ts'
import { buildMessages, buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const childOf = (parent: string, native_id: string, kind: IngestSession['kind'] = 'subagent') =>
  buildSession({ native_id, kind, parent_native_id: parent })

const setUp = async () => {
  const world = await createIngestWorld(database.engine)
  const { unitOfWork } = world.team
  const from = (fingerprint: string, sessions: IngestSession[], scope = world.scope) => {
    const request = buildRequest(...sessions)
    request.machine.fingerprint = fingerprint
    return world.ingest(scope, request)
  }
  const idOf = async (native: string, nth = 0) =>
    (await world.rowsOf('sessions', 'id, native_id')).filter(
      ({ native_id }) => native_id === native,
    )[nth]?.['id'] as SessionId
  return {
    ...world,
    from,
    idOf,
    given: grantTeamScope(
      {
        ...world.member,
        actor: { kind: 'user', via: 'api_key', givenBy: newId.user() },
      },
      'member',
    ),
    hide: async (native: string) =>
      makeUnshareSession({ unitOfWork })(world.scope, { id: await idOf(native) }),
    share: async (native: string) =>
      makeShareSession({ unitOfWork })(world.scope, { id: await idOf(native) }),
    /** Names of sessions of which the team reads anything, be it a message or a row of the index. */
    open: async () => {
      const found = await readAsOwner<{ native_id: string }>(
        database.engine,
        `select distinct s.native_id from teamlore.sessions s
         where s.team_id = '${world.team.teamId}' and (s.private_to is null
           or exists (select from teamlore.messages m where m.session_id = s.id and m.private_to is null)
           or exists (select from teamlore.documents d where d.session_id = s.id and d.private_to is null))
         order by 1`,
      )
      return found.map(({ native_id }) => native_id)
    },
  }
}

const HERE = 'a'.repeat(32)
const THERE = 'b'.repeat(32)

describe('what a hidden session starts', () => {
  test.each(['subagent', 'fork', 'compaction', 'main'] as const)(
    'is hidden with it: a %s, from any machine and any credential',
    async (kind) => {
      const { from, hide, open, given } = await setUp()
      await from(HERE, [buildSession({ native_id: 'main' }), childOf('main', 'sub1')])
      await hide('main')
      await from(HERE, [childOf('main', 'sub2', kind)])
      await from(THERE, [childOf('main', 'sub3', kind)])
      await from(HERE, [childOf('main', 'sub4', kind)], given)
      expect(await open()).toEqual([])
    },
  )

  test('is hidden down to the last, also where a parent comes in the same request', async () => {
    const { from, hide, open } = await setUp()
    await from(HERE, [buildSession({ native_id: 'main' })])
    await hide('main')
    await from(HERE, [childOf('b', 'a'), childOf('c', 'b'), childOf('main', 'c')])
    expect(await open()).toEqual([])
  })

  test('is hidden when the session between comes later, with what it taught until then', async () => {
    const { from, hide, open, idOf, rowsOf, team, member } = await setUp()
    await from(HERE, [buildSession({ native_id: 'main' })])
    await hide('main')
    await from(THERE, [childOf('b', 'a'), childOf('c', 'b')])
    expect(await open()).toEqual(['a', 'b'])
    const memory = newId.memory()
    await readAsOwner(
      database.engine,
      `with made as (insert into teamlore.memories (id, team_id, kind, status, statement, reason, rejected, slots, origin,
          confidence, confidence_parts, version, valid_from, recorded_at, confirmed_at, created_at, author_id)
        values ('${memory}', '${team.teamId}', 'gotcha', 'active', 'Owls hoot', '', '[]', '{}', 'agent', 0.5, '{}', 1,
          now(), now(), now(), now(), '${member.userId}') returning id)
      insert into teamlore.memory_evidence (memory_id, position, team_id, kind, ref, session_id, quote, origin, recorded_at)
      select id, 0, '${team.teamId}', 'session', 'x', '${await idOf('a')}', 'q', 'agent', now() from made returning 1`,
    )
    await from(THERE, [childOf('main', 'c')])
    expect(await open()).toEqual([])
    expect(await rowsOf('memories', 'private_to')).toEqual([{ private_to: member.userId }])
  })

  test('is hidden when it is heard only later which session that was', async () => {
    const { from, hide, open } = await setUp()
    await from(HERE, [buildSession({ native_id: 'main' }), buildSession({ native_id: 'sub' })])
    await hide('main')
    expect(await open()).toEqual(['sub'])
    await from(HERE, [{ ...childOf('main', 'sub'), messages: buildMessages(5) }])
    expect(await open()).toEqual([])
  })

  test('stays open where its own parent was shared, and where somebody else has a session of that name', async () => {
    const { from, hide, share, open, team, ingest } = await setUp()
    await from(HERE, [buildSession({ native_id: 'main' }), childOf('main', 'sub')])
    await hide('main')
    await share('sub')
    await from(HERE, [childOf('sub', 'below')])
    expect(await open()).toEqual(['below', 'sub'])
    const bob = { ...(await team.addMember('member', 'Bob')), actor: { kind: 'user' as const } }
    const scope = grantTeamScope({ ...bob, actor: { kind: 'user', via: 'api_key' } }, 'member')
    await ingest(scope, buildRequest(childOf('main', 'of Bob')))
    expect(await open()).toEqual(['below', 'of Bob', 'sub'])
  })
})

describe('a session that its person keeps to themselves', () => {
  test('is hidden when the same comes from another machine, and so is what it starts there', async () => {
    const { from, hide, open, count, given } = await setUp()
    await from(HERE, [buildSession({ native_id: 're' })])
    await hide('re')
    await from(THERE, [buildSession({ native_id: 're' })])
    await from('c'.repeat(32), [buildSession({ native_id: 're' })], given)
    await from(THERE, [childOf('re', 'sub')])
    expect(await count('sessions')).toBe(4)
    expect(await open()).toEqual([])
  })

  test('takes every copy of it along when it is hidden, and brings it back when it is shared', async () => {
    const { from, hide, share, open } = await setUp()
    for (const machine of [HERE, THERE])
      await from(machine, [buildSession({ native_id: 're' }), childOf('re', `of ${machine[0]}`)])
    await hide('re')
    expect(await open()).toEqual([])
    await share('re')
    expect(await open()).toEqual(['of a', 'of b', 're'])
  })

  test('leaves open what its person shared of it, when it comes again', async () => {
    const { from, hide, share, open } = await setUp()
    await from(HERE, [buildSession({ native_id: 're' }), childOf('re', 'sub')])
    await hide('re')
    await share('sub')
    await from(THERE, [buildSession({ native_id: 're' })])
    expect(await open()).toEqual(['sub'])
  })
})
