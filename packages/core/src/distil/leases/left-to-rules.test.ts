import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import type { DistilQuestion } from '@teamlore/shared/distil-leases'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantSystemScope } from '../../identity/teams/team-scope.ts'
import { buildMessage, text } from '../../testing/ingest-builders.ts'
import { makeDistilSession } from '../distil-session.ts'
import { createLeaseWorld, given, type LeaseWorld, session } from './testing/lease-world.ts'

let database: TestDatabase
let world: LeaseWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createLeaseWorld(database.engine)
})

const DECLARED = 'Invoices are numbered per branch and never reused.'
const TITLE = 'Invoices are numbered per branch and never reused'
const ANSWERED = 'Understood: a branch numbers its invoices, and no number comes twice.'
const said = (at: number, role: 'user' | 'assistant', words: string) =>
  buildMessage(at, {
    role,
    kind: role === 'user' ? 'human' : 'assistant',
    blocks: [text(words)],
    ...(role === 'user' ? { model: null } : {}),
  })
const TALK = [said(0, 'user', DECLARED), said(1, 'assistant', ANSWERED)]

const NONE = { findings: [], no_longer_holds: [], summaries: [] }
const findingOf = (message: string, quote: string, title: string) => ({
  ...NONE,
  findings: [
    {
      kind: 'convention',
      title,
      statement: title,
      reason: '',
      rejected: [],
      slots: { subject: '', attribute: '', scope: '', value: '', replaces: '' },
      evidence: [{ message, quote }],
    },
  ],
})
const verdict = (word: 'keep' | 'strike') => ({
  verdicts: [{ name: 'f1', against: 'Overtaken.', proof: 'numbers its invoices', verdict: word }],
})

/** Brings the talk in, has rules distil it, and answers what is asked of it. */
const distilled = async (...answers: object[]): Promise<SessionId> => {
  await world.send(session('s1', { messages: TALK }))
  const sessionId = await byRules()
  const { id, question } = await world.leaseOne()
  let asked: DistilQuestion | null | undefined = question
  for (const answer of answers) {
    if (!asked) throw new Error('nothing more was asked')
    asked = (await world.give([given(id, asked, answer)])).results[0]?.question
  }
  expect(asked).toBeNull()
  return sessionId
}

const byRules = async (): Promise<SessionId> => {
  const [one] = (await world.rowsOf('sessions', 'id')) as { id: SessionId }[]
  if (one === undefined) throw new Error('there is no session')
  const scope = grantSystemScope(world.team.teamId)
  await makeDistilSession(world.deps)(scope, { sessionId: one.id })
  return one.id
}

const titles = async () => (await world.findings()).map(({ title }) => title)

describe('a statement of a person that rules found', () => {
  test('stays where a model passes over it, however often rules look again', async () => {
    await distilled(NONE)
    expect(await world.findings()).toEqual([{ title: TITLE, distiller: 'extractive' }])
    await byRules()
    expect(await world.findings()).toEqual([{ title: TITLE, distiller: 'extractive' }])
  })

  test('gives way to what a model makes of the same message', async () => {
    const title = 'Each branch has invoice numbers of its own.'
    await distilled(findingOf('m0', 'numbered per branch', title), verdict('keep'))
    expect(await titles()).toEqual([title])
    await byRules()
    expect(await titles()).toEqual([title])
  })

  test('gives way to what a model says like it of another message', async () => {
    const title = 'Invoices are numbered by each branch, and no number is reused.'
    await distilled(findingOf('m1', 'numbers its invoices', title), verdict('keep'))
    expect(await titles()).toEqual([title])
  })

  test('goes with what a second look strikes of its message, and does not come back', async () => {
    const title = 'Each branch has invoice numbers of its own.'
    await distilled(findingOf('m0', 'numbered per branch', title), verdict('strike'))
    expect(await titles()).toEqual([])
    await byRules()
    expect(await titles()).toEqual([])
  })
})
