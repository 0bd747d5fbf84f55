import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError, type LoreClient } from '@teamlore/shared'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OwnAgentError } from '../own-agent/own-agent-error.ts'
import type { BatchQuestion } from './batches.ts'
import type { DistilDeps, DistilOptions } from './distil.types.ts'
import { distilSessions } from './distil-sessions.ts'
import { createFakeLeases, type FakeLeases } from './testing/fake-leases.ts'
import { createUnsentAnswers } from './unsent-answers.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'distil-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clientOf = (leases: FakeLeases): DistilDeps['client'] => ({
  distilLeases: {
    lease: async (body: unknown) => leases.lease(body),
    answer: async (body: unknown) => leases.answer(body),
  } as unknown as LoreClient['distilLeases'],
})
const idsIn = ({ prompt }: BatchQuestion): string[] =>
  [...prompt.matchAll(/ id="(t\d+)"/g)].map(([, id]) => id ?? '')
const usage = { inputTokens: 1_000, outputTokens: 100, usd: null }
const answerAll = async (question: BatchQuestion) => ({
  value: { answers: idsIn(question).map((id) => ({ id, answer: {} })) },
  usage,
  model: 'haiku',
})

const run = (
  leases: FakeLeases,
  ask: DistilDeps['ask'] = answerAll,
  more: Partial<DistilOptions & Pick<DistilDeps, 'client'>> = {},
) => {
  let calls = 0
  return distilSessions(
    {
      client: more.client ?? clientOf(leases),
      ask,
      unsent: createUnsentAnswers(folder, 'team_1'),
      newCall: () => `call-number-${++calls}`,
      sleep: async () => undefined,
      onEvent: () => undefined,
    },
    {
      tool: 'claude',
      model: null,
      holder: 'laptop',
      since: undefined,
      projectId: undefined,
      limit: 100,
      memories: false,
      tokens: undefined,
      signal: new AbortController().signal,
      ...more,
    },
  )
}
const prompts = (count: number, chars = 14_000) =>
  Array.from({ length: count }, (_, n) => `Session ${n} ${'x'.repeat(chars)}`)
const states = ({ sessions }: FakeLeases) => sessions.map(({ state }) => state)

describe('sessions that a coding agent distils', () => {
  test('are asked about several at once, up to six and some 25,000 tokens, until all are done', async () => {
    const leases = createFakeLeases(prompts(9))
    const sizes: number[] = []
    const report = await run(leases, async (question) => {
      sizes.push(idsIn(question).length)
      expect(question.prompt.length / 3.5).toBeLessThan(26_000)
      return answerAll(question)
    })
    expect(states(leases)).toEqual(Array(9).fill('done'))
    expect(report).toMatchObject({ sessions: { done: 9 }, findings: 9, stopped: null })
    expect(Math.max(...sizes)).toBe(6)
    expect(sizes.length).toBeLessThan(8)
    expect(report.inputTokens).toBe(1_000 * report.calls)
  })

  test('come before memories, each of which is asked about alone, and counted by themselves', async () => {
    const leases = createFakeLeases(prompts(2, 100), { memories: prompts(4, 100) })
    const systems: string[] = []
    const report = await run(
      leases,
      async (question) => {
        systems.push(`${question.system} ${idsIn(question).length}`)
        return answerAll(question)
      },
      { memories: true },
    )
    const SINGLY = [
      'Ask. 1',
      'Ask. 1',
      'Ask. 1',
      'Ask. 1',
      'Compare. 1',
      'Compare. 1',
      'Compare. 1',
      'Compare. 1',
    ]
    expect(report).toMatchObject({ sessions: { done: 2 }, memories: { done: 4 }, findings: 2 })
    expect(systems.slice(0, 2)).toEqual(['Find. 2', 'Look again. 2'])
    expect(systems.slice(2).sort()).toEqual(SINGLY)
  })

  test('are all there is to an older server, which is asked for no memories', async () => {
    const leases = createFakeLeases(prompts(2, 100), { memories: ['One.'], isOlder: true })
    const report = await run(leases)
    expect(report).toMatchObject({ sessions: { done: 2 }, memories: { done: 0 }, stopped: null })
  })

  test('are taken no more than somebody wants', async () => {
    const leases = createFakeLeases(prompts(5))
    const report = await run(leases, answerAll, { limit: 2 })
    expect(report.sessions.done).toBe(2)
    expect(states(leases).filter((state) => state === 'due')).toHaveLength(3)
  })

  test('are asked about in halves where an answer to several could not be used', async () => {
    const leases = createFakeLeases(prompts(4, 100))
    const sizes: number[] = []
    const report = await run(leases, async (question) => {
      const size = idsIn(question).length
      sizes.push(size)
      if (size > 1) throw new OwnAgentError('bad-answer', 'prose', { usage })
      return answerAll(question)
    })
    expect(sizes.slice(0, 2)).toEqual([4, 2])
    expect(report.sessions.done).toBe(4)
    expect(report.failedCalls).toBeGreaterThan(0)
    expect(leases.answers.some(({ call }) => call?.failure === 'bad-answer')).toBe(true)
  })

  test('whose answer is missing among others are asked about once more, alone', async () => {
    const leases = createFakeLeases(prompts(3, 100))
    let isFirst = true
    const report = await run(leases, async (question) => {
      const answered = await answerAll(question)
      if (!isFirst) return answered
      isFirst = false
      return { ...answered, value: { answers: answered.value.answers.slice(1) } }
    })
    expect(report.sessions.done).toBe(3)
  })

  test('are given up one by one where no answer can be used, and nobody is asked for ever', async () => {
    const leases = createFakeLeases(prompts(2, 100))
    const report = await run(leases, async () => {
      throw new OwnAgentError('bad-answer', 'prose')
    })
    expect(report.stopped).toMatchObject({ why: 'coding agent' })
    expect(report.calls).toBeLessThanOrEqual(6)
  })

  test.each(['rate-limited', 'not-signed-in', 'no-such-model', 'unavailable'] as const)(
    'are given back at once at %s',
    async (failure) => {
      const leases = createFakeLeases(prompts(3))
      const until = new Date('2100-01-01T00:00:00Z')
      const report = await run(leases, async () => {
        throw new OwnAgentError(failure, 'no', { until })
      })
      expect(report).toMatchObject({ calls: 1, stopped: { error: { failure, until } } })
      expect(states(leases)).toEqual(['due', 'due', 'due'])
      expect(leases.answers[0]?.call?.failure).toBe(failure)
    },
  )

  test('are left when the cap of the day is reached', async () => {
    const leases = createFakeLeases(prompts(12))
    const used = { inputTokens: 24_000, outputTokens: 1_000, usd: null }
    const costly = async (question: BatchQuestion) => ({
      ...(await answerAll(question)),
      usage: used,
    })
    const report = await run(leases, costly, { tokens: 60_000 })
    expect(report.stopped).toEqual({ why: 'limit reached' })
    expect(report.sessions.done).toBeLessThan(12)
    expect(states(leases)).not.toContain('leased')
  })

  test('are not asked about twice where the server could not be reached in between', async () => {
    const leases = createFakeLeases(prompts(1, 100))
    const client = clientOf(leases)
    let failures = 0
    const away = {
      distilLeases: {
        ...client.distilLeases,
        answer: async () => {
          failures++
          throw new ApiError({ status: 0, code: 'network', message: 'away' })
        },
      },
    } as unknown as DistilDeps['client']
    await expect(run(leases, answerAll, { client: away })).rejects.toBeInstanceOf(ApiError)
    expect(failures).toBeGreaterThan(3)
    let asked = 0
    const report = await run(leases, async (question) => {
      asked++
      return answerAll(question)
    })
    expect(report.sessions.done).toBe(1)
    expect(asked).toBe(1)
  })
})
