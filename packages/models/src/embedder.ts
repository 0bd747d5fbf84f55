/** What the text is for. Some models embed a question differently from what answers it. */
export type EmbedMode = 'query' | 'document'

/**
 * Everything that decides whether two vectors may be compared. Vectors of different ids must never
 * share a column: store the id beside each vector and embed again when it changes.
 */
export type EmbeddingSpace = {
  /** Short and stable, e.g. `minilm-l6-v2-384-0a1b2c3d`; letters, digits and `-` only. */
  id: string
  dimensions: number
  /** Longest input the model sees, special tokens included. What is longer is cut without notice. */
  maxTokens: number
  /** Cosine of texts that have nothing to do with each other, where that is known; what is judged by nearness is judged from there. */
  unrelated?: number | undefined
}

export type EmbedOptions = {
  mode: EmbedMode
  /** Rejects with the signal's reason. What has not begun is dropped, what runs is ignored. */
  signal?: AbortSignal | undefined
}

/**
 * Turns texts into vectors of length 1, in the order of the texts. Whatever goes wrong, except an
 * abort, is an `EmbedderError` whose message can be shown to an operator; callers who can work
 * without vectors go on with lexical search.
 */
export type Embedder = {
  readonly space: EmbeddingSpace
  /** Texts worth handing over at once. Absent if it makes no difference. */
  readonly preferredBatch?: number
  /** Queries overtake documents that wait. A failing text fails the whole call. */
  embed: (texts: readonly string[], options: EmbedOptions) => Promise<Float32Array[]>
  /** Tokens as this model counts them, special tokens included, not cut. Absent if it cannot say. */
  countTokens?: (texts: readonly string[]) => Promise<number[]>
  /** Loads what the first `embed` would have to wait for; rejects when that can never work. */
  warmUp: () => Promise<void>
  /** Rejects what waits, frees the model. Await it before the process exits. May be called twice. */
  close: () => Promise<void>
}
