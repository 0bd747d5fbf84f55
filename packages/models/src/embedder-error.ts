export type EmbedderErrorCode =
  /** `embed` after, or cut off by, `close`. */
  | 'embedder.closed'
  /** The runtime or the weights cannot be loaded here; trying again will not help. */
  | 'embedder.unavailable'
  /** The weights are not the ones this version was made for; trying again will not help. */
  | 'embedder.weights_mismatch'
  /** The thread died. The next call starts a new one. */
  | 'embedder.thread_crashed'
  /** The model refused these texts. */
  | 'embedder.failed'

/** Why there are no vectors. The message says what the operator can do about it. */
export class EmbedderError extends Error {
  override readonly name = 'EmbedderError'
  readonly code: EmbedderErrorCode

  constructor(code: EmbedderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
