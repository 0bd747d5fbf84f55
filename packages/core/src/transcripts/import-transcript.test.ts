import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { type IngestSession, newId, type TranscriptRecord } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { buildMessage, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeImportTranscript } from './import-transcript.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

type Kept = { machine: string; project: string | null; private_to: string | null }

const setUp = async () => {
  const world = await createIngestWorld(engine)
  let closed = 0
  const importOf = (records: TranscriptRecord[]) =>
    makeImportTranscript({
      unitOfWork: world.team.unitOfWork,
      ingest: world.ingest,
      serverVersion: '0.1.0',
      read: async () => ({
        records: (async function* () {
          yield* records
        })(),
        close: async () => {
          closed++
        },
      }),
    })
  const file = { content: (async function* () {})(), name: 'a.jsonl', modifiedAt: undefined }
  const pieces = (sessions: IngestSession[]): TranscriptRecord[] => [
    ...sessions.map((session) => ({ type: 'session' as const, session, redactions: { aws: 1 } })),
    { type: 'end', sessions: sessions.length },
  ]
  return {
    ...world,
    closed: () => closed,
    importOf,
    upload: (sessions: IngestSession[], isPrivate = false) =>
      importOf(pieces(sessions))(world.scope, { ...file, isPrivate }),
    uploadRecords: (records: TranscriptRecord[], scope = world.scope) =>
      importOf(records)(scope, { ...file, isPrivate: false }),
    kept: () =>
      readAsOwner<Kept>(
        engine,
        `select m.platform as machine, p.name as project, s.private_to
         from teamlore.sessions s join teamlore.machines m on m.id = s.machine_id
         left join teamlore.projects p on p.id = s.project_id
         where s.team_id = '${world.team.teamId}'`,
      ),
  }
}

const inRepository = {
  remote_url: 'https://git.test/ann/shop',
  root_commit: null,
  root_path: '/home/ann/shop',
}
const inFolder = (root_path: string) => ({ remote_url: null, root_commit: null, root_path })

describe('a file that somebody hands in', () => {
  test('becomes sessions of theirs, and twice changes nothing', async () => {
    const { upload, kept, count } = await setUp()
    const session = buildSession({ title: 'Feed the tide' })
    const first = await upload([session])
    expect(first.sessions).toMatchObject([
      { created: true, title: 'Feed the tide', visibility: 'team', redactions: { aws: 1 } },
    ])
    const again = await upload([session])
    expect(again.sessions).toMatchObject([
      {
        session_id: first.sessions[0]?.session_id,
        created: false,
        inserted_messages: 0,
        updated_messages: 0,
        unchanged_messages: session.messages.length,
      },
    ])
    expect(await count('sessions')).toBe(1)
    expect(await kept()).toMatchObject([{ machine: 'upload' }])
  })

  test('is the session that a machine of theirs has sent before', async () => {
    const { upload, send, count, kept } = await setUp()
    const session = buildSession({ project: inRepository })
    const [sent] = (await send(session)).sessions
    const { sessions } = await upload([{ ...session, project: inFolder('/home/ann/shop') }])
    expect(sessions).toMatchObject([
      { session_id: sent?.session_id, created: false, inserted_messages: 0 },
    ])
    expect(await count('sessions')).toBe(1)
    expect((await kept())[0]?.machine).not.toBe('upload')
  })

  test('goes to the machine, and into its project, when that sends the same session later', async () => {
    const { upload, send, count, kept } = await setUp()
    const session = buildSession({ project: inRepository })
    const { sessions } = await upload([{ ...session, project: inFolder('/home/ann/shop') }])
    const [sent] = (await send(session)).sessions
    expect(sent).toMatchObject({
      session_id: sessions[0]?.session_id,
      created: false,
      inserted_messages: 0,
    })
    expect(await count('sessions')).toBe(1)
    const [row] = await kept()
    expect(row?.machine).not.toBe('upload')
    expect(row?.project).toContain('shop')
    expect(await count('project_paths')).toBeGreaterThan(0)
  })

  test('is of the project that a machine of theirs keeps in that folder, or around it', async () => {
    const { upload, send, kept } = await setUp()
    await send(buildSession({ native_id: 'other', project: inRepository }))
    await upload([
      buildSession({ native_id: 'same', project: inFolder('/home/ann/shop') }),
      buildSession({ native_id: 'below', project: inFolder('/home/ann/shop/web') }),
      buildSession({ native_id: 'beside', project: inFolder('/home/ann/shopping') }),
    ])
    const projects = (await kept()).map(({ project }) => project).toSorted()
    expect(new Set(projects).size).toBe(2)
    expect(projects.filter((name) => name === projects[0])).toHaveLength(3)
  })

  test('is for them alone when they say so, also what others could read until then', async () => {
    const { upload, send, member, kept, rowsOf } = await setUp()
    const session = buildSession()
    await send(session)
    expect((await kept())[0]?.private_to).toBeNull()
    const { sessions } = await upload([session], true)
    expect(sessions).toMatchObject([{ visibility: 'private', inserted_messages: 0 }])
    expect((await kept())[0]?.private_to).toBe(member.userId)
    const hidden = (await rowsOf('documents', 'private_to')) as { private_to: string | null }[]
    expect(hidden.every(({ private_to }) => private_to === member.userId)).toBe(true)
    expect((await upload([session])).sessions).toMatchObject([{ visibility: 'private' }])
  })

  test('is answered alike by a credential that somebody else made, whatever was there', async () => {
    const { importOf, upload, member } = await setUp()
    await upload([buildSession({ native_id: 'hidden' })], true)
    const actor = { kind: 'user', via: 'api_key', givenBy: newId.user() } as const
    const given = grantTeamScope({ ...member, actor }, 'member')
    const answerOf = async (native_id: string) => {
      const session = buildSession({ native_id })
      const records: TranscriptRecord[] = [
        { type: 'session', session, redactions: {} },
        { type: 'end', sessions: 1 },
      ]
      const { sessions } = await importOf(records)(given, {
        content: (async function* () {})(),
        name: 'x',
        modifiedAt: undefined,
        isPrivate: false,
      })
      return sessions.map(({ session_id: _, native_id: __, ...rest }) => rest)
    }
    const hidden = await answerOf('hidden')
    for (const name of ['new', 'new', 'hidden']) expect(await answerOf(name)).toEqual(hidden)
    expect(hidden).toMatchObject([{ visibility: null, title: null, created: true }])
  })

  test('of somebody else is a session of its own, whatever its id', async () => {
    const { upload, send, team, importOf, count } = await setUp()
    const session = buildSession()
    await send(session)
    const bob = await team.addMember('member', 'Bob')
    const scope = grantTeamScope({ ...bob, actor: { kind: 'user', via: 'browser' } }, 'member')
    await importOf([
      { type: 'session', session, redactions: {} },
      { type: 'end', sessions: 1 },
    ])(scope, {
      content: (async function* () {})(),
      name: 'x',
      modifiedAt: undefined,
      isPrivate: false,
    })
    expect(await count('sessions')).toBe(2)
    await upload([session])
    expect(await count('sessions')).toBe(2)
  })

  test('counts a session that comes in pieces as one', async () => {
    const { upload } = await setUp()
    const whole = buildSession()
    const more = buildMessage(50, { key: 'later' })
    const { sessions } = await upload([whole, { ...whole, messages: [more], edits: [] }])
    expect(sessions).toMatchObject([
      { created: true, inserted_messages: whole.messages.length + 1, redactions: { aws: 2 } },
    ])
  })

  test('says what to do when it is no session, or only a piece of one', async () => {
    const { uploadRecords, closed } = await setUp()
    const skipped = (why: 'unknown' | 'unreadable' | 'elsewhere', reason: string) =>
      uploadRecords([
        { type: 'skipped', why, tool: 'Cline', reason },
        { type: 'end', sessions: 0 },
      ])
    await expect(skipped('unknown', 'is nothing')).rejects.toMatchObject({
      code: 'transcript.not_understood',
      kind: 'invalid',
    })
    await expect(skipped('unreadable', 'is damaged')).rejects.toThrow('This file is damaged.')
    await expect(skipped('elsewhere', 'is known by its folder')).rejects.toMatchObject({
      code: 'transcript.needs_folder',
      message: expect.stringContaining('lore import --path FOLDER'),
    })
    expect(closed()).toBe(3)
  })

  test('is not taken with the key of a machine', async () => {
    const { uploadRecords, principal } = await setUp()
    const machine = grantTeamScope(
      { ...principal, actor: { kind: 'machine', machineId: 'mac_x' as never } },
      'member',
    )
    await expect(uploadRecords([], machine)).rejects.toMatchObject({
      code: 'transcript.person_needed',
    })
  })
})
