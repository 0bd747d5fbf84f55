import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeForget } from '../../forgetting/forget-one.ts'
import { makePurgeDeletion } from '../../forgetting/purge-deletion.ts'
import { grantTeamScope } from '../../identity/teams/team-scope.ts'
import { createMemoryLeaseWorld, NEWER, REPLACES } from './testing/memory-lease-world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

test('what was answered of a pair goes with either of the two', async () => {
  const world = await createMemoryLeaseWorld(database.engine)
  const { older } = await world.pair()
  for (const one of (await world.lease()).leases) await world.answer(one, { questions: [] })
  const { leases } = await world.lease()
  const pair = leases.find(({ memory }) => memory?.title === NEWER)
  if (pair === undefined) throw new Error('no pair was asked about')
  await world.answer(pair, REPLACES)
  const answers = () => world.rowsOf('distil_leases', 'answers::text as answers')
  expect(JSON.stringify(await answers())).toContain('replaces')
  const boss = await world.team.addMember('admin', 'Ada')
  const admin = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  const { id } = await makeForget(world)(admin, 'memory', { id: older })
  await world.change(
    `update teamlore.deletions set purge_after = now() - interval '1 second' where id = '${id}'`,
  )
  await makePurgeDeletion(world)({ teamId: world.team.teamId, deletionId: id as never })
  expect(JSON.stringify(await answers())).not.toContain('replaces')
})
