import { ApiError } from '@teamlore/shared'
import type { AnswerLeases, LeasedSessions } from '@teamlore/shared/distil-leases'
import type { OwnAgentAnswer } from '../own-agent/ask-own-agent.ts'
import {
  OwnAgentError,
  type OwnAgentFailure,
  type OwnAgentUsage,
} from '../own-agent/own-agent-error.ts'
import {
  answersIn,
  batchQuestion,
  halves,
  MOST_AT_ONCE,
  type OpenQuestion,
  takeBatch,
  tokensOf,
} from './batches.ts'
import type { DistilDeps, DistilOptions, DistilReport, Stopped } from './distil.types.ts'

const SEND_WAITS_MS = [1_000, 5_000, 20_000]
/** What is wrong may be one question of several, or that they are several. */
const MAY_DIVIDE: readonly OwnAgentFailure[] = ['bad-answer', 'timeout']
/** So many calls fail one after the other before nobody is asked any more. */
const MOST_FAILURES = 5
/** Beside the questions: what a coding agent says of itself, and what it answers. */
const OVERHEAD_TOKENS = 4_000

/**
 * Has a coding agent distil sessions of its person: takes a few from the server, puts their questions to it one call after the other, and
 * brings back the answers. What stops it gives back what is held; the next run goes on from there.
 */
export const distilSessions = async (
  deps: DistilDeps,
  options: DistilOptions,
): Promise<DistilReport> => {
  const report = newReport()
  const run = createRun(deps, options, report)
  await run.sendUnsent()
  try {
    report.stopped = await run.work()
  } finally {
    await run.giveBack()
  }
  return report
}

const newReport = (): DistilReport => ({
  sessions: { done: 0, failed: 0, released: 0 },
  findings: 0,
  calls: 0,
  failedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  usd: null,
  stopped: null,
})

const createRun = (deps: DistilDeps, options: DistilOptions, report: DistilReport) => {
  const { client, unsent } = deps
  const { tool, holder, signal } = options
  const open: OpenQuestion[] = []
  let instructions: LeasedSessions['instructions'] | undefined
  let taken = 0
  let isEmpty = false
  /** Calls that failed since one did not. */
  let inARow = 0

  const lease = async (): Promise<void> => {
    const wanted = Math.min(MOST_AT_ONCE - open.length, options.limit - taken)
    if (isEmpty || wanted <= 0) return
    const leased = await client.distilLeases.lease({
      tool,
      holder,
      limit: wanted,
      working_on: open.map(({ leaseId }) => leaseId),
      ...(options.since === undefined ? {} : { since: options.since }),
      ...(options.projectId === undefined ? {} : { project_id: options.projectId }),
    })
    instructions = leased.instructions
    isEmpty = leased.leases.length === 0
    taken += leased.leases.length
    for (const { id, question } of leased.leases)
      open.push({ leaseId: id, question, atOnce: MOST_AT_ONCE })
  }

  const send = async (answers: AnswerLeases, asked: readonly OpenQuestion[]): Promise<void> => {
    await unsent.keep(answers)
    const { results } = await withRetries(deps, () => client.distilLeases.answer(answers))
    await unsent.forget()
    for (const [n, { lease_id, state, question, findings }] of results.entries()) {
      if (question !== null) {
        const atOnce = state === 'malformed' ? 1 : (asked[n]?.atOnce ?? MOST_AT_ONCE)
        open.push({ leaseId: lease_id, question, atOnce })
      } else if (state === 'done') {
        report.sessions.done++
        report.findings += findings ?? 0
        deps.onEvent({ kind: 'done', findings: findings ?? 0 })
      } else if (state === 'failed') {
        report.sessions.failed++
        deps.onEvent({ kind: 'given up' })
      } else report.sessions.released++
    }
  }

  const account = (usage: OwnAgentUsage | undefined, isFailure: boolean): void => {
    report.calls++
    if (isFailure) report.failedCalls++
    report.inputTokens += usage?.inputTokens ?? 0
    report.outputTokens += usage?.outputTokens ?? 0
    if (typeof usage?.usd === 'number') report.usd = (report.usd ?? 0) + usage.usd
  }

  const callOf = (
    model: string,
    usage: OwnAgentUsage | undefined,
    failure?: string,
  ): NonNullable<AnswerLeases['call']> => ({
    id: deps.newCall(),
    model: model.slice(0, 120),
    usage: {
      input_tokens: usage?.inputTokens ?? 0,
      output_tokens: usage?.outputTokens ?? 0,
      usd: usage?.usd ?? null,
    },
    ...(failure === undefined ? {} : { failure }),
  })

  const answered = async (
    batch: readonly OpenQuestion[],
    { value, usage, model }: OwnAgentAnswer,
  ): Promise<void> => {
    account(usage, false)
    const answers = answersIn(value, batch)
    const isAlone = batch.length === 1
    const usable = batch.filter((_, n) => answers[n] !== undefined || isAlone)
    const given = usable.map((one) => answerOf(one, answers[batch.indexOf(one)]))
    await send({ tool, holder, call: callOf(model, usage), answers: given }, usable)
    // One that is missing is asked for by itself.
    for (const one of batch) if (!usable.includes(one)) open.push({ ...one, atOnce: 1 })
  }

  /** @returns why nobody is asked any more; null where it is worth going on. */
  const failed = async (
    batch: readonly OpenQuestion[],
    error: OwnAgentError,
  ): Promise<Stopped | null> => {
    account(error.usage, true)
    inARow++
    const isOver = !MAY_DIVIDE.includes(error.failure) || inARow >= MOST_FAILURES
    const isAlone = batch.length === 1 && !isOver
    const call = callOf(options.model ?? 'default', error.usage, error.failure)
    const answers = isAlone ? batch.map((one) => answerOf(one, undefined)) : []
    if (isOver) open.push(...batch)
    else if (!isAlone) open.push(...halves(batch))
    await send({ tool, holder, call, answers }, batch)
    if (!isOver) return null
    return error.failure === 'aborted' ? { why: 'stopped' } : { why: 'coding agent', error }
  }

  const isOverCap = (batch: readonly OpenQuestion[]): boolean => {
    const used = report.inputTokens + report.outputTokens
    const next = batch.reduce((sum, one) => sum + tokensOf(one.question.prompt), OVERHEAD_TOKENS)
    return options.tokens !== undefined && used + next > options.tokens
  }

  const step = async (batch: OpenQuestion[]): Promise<Stopped | null> => {
    const [first] = batch
    const how = first && instructions?.[first.question.kind]
    if (how === undefined) return null
    const tokens = batch.reduce((sum, one) => sum + tokensOf(one.question.prompt), 0)
    deps.onEvent({ kind: 'asking', questions: batch.length, tokens })
    let answer: OwnAgentAnswer
    try {
      answer = await deps.ask(batchQuestion(batch, how), signal)
    } catch (error) {
      if (!(error instanceof OwnAgentError)) {
        open.push(...batch)
        throw error
      }
      return failed(batch, error)
    }
    inARow = 0
    await answered(batch, answer)
    return null
  }

  return {
    /** Ends when nothing is left, or with why it ends before. */
    work: async (): Promise<Stopped | null> => {
      for (;;) {
        if (signal.aborted) return { why: 'stopped' }
        await lease()
        const batch = takeBatch(open)
        if (batch.length === 0) return null
        if (isOverCap(batch)) {
          open.push(...batch)
          return { why: 'limit reached' }
        }
        const stopped = await step(batch)
        if (stopped !== null) return stopped
      }
    },
    /** Another machine, or another coding agent, may have what is left. */
    giveBack: async (): Promise<void> => {
      if (open.length === 0) return
      const answers = open.splice(0).map((one) => ({
        ...answerOf(one, undefined),
        failure: 'released',
      }))
      // It runs out by itself where the server cannot be reached.
      await client.distilLeases.answer({ tool, holder, answers }).catch(() => undefined)
    },
    sendUnsent: async (): Promise<void> => {
      const left = await unsent.read()
      if (left === undefined) return
      await client.distilLeases.answer(left).catch((error: unknown) => {
        // What the server will never take is not offered again.
        if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
      })
      await unsent.forget()
    },
  }
}

type Given = AnswerLeases['answers'][number]

const answerOf = ({ leaseId, question }: OpenQuestion, answer: unknown): Given => ({
  lease_id: leaseId,
  question_id: question.id,
  kind: question.kind,
  ...(answer === undefined ? { failure: 'malformed' } : { answer }),
})

const withRetries = async <T>(
  { sleep }: Pick<DistilDeps, 'sleep'>,
  work: () => Promise<T>,
): Promise<T> => {
  for (const waitMs of SEND_WAITS_MS) {
    try {
      return await work()
    } catch (error) {
      const mayPass = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      if (!mayPass) throw error
      await sleep(waitMs, AbortSignal.timeout(waitMs))
    }
  }
  return work()
}
