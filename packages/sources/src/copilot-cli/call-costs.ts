import type { Usage } from '@teamlore/shared'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { EventData, SessionEvent } from './event.ts'

type ReportedUsage = {
  apiCallId?: unknown
  inputTokens?: unknown
  outputTokens?: unknown
  cacheReadTokens?: unknown
  cacheWriteTokens?: unknown
}

/** What calls of the model cost: since 1.0.100 or so reported in a record of its own, before the answer that came of the call. */
export const createCallCosts = () => {
  const untaken = new Map<string, Usage>()
  return {
    note: ({ type }: SessionEvent, data: EventData): void => {
      if (type !== 'session.usage_record') return
      const usage = fieldsOf<ReportedUsage>(data.usage)
      const id = textOrNull(usage.apiCallId, 300)
      if (id === null) return
      const [read, written] = [countOf(usage.cacheReadTokens), countOf(usage.cacheWriteTokens)]
      untaken.set(id, {
        // What was read from the cache or written to it counts as input there.
        input_tokens: Math.max(0, countOf(usage.inputTokens) - read - written),
        output_tokens: countOf(usage.outputTokens),
        cache_creation_tokens: written,
        cache_read_tokens: read,
      })
    },
    /** Of several answers of one call, the first has cost it all. */
    take: (apiCallId: unknown): Usage | null => {
      const id = textOrNull(apiCallId, 300)
      const usage = (id === null ? undefined : untaken.get(id)) ?? null
      if (id !== null) untaken.delete(id)
      return usage
    },
  }
}
