import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUndoDeletion } from '../forgetting/deletions.ts'
import { makeForget } from '../forgetting/forget-one.ts'
import { makePurgeDeletion } from '../forgetting/purge-deletion.ts'
import { createCaptureWorld } from '../testing/capture-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const open = async () => {
  const world = await createCaptureWorld(database.engine)
  await world.send(buildSession())
  await world.report()
  const [row] = await readAsOwner<{ id: string }>(
    database.engine,
    `select id from teamlore.messages where team_id = '${world.team.teamId}' and key = 'm1'`,
  )
  const tool = async () => {
    const [first] = (await world.look()).machines[0]?.tools ?? []
    return { missing: first?.not_arrived, ...first?.server }
  }
  const deletion = await makeForget(world.team)(world.scope, 'message', { id: row?.id ?? '' })
  const purge = async () => {
    await readAsOwner(
      database.engine,
      `update teamlore.deletions set purge_after = now() - interval '1 second' where id = '${deletion.id}'`,
    )
    await makePurgeDeletion(world.team)({
      teamId: world.team.teamId,
      deletionId: deletion.id as Parameters<ReturnType<typeof makePurgeDeletion>>[0]['deletionId'],
    })
  }
  return { ...world, tool, deletion, purge }
}

test('a message that arrived and was forgotten counts as forgotten and not as missing, before and after its purge', async () => {
  const { codes, tool, purge } = await open()
  expect(await tool()).toMatchObject({ missing: 0, forgotten: 1 })
  expect(await codes()).toEqual([])
  await purge()
  expect(await tool()).toMatchObject({ missing: 0, forgotten: 1, messages: 3 })
  expect(await codes()).toEqual([])
})

test('what is missing besides is still missing, and what was brought back is forgotten no more', async () => {
  const { codes, tool, purge, team } = await open()
  await purge()
  await readAsOwner(
    database.engine,
    `delete from teamlore.messages where team_id = '${team.teamId}' and key = 'm2'`,
  )
  expect(await tool()).toMatchObject({ missing: 1, forgotten: 1 })
  expect(await codes()).toEqual(['capture.not_arrived'])
  const undone = await open()
  await makeUndoDeletion(undone.team)(undone.scope, { id: undone.deletion.id })
  expect(await undone.tool()).toMatchObject({ missing: 0, forgotten: 0, messages: 4 })
})
