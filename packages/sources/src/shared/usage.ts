import type { Usage } from '@teamlore/shared'
import { isObject } from './values.ts'

/** Whether it is a number of tokens, or of anything else that is counted. */
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** A count as a tool reports it; 0 for what is none. */
export const countOf = (value: unknown): number => (isCount(value) ? value : 0)

type MessagesUsage = {
  input_tokens?: unknown
  output_tokens?: unknown
  cache_creation_input_tokens?: unknown
  cache_read_input_tokens?: unknown
}

/** Usage as the Messages API of Anthropic reports it, which several tools store as it comes. */
export const usageOfMessage = (value: unknown): Usage | null => {
  if (!isObject(value)) return null
  const usage: MessagesUsage = value
  return {
    input_tokens: countOf(usage.input_tokens),
    output_tokens: countOf(usage.output_tokens),
    cache_creation_tokens: countOf(usage.cache_creation_input_tokens),
    cache_read_tokens: countOf(usage.cache_read_input_tokens),
  }
}
