import { grantSystemScope } from '@teamlore/core'
import type { Engine } from '@teamlore/db'
import { createUnitOfWork } from '@teamlore/db'
import { createOwnTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { createLanguageModel } from '@teamlore/models'
import { startFakeLanguageProvider } from '@teamlore/models/testing'
import { newId, type SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { composeWorker } from './compose.ts'
import { buildAsked } from './testing/asked-session.ts'
import { createWorkerWorld, type WorkerWorld } from './testing/worker-world.ts'

let database: TestDatabase
let engine: Engine
let world: WorkerWorld
beforeAll(async () => {
  database = await createOwnTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createWorkerWorld(engine)
})

const QUOTE = 'loop drops the last line when the file has no newline'
const TITLE = 'The loop drops the last line of a file without a newline.'
const TURNED = 'Whoever reads transcripts may rely on a complete final message.'

const open = (protocol: 'anthropic' | 'openai', url: string) =>
  composeWorker(engine, undefined, {
    model: createLanguageModel({
      provider: protocol,
      model: 'any',
      url,
      apiKey: 'k',
      timeoutMs: 2_000,
    }),
    caps: { dailyUsd: 5, dailyTokens: 1_000_000 },
    idleMinutes: 0,
    minPrompts: 1,
  }).handlers
type Handlers = ReturnType<typeof open>
const run = (handlers: Handlers, name: 'distil-session' | 'distil-by-model', session: string) =>
  handlers[name](
    { team_id: world.teamId, session_id: session } as never,
    { signal: new AbortController().signal } as never,
  )

/** A session whose agent handed both over, at its end. */
const handed = async (handlers: Handlers) => {
  const session = ((await world.send(buildAsked('alpha')))[0] ?? '') as SessionId
  const [row] = await readAsOwner<{ user_id: string }>(
    engine,
    `select user_id from teamlore.sessions where id = '${session}'`,
  )
  const findings = [TITLE, TURNED].map((title) => ({
    kind: 'gotcha' as const,
    topic: '',
    title,
    statement: '',
    reason: '',
    rejected: [],
    slots: { subject: '', attribute: '', scope: '', value: '', replaces: '' },
    questions: [],
    evidence: [{ quote: QUOTE }],
  }))
  await createUnitOfWork(engine).inTeam(grantSystemScope(world.teamId), ({ handovers }) =>
    handovers.add({
      id: newId.event(),
      userId: row?.user_id as never,
      sessionId: session,
      sessionName: null,
      findings,
    }),
  )
  await run(handlers, 'distil-session', session)
  return session
}
const verdict = (name: string, said: string, proof = QUOTE) => ({
  name,
  session_says: 'The last line is dropped.',
  proof,
  verdict: said,
})
const readings = () =>
  world.rowsOf<{ state: string; reason: string }>('handed_readings', 'state, reason')
const standing = async () => {
  const rows = await readAsOwner<{ title: string }>(
    engine,
    `select title from teamlore.observations where team_id = '${world.teamId}'
     and superseded_at is null and distiller = 'agent' order by title`,
  )
  return rows.map(({ title }) => title)
}

describe.each(['anthropic', 'openai'] as const)(
  'what an agent handed over, read by a model over the protocol of %s',
  (protocol) => {
    test('is kept where the model confirms it, refused with words of the session else, and asked about once', async () => {
      await using server = await startFakeLanguageProvider(protocol, (prompt: string) =>
        prompt.includes('<excerpts>')
          ? { verdicts: [verdict('h1', 'says'), verdict('h2', 'differs')] }
          : { findings: [], no_longer_holds: [], summaries: [] },
      )
      const handlers = open(protocol, server.url)
      const session = await handed(handlers)
      expect(await standing()).toEqual([TITLE, TURNED])
      await run(handlers, 'distil-by-model', session)
      const asked = server.calls.filter(({ body }) => JSON.stringify(body).includes('<excerpts>'))
      expect(asked).toHaveLength(1)
      await run(handlers, 'distil-session', session)
      expect(await standing()).toEqual([TITLE])
      expect((await readings()).map(({ state }) => state).sort()).toEqual(['confirmed', 'refused'])
      expect((await readings()).map(({ reason }) => reason)).toContain(
        `A reader found that the session does not say it: “${QUOTE}”.`,
      )
      await run(handlers, 'distil-by-model', session)
      expect(
        server.calls.filter(({ body }) => JSON.stringify(body).includes('<excerpts>')),
      ).toHaveLength(1)
      const ledger = await world.rowsOf<{ purpose: string; state: string }>(
        'usage_events',
        'purpose, state',
      )
      expect(ledger.every(({ purpose, state }) => purpose === 'distil' && state === 'done')).toBe(
        true,
      )
    })

    test('waits on where the model answers nonsense, and nothing of it is lost', async () => {
      await using server = await startFakeLanguageProvider(protocol, () => ({ nonsense: true }))
      const handlers = open(protocol, server.url)
      const session = await handed(handlers)
      for (let tries = 0; tries < 4; tries++)
        await run(handlers, 'distil-by-model', session).catch(() => undefined)
      expect((await readings()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
      expect(await standing()).toEqual([TITLE, TURNED])
    })
  },
)
