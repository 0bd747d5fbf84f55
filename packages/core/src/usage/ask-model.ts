import { createHash } from 'node:crypto'
import type { StoredSession, TeamRepositories, UnitOfWork, UsageCaps } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import type { z } from 'zod'
import type { SystemScope, TeamScope } from '../identity/teams/team-scope.ts'
import { isBreakerOpen, LOOKED_AT } from './breaker.ts'
import { reasonOfFailure, type StructuredModel, usageOfFailure } from './structured-model.ts'

/** Tries of the same question in a day. */
const MAX_FAILURES = 3
const CHARS_PER_TOKEN = 3.5

/** Questions of one person in a minute, */
const OWN_PER_MINUTE = 10
/** and the part of what a team may spend in a day that those of one person may take. */
const OWN_SHARE = 0.2

/** Why nobody was asked. The session is distilled by rules meanwhile. */
export class NotAskedError extends Error {
  override readonly name = 'NotAskedError'
  readonly why:
    | 'switched_off'
    | 'over_cap'
    | 'failed_before'
    | 'running'
    | 'breaker'
    /** Of a question that a person waits for: their own part of the cap is used up, */
    | 'over_share'
    /** or they asked too much within a minute. */
    | 'too_often'

  constructor(why: NotAskedError['why']) {
    super(`The language model was not asked: ${why.replace('_', ' ')}.`)
    this.why = why
  }
}

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  model: StructuredModel
  /** Millionths of a dollar; null where the price is not known. */
  price: (usage: { inputTokens: number; outputTokens: number }) => number | null
  caps: UsageCaps
  ids?: Pick<typeof newId, 'event'>
}

export type Question<T> = {
  purpose: string
  system: string
  prompt: string
  schema: z.ZodType<T>
  maxOutputTokens: number
  signal?: AbortSignal | undefined
  /** Who waits for the answer, and is bounded for themselves; nobody does for background work. */
  askedBy?: UserId
}

/** Names a question: the same words to the same model are the same question. */
export const questionKey = (
  { provider, model }: Pick<StructuredModel, 'provider' | 'model'>,
  { system, prompt }: Pick<Question<unknown>, 'system' | 'prompt'>,
): string =>
  createHash('sha256').update([provider, model, system, prompt].join('\u0000')).digest('hex')

/**
 * Asks a language model under the team's caps and keeps its account. The same question about the same session is paid for
 * once: its answer is kept, as private as the session. Whoever asks about something else remembers what was answered. After
 * some failures a question is left for the day. What a call may cost is set aside before it is
 * made, so that calls at the same time cannot pass the cap together.
 */
export const makeAskModel =
  ({ unitOfWork, model, price, caps, ids = newId }: Deps) =>
  async <T>(
    scope: SystemScope | TeamScope,
    session: Pick<StoredSession, 'id'> | null,
    { purpose, askedBy, ...question }: Question<T>,
  ): Promise<T> => {
    const { provider, model: name, setup } = model
    const key = questionKey(model, question)
    const tokens = {
      inputTokens: Math.ceil((question.system.length + question.prompt.length) / CHARS_PER_TOKEN),
      outputTokens: question.maxOutputTokens,
    }
    const estimate = { ...tokens, costMicros: price(tokens) }
    const id = ids.event()
    const known = await unitOfWork.inTeam(scope, async ({ usage }) => {
      // The lock comes first: who waited for it may find the answer of whom they waited for.
      await usage.lock()
      if (session !== null) {
        const kept = question.schema.safeParse(await usage.answer(key, session.id))
        if (kept.success) return kept
      }
      await refuse(usage, { key, setup, estimate, caps, askedBy })
      await usage.begin({
        id,
        sessionId: session?.id ?? null,
        purpose,
        provider,
        model: name,
        key,
        setup,
        askedBy: askedBy ?? null,
        ...estimate,
      })
      return undefined
    })
    if (known !== undefined) return known.data
    const finish = (
      used: { inputTokens: number; outputTokens: number; costMicros: number | null },
      reason: string,
    ) =>
      unitOfWork.inTeam(scope, ({ usage }) =>
        usage.finish(id, { ...used, state: 'failed', reason }),
      )
    let answered: Awaited<ReturnType<typeof model.generate<T>>>
    try {
      answered = await model.generate(question)
    } catch (error) {
      // Nobody knows what a call costs that was broken off: what was set aside stays spent.
      if (question.signal?.aborted === true) await finish(estimate, 'aborted')
      else {
        const used = usageOfFailure(error)
        await finish({ ...used, costMicros: price(used) }, reasonOfFailure(error))
      }
      throw error
    }
    const { value, usage: used } = answered
    await unitOfWork.inTeam(scope, async ({ usage }) => {
      // Who looks for the answer must not see the call done and its answer not there yet.
      await usage.lock()
      if (session !== null) await usage.keep(key, { sessionId: session.id, answer: value })
      await usage.finish(id, { ...used, costMicros: price(used), state: 'done', reason: null })
    })
    return value
  }

export type AskModel = ReturnType<typeof makeAskModel>

type Asking = {
  key: string
  setup: string
  estimate: { inputTokens: number; outputTokens: number; costMicros: number | null }
  caps: UsageCaps
  askedBy: UserId | undefined
}

/** @throws NotAskedError where a switch, a cap, the breaker or earlier failures stand against the call. */
const refuse = async (
  usage: TeamRepositories['usage'],
  { key, setup, estimate, caps, askedBy }: Asking,
): Promise<void> => {
  const { isEnabled, dailyUsd, dailyTokens } = await usage.settings()
  if (!isEnabled) throw new NotAskedError('switched_off')
  const { failed, running } = await usage.attempts(key, setup)
  if (running > 0) throw new NotAskedError('running')
  if (failed >= MAX_FAILURES) throw new NotAskedError('failed_before')
  if (isBreakerOpen(await usage.lastCalls(setup, LOOKED_AT))) throw new NotAskedError('breaker')
  const cap = {
    tokens: dailyTokens ?? caps.dailyTokens,
    micros: (dailyUsd ?? caps.dailyUsd) * 1e6,
  }
  if (isOver(await usage.today(), estimate, cap)) throw new NotAskedError('over_cap')
  if (askedBy === undefined) return
  const own = await usage.todayOf(askedBy)
  if (own.lately >= OWN_PER_MINUTE) throw new NotAskedError('too_often')
  const share = { tokens: cap.tokens * OWN_SHARE, micros: cap.micros * OWN_SHARE }
  if (isOver(own, estimate, share)) throw new NotAskedError('over_share')
}

const isOver = (
  spent: { tokens: number; costMicros: number },
  { inputTokens, outputTokens, costMicros }: Asking['estimate'],
  cap: { tokens: number; micros: number },
): boolean =>
  spent.tokens + inputTokens + outputTokens > cap.tokens ||
  spent.costMicros + (costMicros ?? 0) > cap.micros
