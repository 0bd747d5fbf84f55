import type { Engine } from '@teamlore/db'
import { createTestDatabase, createTestTeam, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildEdit, buildMessages, buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

describe('whose a session is', () => {
  test('two machines of one team may have sessions of the same native id', async () => {
    const { ingest, scope, count } = await createIngestWorld(engine)
    await ingest(scope, buildRequest(buildSession()))
    const other = buildRequest(buildSession())
    other.machine.fingerprint = 'f'.repeat(32)
    expect((await ingest(scope, other)).sessions[0]?.created).toBe(true)
    expect(await count('sessions')).toBe(2)
    expect(await count('projects')).toBe(1)
  })

  test('a parent named by a session of another machine or team is not found', async () => {
    const ann = await createIngestWorld(engine)
    const parent = (await ann.send(buildSession({ native_id: 'parent' }))).sessions[0]
    const forged = buildRequest(
      buildSession({ native_id: 'child', kind: 'subagent', parent_native_id: 'parent' }),
    )
    forged.machine.fingerprint = 'e'.repeat(32)
    const child = (await ann.ingest(ann.scope, forged)).sessions[0]
    const stranger = await createIngestWorld(engine)
    await stranger.send(buildSession({ native_id: 'x', parent_native_id: 'parent' }))

    const [own, theirs] = await ann.team.unitOfWork.inTeam(ann.scope, async ({ sessionList }) => [
      await sessionList.find(parent?.session_id ?? ''),
      await sessionList.find(child?.session_id ?? ''),
    ])
    expect(own?.children).toEqual([])
    expect(theirs?.parent).toBeNull()
  })

  test('a machine key sends for its own machine only', async () => {
    const { ingest, scope, principal, send } = await createIngestWorld(engine)
    const { machine_id } = await send(buildSession())
    const asMachine = {
      ...scope,
      actor: { kind: 'machine', machineId: machine_id },
    } as typeof scope
    await expect(ingest(asMachine, buildRequest(buildSession()))).resolves.toBeDefined()
    const elsewhere = buildRequest(buildSession())
    elsewhere.machine.fingerprint = 'a'.repeat(32)
    await expect(ingest(asMachine, elsewhere)).rejects.toMatchObject({ code: 'machine.mismatch' })
    expect(principal.role).toBe('member')
  })

  test('a session of a private project is seen by its owner alone, with all that came out of it', async () => {
    const { team, send, scope, rowsOf } = await createIngestWorld(engine)
    await send(buildSession({ native_id: 'first' }))
    const [project] = await rowsOf('projects', 'id')
    await engine.db.execute(
      `update teamlore.projects set default_visibility = 'private' where id = '${project?.['id']}'`,
    )
    const secret = await send(buildSession({ native_id: 'second', edits: [buildEdit('e')] }))
    const id = secret.sessions[0]?.session_id ?? ''
    const other = await team.addMember('admin', 'Bob')
    const seenBy = (who: { teamId: typeof team.teamId; userId: typeof other.userId | 'system' }) =>
      team.unitOfWork.inTeam(
        who,
        async ({ sessionList, messageList, promptList, team: figures }) => ({
          session: (await sessionList.find(id))?.visibility,
          messages: (await messageList.list({ sessionId: id, limit: 10, previewChars: 100 })).items
            .length,
          prompts: (await promptList.list({ sessionId: id }, { limit: 10 })).items.length,
          documents: (await figures.stats()).documents,
        }),
      )
    expect(await seenBy(scope)).toEqual({
      session: 'private',
      messages: 4,
      prompts: 1,
      documents: 8,
    })
    expect(await seenBy(other)).toEqual({
      session: undefined,
      messages: 0,
      prompts: 0,
      documents: 4,
    })
    expect(await seenBy({ teamId: team.teamId, userId: 'system' })).toMatchObject({ messages: 4 })
  })

  test('a session whose project becomes known moves there, and hides if that is private', async () => {
    const { send, rowsOf, member } = await createIngestWorld(engine)
    await send(buildSession({ native_id: 'other' }))
    const [project] = await rowsOf('projects', 'id')
    await engine.db.execute(
      `update teamlore.projects set default_visibility = 'private' where id = '${project?.['id']}'`,
    )
    await send(buildSession({ project: null }))
    const moved = await send(buildSession({ messages: buildMessages(5) }))
    expect(moved.sessions[0]).toMatchObject({ created: false, inserted_messages: 1 })
    const places = await rowsOf(
      'documents',
      "distinct project_id, private_to, session_id = '" +
        moved.sessions[0]?.session_id +
        "' as moved",
    )
    expect(places).toContainEqual({
      project_id: project?.['id'],
      private_to: member.userId,
      moved: true,
    })
    expect(places.filter(({ moved: isMoved }) => isMoved)).toHaveLength(1)
  })

  test('another team never meets any of it', async () => {
    const ours = await createIngestWorld(engine)
    const answer = await ours.send(buildSession())
    const strangers = await createTestTeam(engine)
    const stranger = await strangers.addMember('owner')
    const found = await strangers.unitOfWork.inTeam(stranger, ({ sessionList }) =>
      sessionList.find(answer.sessions[0]?.session_id ?? ''),
    )
    expect(found).toBeUndefined()
  })
})
