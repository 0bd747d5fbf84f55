import type { AnswerLeases } from '@teamlore/shared/distil-leases'
import type { OwnAgentAnswer } from '../own-agent/ask-own-agent.ts'
import {
  OwnAgentError,
  type OwnAgentFailure,
  type OwnAgentUsage,
} from '../own-agent/own-agent-error.ts'
import { answersIn, batchQuestion, halves, type OpenQuestion, tokensOf } from './batches.ts'
import type { DistilDeps, DistilOptions, DistilReport, Stopped } from './distil.types.ts'
import { answerOf, type HeldLeases } from './held-leases.ts'

/** What is wrong may be one question of several, or that they are several. */
const MAY_DIVIDE: readonly OwnAgentFailure[] = ['bad-answer', 'timeout']
/** So many calls fail one after the other before nobody is asked any more. */
const MOST_FAILURES = 5

type Parts = {
  deps: Pick<DistilDeps, 'ask' | 'newCall' | 'onEvent'>
  options: Pick<DistilOptions, 'model' | 'signal'>
  report: DistilReport
  held: HeldLeases
}

/** Puts a batch to the coding agent and its answers to the server. */
export const createAskBatch = ({ deps, options, report, held }: Parts) => {
  /** Calls that failed since one did not. */
  let inARow = 0

  const answered = async (
    batch: readonly OpenQuestion[],
    { value, usage, model }: OwnAgentAnswer,
  ): Promise<void> => {
    account(report, usage)
    const answers = answersIn(value, batch)
    const isAlone = batch.length === 1
    const usable = batch.filter((_, n) => answers[n] !== undefined || isAlone)
    const given = usable.map((one) => answerOf(one, answers[batch.indexOf(one)]))
    await held.send(callOf(deps.newCall(), model, usage), given, usable)
    // One that is missing is asked for by itself.
    for (const one of batch) if (!usable.includes(one)) held.open.push({ ...one, atOnce: 1 })
  }

  const failed = async (
    batch: readonly OpenQuestion[],
    error: OwnAgentError,
  ): Promise<Stopped | null> => {
    account(report, error.usage)
    report.failedCalls++
    inARow++
    const isOver = !MAY_DIVIDE.includes(error.failure) || inARow >= MOST_FAILURES
    const isAlone = batch.length === 1 && !isOver
    const call = callOf(deps.newCall(), options.model ?? 'default', error.usage, error.failure)
    if (isOver) held.open.push(...batch)
    else if (!isAlone) held.open.push(...halves(batch))
    await held.send(call, isAlone ? batch.map((one) => answerOf(one)) : [], batch)
    if (!isOver) return null
    return error.failure === 'aborted' ? { why: 'stopped' } : { why: 'coding agent', error }
  }

  /** @returns why nobody is asked any more; null where it is worth going on. */
  return async (batch: OpenQuestion[]): Promise<Stopped | null> => {
    const [first] = batch
    const how = first && held.instructionsFor(first)
    if (how === undefined) return null
    const tokens = batch.reduce((sum, one) => sum + tokensOf(one.question.prompt), 0)
    deps.onEvent({ kind: 'asking', questions: batch.length, tokens })
    let answer: OwnAgentAnswer
    try {
      answer = await deps.ask(batchQuestion(batch, how), options.signal)
    } catch (error) {
      if (error instanceof OwnAgentError) return failed(batch, error)
      held.open.push(...batch)
      throw error
    }
    inARow = 0
    await answered(batch, answer)
    return null
  }
}

const account = (report: DistilReport, usage: OwnAgentUsage | undefined): void => {
  report.calls++
  report.inputTokens += usage?.inputTokens ?? 0
  report.outputTokens += usage?.outputTokens ?? 0
  if (typeof usage?.usd === 'number') report.usd = (report.usd ?? 0) + usage.usd
}

const callOf = (
  id: string,
  model: string,
  usage: OwnAgentUsage | undefined,
  failure?: string,
): NonNullable<AnswerLeases['call']> => ({
  id,
  model: model.slice(0, 120),
  usage: {
    input_tokens: usage?.inputTokens ?? 0,
    output_tokens: usage?.outputTokens ?? 0,
    usd: usage?.usd ?? null,
  },
  ...(failure === undefined ? {} : { failure }),
})
