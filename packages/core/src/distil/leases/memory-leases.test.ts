import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeEditMemory } from '../../memories/edit-memory.ts'
import { session } from './testing/lease-world.ts'
import {
  createMemoryLeaseWorld,
  type MemoryLeaseWorld,
  NEWER,
  OLDER,
  REPLACES,
  sayReplaces,
} from './testing/memory-lease-world.ts'

let database: TestDatabase
let world: MemoryLeaseWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createMemoryLeaseWorld(database.engine)
})

const asked = (statement: string) => world.prompts.filter((prompt) => prompt.includes(statement))
const makePrivate = (id: string, to: string) =>
  world.change(`update teamlore.memories set private_to = '${to}' where id = '${id}'`)
/** Puts a memory into a project; restricted ones are open to whoever is let in. */
const restrict = async (id: string, letIn?: string) => {
  const teamId = world.team.teamId
  const { sessions } = await world.send(session(`of-${id}`))
  const [row] = await readAsOwner<{ project_id: string }>(
    database.engine,
    `select project_id from teamlore.sessions where id = '${sessions[0]?.session_id}'`,
  )
  const project = row?.project_id ?? ''
  await world.change(`update teamlore.projects set is_restricted = true where id = '${project}'`)
  if (letIn !== undefined)
    await world.change(`insert into teamlore.project_access (team_id, project_id, user_id, granted_by, granted_at)
      values ('${teamId}', '${project}', '${letIn}', '${letIn}', now())`)
  await world.change(`update teamlore.memories set project_id = '${project}' where id = '${id}'`)
  await world.change(
    `update teamlore.sessions set ended_at = now() where project_id = '${project}'`,
  )
  return project
}

describe('two memories that a person’s coding agent is asked about', () => {
  test('are asked for questions, then put beside each other in both orders, and the later takes the place', async () => {
    const { older, newer } = await world.pair()
    expect(await world.status()).toMatchObject({ due: { sessions: 0, memories: 2 } })
    const { leases, instructions } = await world.lease()
    expect(leases.map(({ memory, session }) => [memory?.title, session])).toEqual([
      [OLDER, null],
      [NEWER, null],
    ])
    expect(leases.map(({ question }) => question.kind)).toEqual(['questions', 'questions'])
    expect(instructions.pair?.system).toContain('You compare two statements')
    expect(new Set(await world.run())).toEqual(new Set(['done']))
    const pairs = asked(OLDER).filter((prompt) => prompt.includes(NEWER))
    expect(pairs.map((prompt) => prompt.indexOf(OLDER) < prompt.indexOf(NEWER))).toEqual([
      true,
      false,
    ])
    expect(await world.get(older)).toMatchObject({ status: 'superseded' })
    expect((await world.get(newer)).replaced.map(({ statement }) => statement)).toEqual([OLDER])
    const { due, leases: shown } = await world.status()
    expect(due.memories).toBe(0)
    expect(shown.map(({ memory }) => memory?.title)).toContain(NEWER)
    expect(await world.rowsOf('distil_leases', 'distinct answers')).toEqual([{ answers: {} }])
  })

  test('stay as they are where the answers quote what neither says', async () => {
    const { older, newer } = await world.pair()
    await world.run((question) =>
      question.kind === 'pair' ? { ...REPLACES, second_quote: 'payments' } : { questions: [] },
    )
    expect((await world.get(older)).status).toBe('active')
    expect((await world.get(newer)).relations).toContainEqual(
      expect.objectContaining({ type: 'relates', status: 'proposed' }),
    )
  })

  test('are found by the questions that were answered, without secrets', async () => {
    const id = await world.curate(OLDER, '2026-01-01')
    const questions = ['Which tool switches features?', 'Is AKIAIOSFODNN7EXAMPLQ in use?']
    await world.run((question) => (question.kind === 'questions' ? { questions } : REPLACES))
    expect((await world.get(id)).questions).toEqual([
      questions[0],
      'Is [REDACTED:aws-key-id] in use?',
    ])
  })

  test('keep nothing of an answer that is sent twice, or that comes after a change', async () => {
    const { older, newer } = await world.pair()
    const { leases } = await world.lease()
    const [first, second] = leases
    if (first === undefined || second === undefined) throw new Error('two were to be leased')
    const questions = { questions: ['Who serves flags?'] }
    expect(await world.answer(first, questions)).toMatchObject({ state: 'done' })
    const before = await world.get(older)
    expect(await world.answer(first, { questions: ['Who else?'] })).toMatchObject({
      state: 'closed',
    })
    expect(await world.get(older)).toEqual(before)
    await makeEditMemory({ unitOfWork: world.unitOfWork })(world.scope, {
      id: newer,
      request: { statement: 'The shop asks Flagsmith which flags of customers are on.' },
    })
    const after = await world.answer(second, questions)
    expect(after.question?.prompt).toContain('Flagsmith')
    expect((await world.get(newer)).questions).toEqual([])
  })

  test('are a pair for a person where no answer can be used, and are not asked about again', async () => {
    const { older, newer } = await world.pair()
    await world.run(({ kind }) => (kind === 'pair' ? 'prose' : { questions: [] }))
    expect((await world.status()).leases.map(({ state }) => state)).not.toContain('failed')
    expect((await world.get(older)).status).toBe('active')
    expect((await world.get(newer)).relations.map(({ type, status }) => [type, status])).toEqual([
      ['relates', 'proposed'],
    ])
    expect((await world.lease()).leases).toEqual([])
  })

  test('wait for a person where one of them has reviewed the older', async () => {
    const { older } = await world.pair()
    await world.change(
      `update teamlore.memories set reviewed_at = now(), reviewed_by = '${world.scope.userId}' where id = '${older}'`,
    )
    await world.run()
    expect(await world.get(older)).toMatchObject({
      status: 'active',
      relations: [{ type: 'relates', status: 'proposed' }],
    })
  })
})

describe('no coding agent is asked about', () => {
  test('what is private to another, which changes nothing of it', async () => {
    const { older, newer } = await world.pair()
    const other = await world.person('Other')
    await makePrivate(older, other.userId)
    await makePrivate(newer, other.userId)
    await world.run()
    expect(world.prompts).toEqual([])
    expect((await world.status()).due.memories).toBe(0)
    const { leases } = await world.lease(other)
    expect(leases.map(({ memory }) => memory?.id).sort()).toEqual([older, newer].sort())
    expect((await world.status()).leases).toEqual([])
  })

  test('a restricted project, before a rule allows it', async () => {
    const { newer } = await world.pair()
    const project = await restrict(newer, world.scope.userId)
    await world.run()
    expect(asked(NEWER)).toEqual([])
    expect((await world.status()).due.memories).toBe(0)
    await world.change(`insert into teamlore.distil_rules (team_id, kind, subject, is_allowed)
      values ('${world.team.teamId}', 'project', '${project}', true)`)
    await world.run()
    expect(asked(NEWER)).not.toEqual([])
  })

  test('a restricted project that is closed to the person, whatever rules say', async () => {
    const { newer } = await world.pair()
    const project = await restrict(newer)
    await world.change(`insert into teamlore.distil_rules (team_id, kind, subject, is_allowed)
      values ('${world.team.teamId}', 'project', '${project}', true)`)
    await world.run()
    expect(asked(NEWER)).toEqual([])
    // What is private to them in it they still read.
    await makePrivate(newer, world.scope.userId)
    await world.run()
    expect(asked(NEWER)).toEqual([])
  })

  test('what was made private while it was leased, whose answer is not taken', async () => {
    const { older } = await world.pair()
    const [one] = (await world.lease()).leases
    if (one === undefined) throw new Error('nothing was leased')
    await makePrivate(older, 'usr_somebody')
    expect(await world.answer(one, { questions: ['Who serves flags?'] })).toMatchObject({
      state: 'unknown',
    })
    expect(await world.rowsOf('memories', 'questions')).toEqual([
      { questions: [] },
      { questions: [] },
    ])
  })
})

describe('a lease of a memory', () => {
  test('is given to one machine at a time, and to anybody once it has run out', async () => {
    await world.pair()
    const other = await world.person('Other')
    expect((await world.lease()).leases).toHaveLength(2)
    expect((await world.lease(world.scope, { holder: 'desktop' })).leases).toEqual([])
    expect((await world.lease(other)).leases).toEqual([])
    expect((await world.status(other)).leases).toEqual([])
    await world.change(`update teamlore.distil_leases set expires_at = now()
      where team_id = '${world.team.teamId}'`)
    expect((await world.lease(other)).leases).toHaveLength(2)
    expect(await world.run(sayReplaces)).toEqual([])
  })

  test('goes on from what was answered before the machine stopped', async () => {
    await world.pair()
    let open: Parameters<typeof world.answer>[0] | undefined
    for (const one of (await world.lease()).leases) {
      const { question } = await world.answer(one, { questions: [] })
      if (question?.kind === 'pair') open = { ...one, question }
    }
    if (open === undefined) throw new Error('no pair is asked about')
    const next = await world.answer(open, REPLACES)
    expect(next).toMatchObject({ state: 'next' })
    const [again] = (await world.lease()).leases
    expect(again?.question).toEqual(next.question)
  })

  test('comes after sessions, and not at all to an agent that does not ask for memories', async () => {
    await world.pair()
    await world.send(session('s1'))
    const old = await world.lease(world.scope, { memories: false })
    expect(old.leases.map(({ session, memory }) => [session === null, memory])).toEqual([
      [false, null],
    ])
    expect(Object.keys(old.instructions)).toEqual(['segment', 'review', 'reader'])
    const { leases } = await world.lease(world.scope, { limit: 2 })
    expect(leases.map(({ question }) => question.kind)).toEqual(['segment', 'questions'])
  })
})
