import type { Usage } from '@teamlore/shared'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'

type EditorUsage = {
  promptTokens?: unknown
  completionTokens?: unknown
  promptTokensDetails?: unknown
}
type EditorDetails = { cachedTokens?: unknown; cacheWriteTokens?: unknown }

const usageOfEditor = (usage: EditorUsage): Usage => {
  const details = fieldsOf<EditorDetails>(usage.promptTokensDetails)
  return {
    input_tokens: countOf(usage.promptTokens),
    output_tokens: countOf(usage.completionTokens),
    cache_creation_tokens: countOf(details.cacheWriteTokens),
    cache_read_tokens: countOf(details.cachedTokens),
  }
}

type CliUsage = {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  prompt_tokens_details?: unknown
  model?: unknown
}
type CliDetails = {
  cached_tokens?: unknown
  cache_read_tokens?: unknown
  cache_write_tokens?: unknown
}

/** As the provider reports it: OpenAI counts what was cached as part of the prompt, Anthropic beside it, by names of its own. */
const usageOfCli = (usage: CliUsage): Usage => {
  const details = fieldsOf<CliDetails>(usage.prompt_tokens_details)
  const isBeside = details.cache_read_tokens !== undefined
  const cached = countOf(isBeside ? details.cache_read_tokens : details.cached_tokens)
  return {
    input_tokens: Math.max(0, countOf(usage.prompt_tokens) - (isBeside ? 0 : cached)),
    output_tokens: countOf(usage.completion_tokens),
    cache_creation_tokens: countOf(details.cache_write_tokens),
    cache_read_tokens: cached,
  }
}

export const usageOf = (value: unknown): Usage | null => {
  const usage = fieldsOf<EditorUsage & CliUsage>(value)
  if (usage.promptTokens !== undefined || usage.completionTokens !== undefined)
    return usageOfEditor(usage)
  if (usage.prompt_tokens !== undefined || usage.completion_tokens !== undefined)
    return usageOfCli(usage)
  return null
}

/** The command line puts it there. */
export const modelOfUsage = (value: unknown): string | null =>
  textOrNull(fieldsOf<CliUsage>(value).model, 200)
