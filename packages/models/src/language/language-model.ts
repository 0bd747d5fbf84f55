import type { z } from 'zod'

export type ModelUsage = { inputTokens: number; outputTokens: number }

export type GenerateRequest<T> = {
  system: string
  prompt: string
  /** The answer's shape; what does not fit it is an error, never half an answer. */
  schema: z.ZodType<T>
  maxOutputTokens: number
  signal?: AbortSignal | undefined
}

/**
 * Answers a prompt in a shape. One request per call: who retries pays again, so that is for the caller to decide. Whatever
 * goes wrong, except an abort, is a `LanguageModelError`.
 */
export type LanguageModel = {
  readonly provider: string
  readonly model: string
  /** Distinguishes the settings of one from those of another, without giving any of them away. */
  readonly setup: string
  generate: <T>(request: GenerateRequest<T>) => Promise<{ value: T; usage: ModelUsage }>
}

export type LanguageModelFailure =
  /** Too many requests, or over the provider's own limit. */
  | 'rate_limited'
  /** The provider cannot be reached, takes too long or fails. */
  | 'unreachable'
  /** The key is refused. */
  | 'unauthorised'
  /** The provider does not take the request: no such model, too long. */
  | 'rejected'
  /** The model will not answer this. */
  | 'refused'
  /** The answer was cut off by the limit of tokens. */
  | 'truncated'
  /** The answer has another shape. */
  | 'malformed'

/** The message says what an operator can do; it holds nothing of what was asked or answered. */
export class LanguageModelError extends Error {
  override readonly name = 'LanguageModelError'
  readonly failure: LanguageModelFailure
  /** What it cost all the same. */
  readonly usage: ModelUsage

  constructor(failure: LanguageModelFailure, message: string, usage?: Partial<ModelUsage>) {
    super(message)
    this.failure = failure
    this.usage = { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 }
  }
}
