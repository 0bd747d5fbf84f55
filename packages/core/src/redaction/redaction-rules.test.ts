import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeGetRedactionRules, makeSetRedactionRules } from './redaction-rules.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const openWorld = async () => {
  const world = await createIngestWorld(engine)
  const admin = await world.team.addMember('admin')
  const scope = grantTeamScope({ ...admin, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  const set = makeSetRedactionRules(world.team)
  const get = makeGetRedactionRules(world.team)
  return {
    ...world,
    get: () => get(world.scope),
    set: (asked: object) => set(scope, asked),
  }
}

const ACME = { name: 'acme', pattern: 'acme_[a-z0-9]{4,40}' }

describe('redaction rules of a team', () => {
  test('are none at first, and those set last afterwards; what is not named stays', async () => {
    const { get, set } = await openWorld()
    expect(await get()).toEqual({ rules: [], allow: [], version: 0, updated_at: null })
    await set({ rules: [ACME] })
    const second = await set({ allow: ['acme_example'] })
    expect(second).toMatchObject({ rules: [ACME], allow: ['acme_example'], version: 2 })
    expect(await get()).toEqual(second)
    expect(await set({ rules: [] })).toMatchObject({ rules: [], allow: ['acme_example'] })
  })

  test('are written down with who set them, without what they say', async () => {
    const { set, rowsOf } = await openWorld()
    await set({ rules: [ACME] })
    const events = JSON.stringify(await rowsOf('audit_events', 'action, user_id, details'))
    expect(events).toContain('redaction_rules.set')
    expect(events).not.toContain('acme_')
  })

  test('that could run away are refused, and those before stay', async () => {
    const { get, set } = await openWorld()
    await set({ rules: [ACME] })
    await expect(set({ rules: [ACME, { name: 'evil', pattern: '(a+)+b' }] })).rejects.toMatchObject(
      {
        code: 'redaction_rules.unsafe',
        message: expect.stringContaining('rule 2, "evil", repeats a group'),
      },
    )
    expect((await get()).rules).toEqual([ACME])
  })

  test('also hold for what agents send that do not know them yet', async () => {
    const { set, send, rowsOf } = await openWorld()
    await set({ rules: [ACME] })
    const session = buildSession({
      messages: [buildMessage(0, { blocks: [text('it is acme_1234')] })],
    })
    const answer = await send(session)
    expect(answer.sessions[0]?.server_redactions).toBe(1)
    expect(JSON.stringify(await rowsOf('messages', 'blocks'))).toContain('it is [REDACTED:acme]')
  })
})
