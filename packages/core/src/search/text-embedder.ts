/** What search and the embedding job need of an embedder; those of @teamlore/models fit. */
export type TextEmbedder = {
  readonly space: {
    id: string
    dimensions: number
    /** Cosine of texts that have nothing to do with each other; 0 where it is not known. */
    unrelated?: number | undefined
  }
  /** Texts worth handing over at once. */
  readonly preferredBatch?: number
  embed(
    texts: readonly string[],
    options: { mode: 'query' | 'document'; signal?: AbortSignal | undefined },
  ): Promise<Float32Array[]>
}
