import { hash } from 'node:crypto'
import { grantSystemScope } from '@teamlore/core'
import { makePurgeDeletion } from '@teamlore/core/forgetting'
import type { IngestSession } from '@teamlore/shared'
import { tombstoneName, tombstoneNamesOf } from '@teamlore/shared/tombstone-names'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { transcript } from '../../testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

let world: World
let us: WorldTeam
let others: WorldTeam
let sent: IngestSession
let id: string
let number = 0

beforeAll(async () => {
  world = await openWorld()
  us = await world.addTeam('Olga')
  others = await world.addTeam('Otto')
})
afterAll(() => world[Symbol.asyncDispose]())

beforeEach(async () => {
  number += 1
  sent = transcript({ native_id: `native-${number}` })
  const [first = ''] = await us.fill([sent])
  id = first
})

type Method = 'GET' | 'POST' | 'DELETE'
const call = async (team: WorldTeam, method: Method, url: string, payload?: object) => {
  const headers = bearer(team.keys.member)
  const answer = await world.app.inject({ method, url, headers, ...(payload && { payload }) })
  if (answer.statusCode >= 400) throw new Error(answer.body)
  return answer.json()
}
const markOf = async (team: WorldTeam): Promise<string> =>
  (await call(team, 'GET', '/v1/tombstones')).mark

/** Which of these names were forgotten, as a machine of the team learns it. */
const ask = async (team: WorldTeam, names: string[]): Promise<string[]> => {
  const hashes = names.map((name) => hash('sha256', name, 'hex'))
  const { forgotten } = await call(team, 'POST', '/v1/tombstones', { hashes })
  return names.filter((_, n) => forgotten.includes(hashes[n]))
}
const nameOf = ({ tool, native_id }: IngestSession, team = us) =>
  tombstoneName.session(team.teamId, tool, native_id)
const forget = () => call(us, 'DELETE', `/v1/sessions/${id}`)
const remember = (deletion: { id: string }) =>
  makePurgeDeletion(us)({
    teamId: us.teamId,
    deletionId: deletion.id as Parameters<ReturnType<typeof makePurgeDeletion>>[0]['deletionId'],
  })

test('a machine that names what it has learns which of it was forgotten, until that is undone', async () => {
  const names = [nameOf(sent), nameOf(transcript({ native_id: 'never-sent' }))]
  expect(await ask(us, names)).toEqual([])
  const deletion = await forget()
  expect(await ask(us, names)).toEqual([nameOf(sent)])
  await call(us, 'POST', `/v1/deletions/${deletion.id}/undo`)
  expect(await ask(us, names)).toEqual([])
})

test('messages are known by all the names that a machine gives them', async () => {
  const [message] = sent.messages
  if (message === undefined) throw new Error('It says nothing.')
  const names = tombstoneNamesOf(
    us.teamId,
    { tool: sent.tool, nativeId: sent.native_id },
    { ...message, ts: message.ts ?? null },
  )
  expect(names).toHaveLength(3)
  await remember(await forget())
  // Its own name is of no use beside that of its session; those of its copies elsewhere are.
  expect(await ask(us, names)).toEqual(names.slice(1))
})

test('nobody learns by guessing that a memory was forgotten, nor by an id that something was', async () => {
  const memory = await call(us, 'POST', '/v1/memories', { statement: 'Herons nest in March.' })
  const deletion = await call(us, 'DELETE', `/v1/memories/${memory.id}`)
  const names = [
    tombstoneName.memory(us.teamId, 'herons nest in march'),
    `id\n${us.teamId}\n${memory.id}`,
  ]
  const [words = '', itsId = ''] = names.map((name) => hash('sha256', name, 'hex'))
  const kept = await us.unitOfWork.inTeam(grantSystemScope(us.teamId), async ({ tombstones }) => {
    // As the purge does.
    await tombstones.add(deletion.id, 'id', [itsId])
    return [await tombstones.known([words], ['memory']), await tombstones.known([itsId], ['id'])]
  })
  expect(kept).toEqual([new Set([words]), new Set([itsId])])
  expect(await ask(us, names)).toEqual([])
})

test('the mark is another one when something is forgotten, when its copies are known, and when it is undone', async () => {
  const marks = [await markOf(us)]
  const deletion = await forget()
  marks.push(await markOf(us))
  await remember(deletion)
  marks.push(await markOf(us))
  await call(us, 'POST', `/v1/deletions/${deletion.id}/undo`)
  marks.push(await markOf(us))
  expect(new Set(marks).size).toBe(4)
  expect(await markOf(us)).toBe(marks[3])
})

test('another team learns nothing, neither by its own hashes nor by ours', async () => {
  const before = await markOf(others)
  await forget()
  expect(await ask(others, [nameOf(sent), nameOf(sent, others)])).toEqual([])
  expect(await markOf(others)).toBe(before)
})

test('who reads alone has no machine, and is refused', async () => {
  expect((await us.ask('/v1/tombstones', 'viewer')).statusCode).toBe(403)
})
