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
  /** The provider does not accept the key. */
  | 'embedder.unauthorised'
  /** The provider does not know the address or the model. */
  | 'embedder.not_found'
  /** Too many requests, and the provider wants a longer pause than a call can wait. */
  | 'embedder.rate_limited'
  /** The provider cannot be reached, takes too long or fails. */
  | 'embedder.unreachable'
  /** The answer is not what the protocol says. */
  | 'embedder.bad_answer'
  /** The vectors have another length than the settings say; the settings have to change. */
  | 'embedder.dimensions_mismatch'
  /** The provider failed many times in a row and is left alone for a while. */
  | 'embedder.resting'

/** Why there are no vectors. The message says what the operator can do about it. */
export class EmbedderError extends Error {
  override readonly name = 'EmbedderError'
  readonly code: EmbedderErrorCode

  constructor(code: EmbedderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
