import { createTestDatabase, type TestDatabase, withOthers } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld, says } from '../search/testing/search-world.ts'
import { buildMessage, buildSession } from '../testing/ingest-builders.ts'
import { makeCurate } from './curate.ts'
import { readEchoGuard } from './read-echo-guard.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const RULE = 'Every migration of the billing schema is reviewed by two people before it is merged.'
const ECHO = 'Every migration of the billing schema gets reviewed by two people before merging.'
const guide = (ordinal: number, path: string) => [
  buildMessage(ordinal, {
    blocks: [{ type: 'tool_call', id: `call-${ordinal}`, name: 'Read', input: { path } }],
  }),
  buildMessage(ordinal + 1, {
    role: 'tool',
    kind: 'tool_result',
    model: null,
    blocks: [
      {
        type: 'tool_result',
        tool_call_id: `call-${ordinal}`,
        text: `# Rules\n\n- ${RULE}\n`,
        is_error: false,
      },
    ],
  }),
]

const unsent = (): never => {
  throw new Error('no session came in')
}

/** A session of so many messages in which the agent reads a file at one place, and says something of its own at the end. */
const sendReading = async (path: string, { at, length }: { at: number; length: number }) => {
  const messages = Array.from({ length }, (_, n) => says(n, `Step ${n} of the work is done.`))
  messages.splice(at, 2, ...guide(at, path))
  const sent = await world.send(buildSession({ messages }))
  const stored = await world.rowsOf('messages', 'id, ordinal')
  const last = stored.find(({ ordinal }) => Number(ordinal) === length - 1)
  return { sessionId: sent.sessions[0]?.session_id ?? unsent(), last: String(last?.['id']) }
}

const curateEcho = (ref: string) =>
  makeCurate({ unitOfWork: world.unitOfWork })(world.systemScope, {
    projectId: null,
    candidate: {
      kind: 'decision',
      statement: ECHO,
      reason: '',
      origin: 'agent',
      evidence: [{ kind: 'message', ref, quote: '' }],
    },
  })

test.each([
  ['at its beginning', 3],
  ['where its call and its result are read by different statements', 499],
  ['at the end of a long session', 590],
])('a guide that the agent read %s makes an echo of what says it again', async (_, at) => {
  const { last } = await sendReading('docs/CONTRIBUTING.md', { at, length: 600 })
  expect(await curateEcho(last)).toEqual({ outcome: 'refused', because: 'echo' })
})

test('what the agent read elsewhere may be worth keeping', async () => {
  const { last } = await sendReading('src/main.ts', { at: 3, length: 20 })
  expect(await curateEcho(last)).toMatchObject({ outcome: 'created' })
})

test('several findings of one session read what it was given once', async () => {
  const { last } = await sendReading('AGENTS.md', { at: 3, length: 20 })
  const guards = new Map()
  let read = 0
  const counting = {
    inTeam: ((scope, work, ...rest) =>
      world.unitOfWork.inTeam(
        scope,
        (repos) =>
          work(
            withOthers(repos, {
              memorySources: {
                ...repos.memorySources,
                textsGiven: (...asked) => {
                  read++
                  return repos.memorySources.textsGiven(...asked)
                },
              },
            }),
          ),
        ...rest,
      )) as typeof world.unitOfWork.inTeam,
  }
  const curate = makeCurate({ unitOfWork: counting })
  for (const statement of [ECHO, 'Invoices of the billing schema are numbered by year.'])
    await curate(world.systemScope, {
      projectId: null,
      guards,
      candidate: {
        kind: 'decision',
        statement,
        reason: '',
        origin: 'agent',
        evidence: [{ kind: 'message', ref: last, quote: '' }],
      },
    })
  expect(read).toBe(1)
})

test('a run that has to end does so between two slices', async () => {
  const { sessionId } = await sendReading('AGENTS.md', { at: 590, length: 600 })
  const stop = new AbortController()
  let transactions = 0
  const unitOfWork = {
    inTeam: ((...asked: Parameters<typeof world.unitOfWork.inTeam>) => {
      if (++transactions === 2) stop.abort(new Error('time is over'))
      return world.unitOfWork.inTeam(...asked)
    }) as typeof world.unitOfWork.inTeam,
  }
  const reading = { unitOfWork, scope: world.systemScope, signal: stop.signal }
  await expect(
    readEchoGuard(reading, { projectId: null, sessions: [sessionId as SessionId] }),
  ).rejects.toThrow('time is over')
  expect(transactions).toBe(2)
})
