import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { CaptureMemoryReport, ReportedMemoryFile } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { uploadMachine } from '../machines/upload-machine.ts'
import { makeReportMemoryFiles } from '../memory-files/report-memory-files.ts'
import { createCaptureWorld } from '../testing/capture-world.ts'
import {
  buildMessage,
  buildMessages,
  buildRequest,
  buildSession,
} from '../testing/ingest-builders.ts'
import { buildMemoryFile, buildMemoryFilesReport } from '../testing/memory-file-builders.ts'
import { makeReportCapture } from './report-capture.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = () => createCaptureWorld(engine)

describe('capture, looked at from both sides', () => {
  test('is fine where the server holds and finds all that the machine has read', async () => {
    const { send, report, look } = await setUp()
    await send(buildSession())
    await report()
    const { alarms, machines } = await look()
    expect(alarms).toEqual([])
    expect(machines).toMatchObject([
      {
        name: 'anns-laptop',
        state: 'ok',
        agent_version: '0.1.2',
        tools: [
          {
            tool: 'claude-code',
            label: 'Claude Code',
            state: 'ok',
            agent: { messages: 4 },
            server: {
              sessions: 1,
              messages: 4,
              prompts: 1,
              indexed: 4,
              not_indexed: 0,
              to_distil: 1,
            },
            not_arrived: 0,
            lag_seconds: 0,
          },
        ],
      },
    ])
  })

  describe('of memory files', () => {
    const memoryReport = (fields: Partial<CaptureMemoryReport> = {}) => ({
      memory_files: {
        folders: 1,
        files: 2,
        acknowledged: 2,
        waiting: 0,
        quarantined: 0,
        left_out: 0,
        last_success_at: null,
        last_error: null,
        ...fields,
      },
    })
    const setUpFiles = async () => {
      const world = await setUp()
      const now = () => world.clock.now
      const mirror = makeReportMemoryFiles({ unitOfWork: world.team.unitOfWork, now })
      let revision = 0
      const mirrored = (...files: Partial<ReportedMemoryFile>[]) =>
        mirror(
          world.scope,
          buildMemoryFilesReport(files.map(buildMemoryFile), { revision: ++revision }),
        )
      return { ...world, mirrored }
    }
    const BOTH = [{ path: 'CLAUDE.md' }, { path: 'CLAUDE.local.md', is_personal: true }]

    test('reports what was seen beside what is held, personal ones among them', async () => {
      const { mirrored, report, look, get, adminScope } = await setUpFiles()
      await mirrored(...BOTH)
      await report(memoryReport(), { messages: 0, sessions: 0 })
      const expected = {
        alarms: [],
        machines: [
          {
            memory_files: {
              state: 'ok',
              not_arrived: 0,
              agent: { files: 2, acknowledged: 2 },
              server: { files: 2, not_indexed: 0 },
            },
          },
        ],
      }
      expect(await look()).toMatchObject(expected)
      // Numbers alone, so also to those who may not read what they say.
      expect(await get(adminScope, {})).toMatchObject(expected)
    })

    test('is in alarm when one that arrived is not there or not found any more', async () => {
      const { mirrored, report, look, codes, team } = await setUpFiles()
      await mirrored(...BOTH)
      await report(memoryReport(), { messages: 0, sessions: 0 })
      await readAsOwner(
        engine,
        `delete from teamlore.documents where team_id = '${team.teamId}' and kind = 'memory_file'`,
      )
      await readAsOwner(
        engine,
        `delete from teamlore.memory_file_copies where team_id = '${team.teamId}' and path = 'CLAUDE.local.md'`,
      )
      expect(await codes()).toEqual([
        'capture.memory_files_not_arrived',
        'capture.memory_files_not_indexed',
      ])
      expect((await look()).machines[0]).toMatchObject({
        state: 'error',
        memory_files: { state: 'error', not_arrived: 1 },
      })
    })

    test('takes a file that went since the report for no loss', async () => {
      const { mirrored, report, codes, clock } = await setUpFiles()
      await mirrored(...BOTH)
      await report(memoryReport(), { messages: 0, sessions: 0 })
      clock.now = new Date(clock.now.getTime() + 60_000)
      await mirrored()
      expect(await codes()).toEqual([])
    })

    test('warns of those the server would not have, and knows machines that never reported', async () => {
      const { report, codes, look } = await setUpFiles()
      await report({}, { messages: 0, sessions: 0 })
      expect((await look()).machines[0]?.memory_files).toBeNull()
      await report(memoryReport({ acknowledged: 0, quarantined: 2 }), { messages: 0, sessions: 0 })
      expect(await codes()).toEqual(['capture.memory_files_quarantined'])
    })
  })

  test('is in alarm when what was captured is neither on its way nor on the server', async () => {
    const { send, report, look } = await setUp()
    await send(buildSession())
    await report({}, { messages: 10, spooled: 1, quarantined: 2 })
    const { alarms, machines } = await look()
    expect(alarms[0]).toMatchObject({ code: 'capture.not_arrived', severity: 'error' })
    expect(alarms[0]?.message).toBe(
      '3 messages of Claude Code that anns-laptop has captured are not on the server.',
    )
    expect(machines[0]).toMatchObject({
      state: 'error',
      tools: [{ not_arrived: 3, state: 'error' }],
    })
  })

  test('is in alarm when a message is held but no search finds it', async () => {
    const { send, report, look, team } = await setUp()
    await send(buildSession())
    await report()
    await readAsOwner(
      engine,
      `delete from teamlore.documents where team_id = '${team.teamId}'
       and source_id = (select id from teamlore.messages where team_id = '${team.teamId}' and key = 'm1')`,
    )
    const { alarms, machines } = await look()
    expect(alarms).toMatchObject([{ code: 'capture.not_indexed', severity: 'error' }])
    expect(machines[0]?.tools[0]?.server).toMatchObject({ messages: 4, indexed: 3, not_indexed: 1 })
  })

  test('asks nothing of the index for what is not searched on purpose', async () => {
    const { send, report, codes } = await setUp()
    const messages = [
      buildMessage(0, { kind: 'injected', role: 'user' }),
      buildMessage(1, { blocks: [] }),
      buildMessage(2, { blocks: [{ type: 'text', text: ' \n ' }] }),
      buildMessage(3, { is_abandoned: true }),
      buildMessage(4, { kind: 'summary' }),
    ]
    await send(
      buildSession({ messages }),
      buildSession({ native_id: 'copy', kind: 'compaction', messages: buildMessages(2) }),
    )
    await report({}, { messages: 7, sessions: 2 })
    expect(await codes()).toEqual([])
  })

  test('counts private sessions, for whoever may see the machine', async () => {
    const { send, report, get, adminScope, team } = await setUp()
    await send(buildSession())
    await readAsOwner(
      engine,
      `update teamlore.sessions set private_to = user_id where team_id = '${team.teamId}'`,
    )
    await report()
    const { alarms, machines } = await get(adminScope, {})
    expect(alarms).toEqual([])
    expect(machines[0]?.tools[0]?.server.messages).toBe(4)
  })

  test('shows members their own machines, and admins all', async () => {
    const { report, get, team, adminScope, look } = await setUp()
    const { machine_id } = await report()
    const bob = await team.addMember('member', 'Bob')
    const bobs = grantTeamScope({ ...bob, actor: { kind: 'user', via: 'api_key' } }, 'member')
    expect((await get(bobs, {})).machines).toEqual([])
    expect((await get(bobs, { machine: machine_id })).machines).toEqual([])
    expect((await look()).machines).toHaveLength(1)
    expect((await get(adminScope, {})).machines).toMatchObject([{ id: machine_id }])
    expect((await get(adminScope, { machine: 'mac_other' })).machines).toEqual([])
  })

  test('shows no team anything of another', async () => {
    const { send, report } = await setUp()
    await send(buildSession())
    await report()
    const others = await setUp()
    expect((await others.get(others.adminScope, {})).machines).toEqual([])
  })

  test('knows of a machine that sends and never reported, without crying', async () => {
    const { send, look } = await setUp()
    await send(buildSession())
    const { alarms, machines } = await look()
    expect(alarms).toEqual([])
    expect(machines).toMatchObject([
      {
        state: 'unknown',
        reported_at: null,
        agent: null,
        tools: [{ agent: null, state: 'unknown' }],
      },
    ])
  })

  test('knows of no machine where files were handed in, for nobody reports on those', async () => {
    const world = await createCaptureWorld(engine)
    const machine = uploadMachine(world.member.userId, '0.1.0')
    const sessions = [buildSession()]
    await world.ingest(world.scope, { machine, sessions }, { isPrivate: false })
    expect(await world.count('machines')).toBe(1)
    expect((await world.look()).machines).toEqual([])
  })
})

describe('a report', () => {
  test('takes the place of the one before', async () => {
    const { report, rowsOf, look } = await setUp()
    await report({}, { messages: 0, files: 3 })
    await report({}, { messages: 0, files: 5 })
    expect(await rowsOf('capture_reports')).toHaveLength(1)
    expect((await look()).machines[0]?.tools[0]?.agent?.files).toBe(5)
  })

  test('is of the machine whose key sends it, and of no other', async () => {
    const { team, member, report } = await setUp()
    const { machine_id } = await report()
    const actor = { kind: 'machine', machineId: machine_id as never } as const
    const scope = grantTeamScope({ ...member, actor }, 'member')
    const other = { ...buildRequest().machine, fingerprint: 'f'.repeat(32) }
    const send = makeReportCapture({ unitOfWork: team.unitOfWork })
    const said = {
      sent_at: new Date().toISOString(),
      watching: true,
      since: new Date().toISOString(),
      spool: { batches: 0, bytes: 0, limit_bytes: 0, oldest_at: null },
      rejected: { batches: 0, bytes: 0 },
      paused: null,
      tools_off: [],
      last_success_at: null,
      last_error: null,
      tools: [],
      memory_files: null,
    }
    await expect(send(scope, { ...said, machine: other })).rejects.toMatchObject({
      code: 'machine.mismatch',
    })
    expect(await send(scope, { ...said, machine: buildRequest().machine })).toMatchObject({
      machine_id,
    })
  })

  test('keeps no secret that a sentence of it holds, and nothing the database cannot store', async () => {
    const { report, look, clock } = await setUp()
    const at = clock.now.toISOString()
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    await report(
      {},
      { messages: 0, last_error: { at, code: 'x', message: `${secret}\u0000.jsonl` } },
    )
    const message = (await look()).machines[0]?.tools[0]?.agent?.last_error?.message
    expect(message).not.toContain(secret)
    expect(message).toContain('[REDACTED')
  })
})
