import type { z } from 'zod'

/** What distilling and the ledger need of a language model; those of @teamlore/models fit. */
export type StructuredModel = {
  readonly provider: string
  readonly model: string
  /** A digest of its address, key and name: failures with one say nothing of another. */
  readonly setup: string
  generate: <T>(request: {
    system: string
    prompt: string
    schema: z.ZodType<T>
    maxOutputTokens: number
    signal?: AbortSignal | undefined
  }) => Promise<{ value: T; usage: { inputTokens: number; outputTokens: number } }>
}

/** What it cost all the same when it failed. */
export const usageOfFailure = (error: unknown): { inputTokens: number; outputTokens: number } => {
  const usage = error instanceof Error && 'usage' in error ? error.usage : undefined
  const of = (name: string): number => {
    const value = typeof usage === 'object' && usage !== null ? Reflect.get(usage, name) : 0
    return typeof value === 'number' ? value : 0
  }
  return { inputTokens: of('inputTokens'), outputTokens: of('outputTokens') }
}

/** In one word, for the ledger: nothing of what was asked or answered. */
export const reasonOfFailure = (error: unknown): string =>
  error instanceof Error && 'failure' in error ? String(error.failure) : 'failed'
