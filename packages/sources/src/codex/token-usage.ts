import type { Usage } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, isObject } from '../shared/values.ts'
import type { MessageDraft } from '../turns/session-draft.ts'

type TokenInfo = { total_token_usage?: unknown; last_token_usage?: unknown }
type TokenCounts = {
  input_tokens?: unknown
  cached_input_tokens?: unknown
  output_tokens?: unknown
}

/**
 * Gives each answer the tokens of the request that made it. The client counts after a request, sometimes before it writes
 * down what came of it, and repeats the last count when nothing new was asked.
 */
export const createTokenUsage = () => {
  let lastSeen = ''
  let total: Usage = none()
  let answer: MessageDraft | null = null
  let waiting: Usage | null = null

  const spentOf = ({ total_token_usage, last_token_usage }: TokenInfo): Usage | null => {
    const before = total
    if (isObject(total_token_usage)) total = usageOf(total_token_usage)
    if (isObject(last_token_usage)) return usageOf(last_token_usage)
    return total === before ? null : since(before, total)
  }

  const settle = (): void => {
    if (waiting !== null && answer !== null) {
      answer.usage = answer.usage === null ? waiting : sumOf(answer.usage, waiting)
      waiting = null
    }
  }

  return {
    /** A new answer begins. */
    noteAnswer: (draft: MessageDraft): void => {
      answer = draft
      if (waiting !== null) answer.usage = waiting
      waiting = null
    },
    /** True when the count closes the answer it is of. */
    noteCount: (info: unknown): boolean => {
      const seen = JSON.stringify(boundedJson(info))
      if (seen === lastSeen) return false
      lastSeen = seen
      const spent = spentOf(fieldsOf<TokenInfo>(info))
      if (spent === null) return false
      if (answer !== null && answer.usage === null) {
        answer.usage = spent
        return true
      }
      waiting = waiting === null ? spent : sumOf(waiting, spent)
      return false
    },
    /** What no further answer will take, at the end of a turn, belongs to the last one. */
    settle,
    /** The same at the end of the file as far as it was read; gives back what takes it back. */
    settleForNow: (): (() => void) => {
      const [draft, count, before] = [answer, waiting, answer?.usage ?? null]
      settle()
      return () => {
        if (draft !== null) draft.usage = before
        waiting = count
      }
    },
  }
}

const none = (): Usage => ({
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_tokens: 0,
  cache_read_tokens: 0,
})

/** Codex counts cached tokens as part of the input. */
const usageOf = (counts: object): Usage => {
  const { input_tokens, cached_input_tokens, output_tokens } = fieldsOf<TokenCounts>(counts)
  const cached = countOf(cached_input_tokens)
  return {
    input_tokens: Math.max(0, countOf(input_tokens) - cached),
    output_tokens: countOf(output_tokens),
    cache_creation_tokens: 0,
    cache_read_tokens: cached,
  }
}

const since = (before: Usage, now: Usage): Usage => ({
  input_tokens: Math.max(0, now.input_tokens - before.input_tokens),
  output_tokens: Math.max(0, now.output_tokens - before.output_tokens),
  cache_creation_tokens: 0,
  cache_read_tokens: Math.max(0, now.cache_read_tokens - before.cache_read_tokens),
})

const sumOf = (a: Usage, b: Usage): Usage => ({
  input_tokens: a.input_tokens + b.input_tokens,
  output_tokens: a.output_tokens + b.output_tokens,
  cache_creation_tokens: a.cache_creation_tokens + b.cache_creation_tokens,
  cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
})
