/** A loaded model. Lives in the embedding thread; may block it. */
export type EmbeddingEngine = {
  /** The texts' vectors one after another, in order. */
  embed: (texts: readonly string[]) => Promise<Float32Array<ArrayBuffer>>
  countTokens: (texts: readonly string[]) => Promise<Uint32Array<ArrayBuffer>>
  release: () => Promise<void>
}
