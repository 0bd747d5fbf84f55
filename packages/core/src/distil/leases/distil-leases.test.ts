import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { DistilQuestion } from '@teamlore/shared/distil-leases'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMessage, text } from '../../testing/ingest-builders.ts'
import {
  createLeaseWorld,
  finding,
  given,
  KEEP,
  type LeaseWorld,
  MESSAGES,
  QUOTE,
  SEGMENT,
  session,
  TITLE,
} from './testing/lease-world.ts'

let database: TestDatabase
let world: LeaseWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createLeaseWorld(database.engine)
})

describe('a session that its person’s coding agent distils', () => {
  test('is asked about as a provider would be, looked at a second time, and written', async () => {
    await world.send(session('s1'))
    const leased = await world.lease()
    expect(leased.leases).toHaveLength(1)
    expect(leased.leases[0]?.question).toMatchObject({ kind: 'segment' })
    expect(leased.leases[0]?.question.prompt).toContain(
      `[m1 assistant] Found it! The loop ${QUOTE}`,
    )
    expect(leased.instructions.segment?.schema).toMatchObject({ type: 'object' })
    const [one] = leased.leases
    if (one === undefined) throw new Error('nothing was leased')
    const first = await world.give([given(one.id, one.question, SEGMENT)])
    expect(first).toMatchObject({ counted: true, results: [{ state: 'next' }] })
    const review = first.results[0]?.question
    expect(review?.kind).toBe('review')
    expect(review?.prompt).toContain(TITLE)
    expect(await world.findings()).toEqual([])
    const second = await world.give([given(one.id, review as DistilQuestion, KEEP)])
    expect(second.results).toMatchObject([{ state: 'done', findings: 1, question: null }])
    expect(await world.findings()).toEqual([{ title: TITLE, distiller: 'model' }])
    expect((await world.lease()).leases).toEqual([])
  })

  test('keeps nothing that it quotes falsely, and nothing that the second look strikes', async () => {
    await world.send(session('s1'), session('s2'))
    const { leases } = await world.lease()
    const [a, b] = leases
    if (a === undefined || b === undefined) throw new Error('two were to be leased')
    const invented = { ...SEGMENT, findings: [finding('words that nobody ever said here')] }
    const { results } = await world.give([
      given(a.id, a.question, invented),
      given(b.id, b.question, SEGMENT),
    ])
    expect(results).toMatchObject([{ state: 'done', findings: 0 }, { state: 'next' }])
    const strike = { name: 'f1', against: 'A guess.', proof: QUOTE, verdict: 'strike' }
    const review = results[1]?.question as DistilQuestion
    const end = await world.give([given(b.id, review, { verdicts: [strike] })])
    expect(end.results).toMatchObject([{ state: 'done', findings: 0 }])
    expect(await world.findings()).toEqual([])
  })

  test('stays private where it is, and its findings with it', async () => {
    await world.send(session('s1'))
    const { teamId } = world.team
    const { userId } = world.member
    for (const table of ['sessions', 'messages'])
      await world.change(
        `update teamlore.${table} set private_to = '${userId}' where team_id = '${teamId}'`,
      )
    expect(await world.answerAll(await world.lease())).toEqual(['done'])
    const rows = await readAsOwner(
      database.engine,
      `select private_to from teamlore.observations where team_id = '${teamId}' and distiller = 'model'`,
    )
    expect(rows).toEqual([{ private_to: userId }])
    const admin = await world.status(await world.asAdmin())
    expect(admin.leases).toEqual([])
  })

  test('is nobody else’s to lease or to answer', async () => {
    await world.send(session('s1'))
    const other = await world.asMember()
    expect((await world.lease(other)).leases).toEqual([])
    const one = await world.leaseOne()
    const { results } = await world.give([given(one.id, one.question, SEGMENT)], { by: other })
    expect(results).toMatchObject([{ state: 'unknown', question: null }])
    expect(await world.status(other)).toMatchObject({ leases: [], due: { sessions: 0 } })
  })

  test('is not leased while it is at work, when a program began it, nor twice', async () => {
    const now = new Date().toISOString()
    await world.send(
      session('s1', { ended_at: now }),
      session('s2', { started_by: 'program' }),
      session('s3'),
    )
    expect((await world.lease()).leases).toHaveLength(1)
    expect((await world.lease(world.scope, { holder: 'desktop' })).leases).toEqual([])
    const again = await world.lease()
    expect(again.leases).toHaveLength(1)
    const working = again.leases.map(({ id }) => id)
    expect((await world.lease(world.scope, { working_on: working })).leases).toEqual([])
    const future = '2100-01-01T00:00:00Z'
    expect((await world.lease(world.scope, { since: future })).leases).toEqual([])
  })

  test('is left to handed-over findings and to what a provider has distilled, until it grows', async () => {
    await world.send(session('s1'))
    expect(await world.answerAll(await world.lease())).toEqual(['done'])
    expect((await world.lease()).leases).toEqual([])
    const more = buildMessage(2, {
      role: 'user',
      kind: 'human',
      model: null,
      blocks: [text('And why is it all read again?')],
    })
    await world.send(session('s1', { messages: [...MESSAGES, more] }))
    const again = await world.lease()
    expect(again.leases).toHaveLength(1)
  })
})

describe('a lease', () => {
  test('that ran out goes to another machine, where what was answered is not asked again', async () => {
    await world.send(session('s1'))
    const one = await world.leaseOne()
    await world.give([given(one.id, one.question, SEGMENT)])
    await world.change(
      `update teamlore.distil_leases set expires_at = now() where id = '${one.id}'`,
    )
    const [other] = (await world.lease(world.scope, { holder: 'desktop' })).leases
    expect(other?.question.kind).toBe('review')
    const late = await world.give([given(one.id, one.question, SEGMENT)])
    expect(late.results).toMatchObject([{ state: 'closed' }])
  })

  test('whose answer comes twice goes on once, and the call is counted once', async () => {
    await world.send(session('s1'))
    const one = await world.leaseOne()
    const id = 'the-very-same-call'
    const first = await world.give([given(one.id, one.question, SEGMENT)], { id })
    const second = await world.give([given(one.id, one.question, SEGMENT)], { id })
    expect(first).toMatchObject({ counted: true, results: [{ state: 'next' }] })
    expect(second).toMatchObject({ counted: false, results: [{ state: 'next' }] })
    expect(second.results[0]?.question).toEqual(first.results[0]?.question)
    expect((await world.status()).people).toMatchObject([
      { calls: 1, input_tokens: 900, usd: 0.002 },
    ])
  })

  test('is given up after three answers of another shape, and not taken again that day', async () => {
    await world.send(session('s1'))
    const one = await world.leaseOne()
    const states: string[] = []
    for (const answer of [{ findings: 'none' }, 'Sure, here you are!', undefined])
      states.push((await world.give([given(one.id, one.question, answer)])).results[0]?.state ?? '')
    expect(states).toEqual(['malformed', 'malformed', 'failed'])
    expect((await world.lease()).leases).toEqual([])
    expect((await world.status()).people).toMatchObject([{ failed: 1, done: 0 }])
  })

  test('whose second look fails three times keeps what was found', async () => {
    await world.send(session('s1'))
    const one = await world.leaseOne()
    const { results } = await world.give([given(one.id, one.question, SEGMENT)])
    const review = results[0]?.question as DistilQuestion
    const states: string[] = []
    for (let n = 0; n < 3; n++)
      states.push((await world.give([given(one.id, review, { no: 1 })])).results[0]?.state ?? '')
    expect(states).toEqual(['malformed', 'malformed', 'done'])
    expect(await world.findings()).toHaveLength(1)
  })

  test('is given back when its machine says so', async () => {
    await world.send(session('s1'))
    const one = await world.leaseOne()
    const back = { ...given(one.id, one.question), failure: 'released' }
    const { results } = await world.give([back], { failure: 'rate-limited' })
    expect(results).toMatchObject([{ state: 'released' }])
    expect((await world.lease(world.scope, { holder: 'desktop' })).leases).toHaveLength(1)
  })

  test('keeps no secret that an answer holds', async () => {
    await world.send(session('s1'))
    const one = await world.leaseOne()
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
    const leaking = { ...finding(), statement: `The token is ${secret} for all.` }
    await world.give([given(one.id, one.question, { ...SEGMENT, findings: [leaking] })])
    const kept = await readAsOwner<{ answer: unknown }>(
      database.engine,
      `select answer from teamlore.model_answers where team_id = '${world.team.teamId}'`,
    )
    expect(JSON.stringify(kept)).toContain('The token is')
    expect(JSON.stringify(kept)).not.toContain(secret)
  })
})
