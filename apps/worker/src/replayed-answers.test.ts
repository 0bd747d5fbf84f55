import { readFileSync } from 'node:fs'
import { grantSystemScope } from '@teamlore/core'
import type { Engine } from '@teamlore/db'
import { createOwnTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { createLanguageModel } from '@teamlore/models'
import { type Claim, type IngestSession, newId, type SessionId } from '@teamlore/shared'
import type { HandedFinding } from '@teamlore/shared/handover'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeWorker } from './compose.ts'
import { askedOf, startDistillingModel } from './testing/distilling-model.ts'
import { buildSession, createWorkerWorld, type WorkerWorld } from './testing/worker-world.ts'

type Answer = {
  findings: (Omit<Claim, 'evidence'> & {
    title: string
    evidence: { message: string; quote: string }[]
  })[]
  no_longer_holds: string[]
  summaries: { message: string; learned: string; completed: string; next_steps: string }[]
}
/** Of the recorded answers, so many: each costs a session. */
const TAKEN_EVERY = 4

/** What a capable model answered to segments of real sessions; of those sessions, there are the quotes. */
const RECORDED = readFileSync(
  new URL('../../../bench/data/recorded/answers.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .filter((_, n) => n % TAKEN_EVERY === 0)
  .map((line) => JSON.parse(line) as { session: string; answer: Answer })

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createOwnTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

/** A session in which the quotes of a finding stand in one message. */
const spokenOf = (name: string, findings: readonly HandedFinding[]): IngestSession =>
  sessionOf(name, {
    findings: findings.map((finding, n) => ({
      ...finding,
      // Where it was found out all of its names and numbers were said, too.
      evidence: [
        ...finding.evidence.map(({ quote }) => quote),
        `${finding.title}\n${finding.statement}\n${finding.slots.value}`,
      ].map((quote) => ({ message: `m${n + 1}`, quote })),
    })),
    no_longer_holds: [],
    summaries: [],
  })

/** A session in which each quote stands in the message that the answer names. */
const sessionOf = (name: string, { findings }: Answer): IngestSession => {
  const said = new Map<number, string[]>()
  for (const { message, quote } of findings.flatMap(({ evidence }) => evidence)) {
    const at = Number(message.slice(1))
    said.set(at, [...(said.get(at) ?? []), quote])
  }
  const length = Math.max(3, ...[...said.keys()].map((at) => at + 1))
  const built = buildSession(name, 2)
  const [first] = built.messages
  if (first === undefined) throw new Error('A session has messages.')
  return {
    ...built,
    messages: Array.from({ length }, (_, n) => ({
      ...first,
      key: `m${n}`,
      ordinal: n,
      ...(n === 0
        ? { role: 'user' as const, kind: 'human' as const }
        : { role: 'assistant' as const, kind: 'assistant' as const }),
      blocks: [
        {
          type: 'text' as const,
          text: [n === 0 ? `Session ${name}.` : 'Looked.', ...(said.get(n) ?? [])].join('\n'),
        },
      ],
    })),
  }
}

/** What coding agents handed over of whole sessions: quotes without the messages they stand in. */
const HANDED_OVER = readFileSync(
  new URL('../../../bench/data/recorded/handovers.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { session: string; findings: HandedFinding[] })

type Standing = { title: string; origin: string; claim: Claim }

const opened = new Map<string, ReturnType<typeof composeWorker>['handlers']>()
/** Composed once for each server: an answer is replayed in no time, composing takes a while. */
const handlersOf = (provider: 'anthropic' | 'openai', url: string) => {
  const before = opened.get(url)
  if (before !== undefined) return before
  const { handlers } = composeWorker(engine, undefined, {
    model: createLanguageModel({
      provider,
      model: 'any',
      url,
      apiKey: 'k',
      timeoutMs: 5_000,
    }),
    caps: { dailyUsd: 100, dailyTokens: 10_000_000 },
    idleMinutes: 0,
    minPrompts: 1,
  })
  opened.set(url, handlers)
  return handlers
}

const distil = async (
  world: WorldOf,
  { name, answer, url }: { name: string; answer: Answer; url: string },
) => {
  const [session = ''] = await world.send(sessionOf(name, answer))
  const handlers = handlersOf(world.protocol, url)
  await handlers['distil-by-model'](
    { team_id: world.teamId, session_id: session } as never,
    { signal: new AbortController().signal } as never,
  )
  return readAsOwner<Standing>(
    engine,
    `select title, origin, claim from teamlore.observations
     where session_id = '${session}' and superseded_at is null order by title`,
  )
}
type WorldOf = WorkerWorld & { protocol: 'anthropic' | 'openai' }

describe.each(['anthropic', 'openai'] as const)(
  'recorded answers over the protocol of %s',
  (protocol) => {
    test('are kept with their quotes and slots, each once', async () => {
      const world = { ...(await createWorkerWorld(engine)), protocol }
      const named = RECORDED.map(({ answer }, n) => ({ name: `recorded-${n}.`, answer }))
      await using server = await startDistillingModel(
        protocol,
        (prompt: string) => named.find(({ name }) => prompt.includes(name))?.answer,
      )
      let kept = 0
      for (const { name, answer } of named) {
        const rows = await distil(world, { name, answer, url: server.url })
        expect(rows.map(({ title }) => title).sort()).toEqual(
          answer.findings.map(({ title }) => title).sort(),
        )
        for (const { title, claim } of rows) {
          const recorded = answer.findings.find((one) => one.title === title)
          expect(claim.slots).toEqual(recorded?.slots)
          expect(recorded?.evidence.map(({ quote }) => quote.trim())).toEqual(
            expect.arrayContaining(claim.evidence.map(({ quote }) => quote)),
          )
        }
        kept += rows.length
      }
      expect(kept).toBeGreaterThan(30)
      const { segments, reviews } = askedOf(server)
      expect(segments).toHaveLength(RECORDED.length)
      expect(reviews).toHaveLength(
        RECORDED.filter(({ answer }) => answer.findings.length > 0).length,
      )
      const ledger = await world.rowsOf<{ state: string }>('usage_events', 'id, state')
      expect(ledger.map(({ state }) => state)).toEqual([...segments, ...reviews].map(() => 'done'))
    })

    test('are not kept where a message was named that does not hold the words', async () => {
      const world = { ...(await createWorkerWorld(engine)), protocol }
      const one = RECORDED.find(({ answer }) => answer.findings.length > 1)
      if (one === undefined) throw new Error('There are answers with several findings.')
      const moved: Answer = {
        no_longer_holds: [],
        summaries: [],
        findings: one.answer.findings.map((finding) => ({
          ...finding,
          evidence: finding.evidence.map(({ quote }) => ({ message: 'm0', quote })),
        })),
      }
      await using server = await startDistillingModel(protocol, moved)
      expect(await distil(world, { name: 'moved', answer: one.answer, url: server.url })).toEqual(
        [],
      )
    })

    test.each([
      ['breaks off in the middle of the answer', 'cut' as const, 'unreachable'],
      ['answers with a stream that nobody asked for', 'stream' as const, 'unreachable'],
      ['answers with a page of a proxy', 'page' as const, 'unreachable'],
      ['is overloaded', { status: 529 }, 'unreachable'],
      ['wants fewer requests', { status: 429 }, 'rate_limited'],
      ['refuses', 'refusal' as const, 'refused'],
      ['cuts the answer off', 'truncated' as const, 'truncated'],
      ['writes no JSON', 'malformed' as const, 'malformed'],
    ])(
      'a provider that %s leaves what rules found, and the next try goes well',
      async (_what, fault, failure) => {
        const world = { ...(await createWorkerWorld(engine)), protocol }
        const answer = RECORDED.find((one) => one.answer.findings.length > 0)?.answer
        if (answer === undefined) throw new Error('There are answers with findings.')
        await using server = await startDistillingModel(protocol, answer)
        server.faults.push(fault)
        const ask = () => distil(world, { name: 'again', answer, url: server.url })
        await expect(ask()).rejects.toMatchObject({ failure })
        expect(await ask()).toHaveLength(answer.findings.length)
        const states = await world.rowsOf<{ state: string }>('usage_events', 'created_at, state')
        expect(states.map(({ state }) => state)).toEqual(['failed', 'done', 'done'])
      },
    )
  },
)

describe('recorded handovers of coding agents', () => {
  test('are kept by the job that distils the session, each once, in the words of the agent', async () => {
    const world = await createWorkerWorld(engine)
    const { userId } = world.asker
    const { handlers } = composeWorker(engine, undefined)
    const held = HANDED_OVER.filter(({ findings }) => findings.length > 0)
    for (const [n, { findings }] of held.entries()) {
      const [sent = ''] = await world.send(spokenOf(`handed-${n}.`, findings))
      const sessionId = sent as SessionId
      await world.unitOfWork.inTeam(grantSystemScope(world.teamId), ({ handovers }) =>
        handovers.add({ id: newId.event(), userId, sessionId, sessionName: null, findings }),
      )
      await handlers['distil-session'](
        { team_id: world.teamId, session_id: sessionId } as never,
        { signal: new AbortController().signal } as never,
      )
      const rows = await readAsOwner<Standing & { distiller: string }>(
        engine,
        `select title, distiller, claim from teamlore.observations
         where session_id = '${sessionId}' and superseded_at is null and purpose = 'finding'`,
      )
      expect(rows.map(({ title }) => title).sort()).toEqual(
        findings.map(({ title }) => title).sort(),
      )
      expect(new Set(rows.map(({ distiller }) => distiller))).toEqual(new Set(['agent']))
      for (const { title, claim } of rows)
        expect(claim.slots).toEqual(findings.find((one) => one.title === title)?.slots)
    }
    expect(HANDED_OVER.length).toBeGreaterThanOrEqual(10)
  })
})
