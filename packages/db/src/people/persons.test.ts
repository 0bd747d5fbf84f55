import { newId, type UserId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestDatabase,
  createTestTeam,
  type TestDatabase,
  type TestTeam,
} from '../testing/index.ts'

let database: TestDatabase
let team: TestTeam
let other: TestTeam
beforeAll(async () => {
  database = await createTestDatabase()
  team = await createTestTeam(database.engine)
  other = await createTestTeam(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const run = (statement: SQL) => database.engine.db.execute(statement)
const asSystem: TestTeam['unitOfWork']['asSystem'] = (work) => team.unitOfWork.asSystem(work)

/** Somebody with an address, and the attempt of a directory to give them another. */
const member = async () => {
  const { userId } = await team.addMember('member')
  const [from, to] = [`${userId}@old.test`, `${userId}@new.test`]
  await asSystem(({ identities }) => identities.giveEmail(userId, from))
  const move = () =>
    asSystem(({ persons }) => persons.moveEmail({ teamId: team.teamId, userId, from, to }))
  const holds = async (email: string) =>
    (await asSystem(({ persons }) => persons.findByEmail(email))) === userId
  return { userId, from, to, move, holds }
}

const machine = (userId: UserId, id = newId.machine()) =>
  run(sql`
    insert into teamlore.machines (id, team_id, user_id, fingerprint, name, platform, agent_version)
    values (${id}, ${team.teamId}, ${userId}, ${id}, 'laptop', 'linux', '1')`)

const TRACES: [string, (userId: UserId) => Promise<unknown>][] = [
  [
    'another team',
    (userId) =>
      run(sql`
        insert into teamlore.memberships (team_id, user_id, role) values (${other.teamId}, ${userId}, 'member')`),
  ],
  [
    'an identity',
    (userId) =>
      asSystem(({ identities }) =>
        identities.save({ provider: 'p', issuer: 'i', subject: userId }, userId, null, new Date()),
      ),
  ],
  [
    'a passkey',
    (userId) =>
      run(sql`
        insert into teamlore.passkeys (id, credential_id, user_id, most, name, public_key, counter, transports, created_at)
        values (${userId}, ${userId}, ${userId}, 'member', 'x', 'k', 0, '{}', now())`),
  ],
  [
    'a key that ended',
    (userId) =>
      run(sql`
        insert into teamlore.api_keys (id, team_id, user_id, name, role, key_hash, hint, revoked_at)
        values (${newId.apiKey()}, ${team.teamId}, ${userId}, 'k', 'member', ${userId}, 'tlk_', now())`),
  ],
  ['a machine', (userId) => machine(userId)],
  [
    'a browser',
    (userId) =>
      run(sql`
        insert into teamlore.browser_sessions (id, token_hash, team_id, user_id, expires_at)
        values (${newId.browser()}, ${userId}, ${team.teamId}, ${userId}, now())`),
  ],
  [
    'a captured session',
    async (userId) => {
      const id = newId.machine()
      await machine((await team.addMember('member')).userId, id)
      await run(sql`
        insert into teamlore.sessions (id, team_id, machine_id, user_id, tool, native_id, kind)
        values (${newId.session()}, ${team.teamId}, ${id}, ${userId}, 'claude-code', 'n', 'main')`)
    },
  ],
  [
    'anything that the audit events say of them',
    (userId) =>
      asSystem(({ auditOf }) =>
        auditOf(team.teamId).add({ id: newId.event(), action: 'sign_in.succeeded', userId }),
      ),
  ],
]

describe('the address of somebody whom a directory made', () => {
  test('follows the directory as long as they have never been here', async () => {
    const { from, to, move, holds } = await member()
    expect(await move()).toBe(true)
    expect([await holds(from), await holds(to)]).toEqual([false, true])
  })

  test.each(TRACES)('stays with %s', async (_what, leave) => {
    const { userId, from, move, holds } = await member()
    await leave(userId)
    expect(await move()).toBe(false)
    expect(await holds(from)).toBe(true)
  })
})

test('a name that somebody gave themselves stays', async () => {
  const { userId } = await team.addMember('member', 'Ann')
  const rename = (from: string | null, to: string) =>
    asSystem(({ persons }) => persons.rename({ userId, from, to }))
  expect(await rename('Ann', 'Ann B')).toBe(true)
  expect([await rename('Ann', 'Ann C'), await rename(null, 'Ann C')]).toEqual([false, false])
  expect(await asSystem(({ identities }) => identities.nameOf(userId))).toBe('Ann B')
})
