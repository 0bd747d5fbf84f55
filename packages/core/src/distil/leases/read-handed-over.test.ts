import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantSystemScope } from '../../identity/teams/team-scope.ts'
import { makeDistilByAgent } from '../agent/distil-by-agent.ts'
import { makeHandOver } from '../agent/hand-over.ts'
import { handedFinding } from '../testing/handed-finding.ts'
import {
  createLeaseWorld,
  given,
  type LeaseWorld,
  QUOTE,
  session,
  TITLE,
} from './testing/lease-world.ts'

let database: TestDatabase
let engine: Engine
let world: LeaseWorld
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createLeaseWorld(engine)
})

/** A quiet session of which this was handed over. */
const handed = async () => {
  const long = { ended_at: '2026-01-01T09:00:00.000Z' }
  const [sent] = (await world.send(session('native-1', long))).sessions
  const sessionId = sent?.session_id as SessionId
  await makeHandOver(world.deps)(world.scope, {
    session: sessionId,
    findings: [handedFinding(TITLE, QUOTE)],
  })
  await makeDistilByAgent(world.deps)(grantSystemScope(world.team.teamId), { sessionId })
  return sessionId
}
const answer = (verdict: string, proof = QUOTE) => ({
  verdicts: [{ name: 'h1', session_says: 'It loses it.', proof, verdict }],
})
const states = async () =>
  (await world.rowsOf('handed_readings', 'state')).map(({ state }) => state)

describe('a person’s own coding agent', () => {
  test('reads what was handed over of a session, and is asked nothing else where all of it was handed over', async () => {
    await handed()
    expect((await world.status()).handed_over).toMatchObject({ waiting: 1, confirmed: 0 })
    expect((await world.status()).due.sessions).toBe(1)
    const lease = await world.leaseOne()
    expect(lease.question.kind).toBe('reader')
    expect(lease.question.prompt).toContain(TITLE)
    const { results } = await world.give([given(lease.id, lease.question, answer('says'))])
    expect(results).toMatchObject([{ state: 'done', findings: 1 }])
    expect(await states()).toEqual(['confirmed'])
    expect((await world.status()).due.sessions).toBe(0)
    expect((await world.lease()).leases).toEqual([])
    // Sent twice, nothing happens twice.
    const again = await world.give([given(lease.id, lease.question, answer('differs'))])
    expect(again.results).toMatchObject([{ state: 'closed' }])
    expect(await states()).toEqual(['confirmed'])
  })

  test('that answers with what cannot be used leaves it unread, and is not asked for ever', async () => {
    await handed()
    const { id, question } = await world.leaseOne()
    for (let tries = 0; tries < 2; tries++)
      expect((await world.give([given(id, question, { no: 'verdicts' })])).results).toMatchObject([
        { state: 'malformed' },
      ])
    expect((await world.give([given(id, question, { no: 'verdicts' })])).results).toMatchObject([
      { state: 'done', findings: 0 },
    ])
    expect(await states()).toEqual(['unclear'])
    expect((await world.lease()).leases).toEqual([])
  })

  test('reads nothing of a colleague’s', async () => {
    await handed()
    expect((await world.lease(await world.asMember())).leases).toEqual([])
    const { id, question } = await world.leaseOne()
    const by = await world.asMember()
    const { results } = await world.give([given(id, question, answer('says'))], { by })
    expect(results).toMatchObject([{ state: 'unknown' }])
    expect(await states()).toEqual(['waiting'])
  })
})
