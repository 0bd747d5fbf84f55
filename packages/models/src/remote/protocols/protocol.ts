import type { EmbedMode } from '../../embedder.ts'

/** What is asked of a provider in one request. */
export type ProviderRequest = {
  model: string
  texts: readonly string[]
  mode: EmbedMode
  /** Sent only where the model can give shorter vectors than its own; otherwise undefined. */
  shorterTo: number | undefined
}

/** How to speak to one kind of provider. Everything else is the same for all. */
export type EmbeddingProtocol = {
  /** As in `EMBEDDING_PROVIDER`; the first part of the space's id. */
  name: string
  /** For sentences. */
  title: string
  /** Put after the configured address. */
  path: string
  bodyOf: (request: ProviderRequest) => Record<string, unknown>
  /** One row per text, in their order; undefined when the answer is not of this protocol. */
  rowsOf: (answer: unknown) => unknown[] | undefined
  limits: RequestLimits
}

/** What fits into one request. */
export type RequestLimits = { texts: number; tokens: number }

export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** Rows of `{ data: [{ index, embedding }] }`, by their index: the order they come in is not promised. */
export const rowsByIndex = (answer: unknown): unknown[] | undefined => {
  const data = fieldOf(answer, 'data')
  if (!Array.isArray(data)) return undefined
  const rows = new Array<unknown>(data.length)
  for (const [place, entry] of data.entries()) {
    const index = fieldOf(entry, 'index') ?? place
    if (typeof index !== 'number' || !(index in data) || rows[index] !== undefined) return undefined
    rows[index] = fieldOf(entry, 'embedding')
  }
  return rows
}
