import { createHash } from 'node:crypto'
import type { StoredSession, UnitOfWork, UsageCaps } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { z } from 'zod'
import {
  reasonOfFailure,
  type StructuredModel,
  usageOfFailure,
} from '../distil/model/structured-model.ts'
import type { SystemScope } from '../teams/team-scope.ts'

/** Tries of the same question in a day. */
const MAX_FAILURES = 3
const CHARS_PER_TOKEN = 3.5

/** Why nobody was asked. The session is distilled by rules meanwhile. */
export class NotAskedError extends Error {
  override readonly name = 'NotAskedError'
  readonly why: 'switched_off' | 'over_cap' | 'failed_before' | 'running'

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

type Question<T> = {
  purpose: string
  system: string
  prompt: string
  schema: z.ZodType<T>
  maxOutputTokens: number
  signal?: AbortSignal | undefined
}

/**
 * Asks a language model under the team's caps and keeps its account. The same question about the same session is paid for
 * once: its answer is kept, and after some failures it is left for the day. What a call may cost is set aside before it is
 * made, so that calls at the same time cannot pass the cap together.
 */
export const makeAskModel =
  ({ unitOfWork, model, price, caps, ids = newId }: Deps) =>
  async <T>(
    scope: SystemScope,
    session: Pick<StoredSession, 'id' | 'privateTo'>,
    { purpose, ...question }: Question<T>,
  ): Promise<T> => {
    const { provider, model: name } = model
    const key = createHash('sha256')
      .update([provider, name, question.system, question.prompt].join('\u0000'))
      .digest('hex')
    const estimate = {
      inputTokens: Math.ceil((question.system.length + question.prompt.length) / CHARS_PER_TOKEN),
      outputTokens: question.maxOutputTokens,
    }
    const id = ids.event()
    const known = await unitOfWork.inTeam(scope, async ({ usage }) => {
      const kept = question.schema.safeParse(await usage.answer(key, session.id))
      if (kept.success) return kept.data
      await usage.lock()
      const { isEnabled, dailyUsd, dailyTokens } = await usage.settings()
      if (!isEnabled) throw new NotAskedError('switched_off')
      const { failed, running } = await usage.attempts(key)
      if (running > 0) throw new NotAskedError('running')
      if (failed >= MAX_FAILURES) throw new NotAskedError('failed_before')
      const today = await usage.today()
      const costMicros = price(estimate)
      const isOver =
        today.tokens + estimate.inputTokens + estimate.outputTokens >
          (dailyTokens ?? caps.dailyTokens) ||
        today.costMicros + (costMicros ?? 0) > (dailyUsd ?? caps.dailyUsd) * 1e6
      if (isOver) throw new NotAskedError('over_cap')
      await usage.begin({
        ...{ id, sessionId: session.id, purpose, provider, model: name, key, costMicros },
        ...estimate,
      })
      return undefined
    })
    if (known !== undefined) return known
    try {
      const { value, usage: used } = await model.generate(question)
      await unitOfWork.inTeam(scope, async ({ usage }) => {
        await usage.keep(key, { sessionId: session.id, privateTo: session.privateTo, answer: value })
        await usage.finish(id, { ...used, costMicros: price(used), state: 'done', reason: null })
      })
      return value
    } catch (error) {
      const used = usageOfFailure(error)
      const reason = reasonOfFailure(error)
      await unitOfWork.inTeam(scope, ({ usage }) =>
        usage.finish(id, { ...used, costMicros: price(used), state: 'failed', reason }),
      )
      throw error
    }
  }

export type AskModel = ReturnType<typeof makeAskModel>
