import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { MemoryFileId, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { makeReindexSession } from '../ingest/reindex-session.ts'
import { makeReindexMemoryFile } from '../memory-files/reindex-memory-file.ts'
import { makeReportMemoryFiles } from '../memory-files/report-memory-files.ts'
import { createCaptureWorld } from '../testing/capture-world.ts'
import { buildMessage, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { buildMemoryFile, buildMemoryFilesReport } from '../testing/memory-file-builders.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

test('capture is in alarm when rows of messages are lost, until they are sent once more', async () => {
  const { send, report, look, codes, team, clock } = await createCaptureWorld(engine)
  await send(buildSession())
  await report()
  await readAsOwner(
    engine,
    `delete from teamlore.messages where team_id = '${team.teamId}' and key in ('m1', 'm2')`,
  )
  const { alarms, machines } = await look()
  expect(alarms).toMatchObject([{ code: 'capture.not_arrived', severity: 'error' }])
  expect(alarms[0]?.remedy).toContain('only in a backup of the database')
  expect(machines[0]?.tools[0]).toMatchObject({ not_arrived: 2, server: { messages: 2 } })
  await send(buildSession())
  clock.now = new Date(clock.now.getTime() + 180_000)
  expect(await codes()).toEqual([])
})

test('capture is in alarm when rows of the index are lost, until the session is indexed again', async () => {
  const { send, report, look, codes, team, clock } = await createCaptureWorld(engine)
  const { sessions } = await send(buildSession())
  await report()
  await readAsOwner(engine, `delete from teamlore.documents where team_id = '${team.teamId}'`)
  const { alarms } = await look()
  expect(alarms).toMatchObject([{ code: 'capture.not_indexed', severity: 'error' }])
  expect(alarms[0]?.remedy).toContain('`index-messages`')
  expect(alarms[0]?.remedy).not.toContain('backup')
  await makeReindexSession({ unitOfWork: team.unitOfWork })(grantSystemScope(team.teamId), {
    sessionId: sessions[0]?.session_id as SessionId,
  })
  clock.now = new Date(clock.now.getTime() + 180_000)
  expect(await codes()).toEqual([])
  const [machine] = (await look()).machines
  expect(machine?.tools[0]?.server).toMatchObject({ messages: 4, indexed: 4, not_indexed: 0 })
})

test('a session that the sweep found whole is not counted again until it changes, or the sweep misses something', async () => {
  const { send, report, look, codes, team } = await createCaptureWorld(engine)
  const { sessions } = await send(buildSession())
  const id = sessions[0]?.session_id as SessionId
  await report()
  const sweep = () =>
    team.unitOfWork.asSystem(({ sweep }) =>
      sweep.sessionsNotIndexed({ after: null, messages: 1_000_000 }),
    )
  const wholeAsOf = async () =>
    (await readAsOwner(
      engine,
      `select whole_as_of = updated_at as whole from teamlore.sessions where id = '${id}'`,
    )) as { whole: boolean | null }[]
  await sweep()
  expect(await wholeAsOf()).toEqual([{ whole: true }])

  await readAsOwner(engine, `delete from teamlore.documents where session_id = '${id}'`)
  expect(await codes()).toEqual([])
  expect((await sweep()).lost).toContainEqual({ teamId: team.teamId, sessionId: id })
  expect(await wholeAsOf()).toEqual([{ whole: null }])
  expect(await codes()).toEqual(['capture.not_indexed'])

  await makeReindexSession({ unitOfWork: team.unitOfWork })(grantSystemScope(team.teamId), {
    sessionId: id,
  })
  await sweep()
  await readAsOwner(
    engine,
    `delete from teamlore.messages where session_id = '${id}' and key = 'm1'`,
  )
  await sweep()
  expect(await wholeAsOf()).toEqual([{ whole: null }])
  expect((await look()).machines[0]?.tools[0]).toMatchObject({ not_arrived: 1 })

  await send(buildSession())
  await sweep()
  await readAsOwner(
    engine,
    `update teamlore.sessions set updated_at = now() + interval '1 second' where id = '${id}'`,
  )
  await readAsOwner(engine, `delete from teamlore.documents where session_id = '${id}'`)
  expect(await codes()).toEqual(['capture.not_indexed'])
})

test('of a message that is several rows of the index, one that is lost is enough, also of a tool output', async () => {
  const { send, report, look, codes, team } = await createCaptureWorld(engine)
  const long = Array.from({ length: 200 }, (_, n) => `Line ${n} of the output.`).join('\n')
  const messages = [
    ...buildMessages(3),
    buildMessage(3, { blocks: [{ type: 'text', text: long }] }),
    buildMessage(4, {
      role: 'tool',
      kind: 'tool_result',
      blocks: [{ type: 'tool_result', tool_call_id: 'c1', text: long, is_error: false }],
    }),
    // Not searched on purpose.
    buildMessage(5, { kind: 'injected', role: 'user' }),
    buildMessage(6, { is_abandoned: true }),
    buildMessage(7, { blocks: [{ type: 'text', text: ' \n ' }] }),
  ]
  const { sessions } = await send(
    buildSession({ messages }),
    buildSession({ native_id: 'copy', kind: 'compaction' }),
  )
  await report({}, { messages: 12, sessions: 2 })
  expect(await codes()).toEqual([])
  const ofTeam = `team_id = '${team.teamId}'`
  const notIndexed = async () => (await look()).machines[0]?.tools[0]?.server.not_indexed
  for (const chunk of [0, 1, 10_000, 10_001]) {
    await readAsOwner(engine, `delete from teamlore.documents where ${ofTeam} and chunk = ${chunk}`)
    // The first chunk is that of every message with words in it.
    expect(await notIndexed(), `chunk ${chunk}`).toBe(chunk === 0 ? 4 : 1)
    expect(await codes()).toEqual(['capture.not_indexed'])
    await makeReindexSession({ unitOfWork: team.unitOfWork })(grantSystemScope(team.teamId), {
      sessionId: sessions[0]?.session_id as SessionId,
    })
    expect(await codes()).toEqual([])
  }
  // Nobody counted what came in before: of that, only a message of which nothing is left is missed.
  await readAsOwner(engine, `update teamlore.messages set documents = null where ${ofTeam}`)
  await readAsOwner(engine, `delete from teamlore.documents where ${ofTeam} and chunk > 0`)
  expect(await codes()).toEqual([])
  await readAsOwner(engine, `delete from teamlore.documents where ${ofTeam}`)
  expect(await notIndexed()).toBe(4)
})

test('a memory file of which a part is lost is reported, until it is indexed again', async () => {
  const { scope, report, look, codes, team, rowsOf, clock } = await createCaptureWorld(engine)
  const text = Array.from({ length: 200 }, (_, n) => `Berth ${n} is free.`).join('\n\n')
  await makeReportMemoryFiles({ unitOfWork: team.unitOfWork })(
    scope,
    buildMemoryFilesReport([buildMemoryFile({ text })]),
  )
  await report({}, { messages: 0, sessions: 0 })
  expect(await codes()).toEqual([])
  await readAsOwner(
    engine,
    `delete from teamlore.documents where team_id = '${team.teamId}' and chunk = 1`,
  )
  const { alarms } = await look()
  expect(alarms).toMatchObject([{ code: 'capture.memory_files_not_indexed', severity: 'error' }])
  expect(alarms[0]?.remedy).toContain('`index-memory-file`')
  const [file] = await rowsOf('memory_files', 'id')
  await makeReindexMemoryFile({ unitOfWork: team.unitOfWork })(grantSystemScope(team.teamId), {
    memoryFileId: file?.['id'] as MemoryFileId,
  })
  clock.now = new Date(clock.now.getTime() + 180_000)
  expect(await codes()).toEqual([])
})
