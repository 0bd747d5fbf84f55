/**
 * A request that did not work out, with a sentence a person can act on.
 * `status` is the HTTP status, or 0 when no answer came at all (`code` then starts with `network.` or `client.`).
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  /** How long the server asked to wait, in milliseconds; undefined when it did not say. */
  readonly retryAfterMs: number | undefined

  constructor(fields: {
    status: number
    code: string
    message: string
    details?: unknown
    retryAfterMs?: number | undefined
    cause?: unknown
  }) {
    super(fields.message, { cause: fields.cause })
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code
    this.details = fields.details
    this.retryAfterMs = fields.retryAfterMs
  }
}

/** True for failures that may pass by themselves: no answer, too many requests, a server in trouble. */
export const isTemporary = (error: ApiError): boolean =>
  error.code.startsWith('network.') || error.status === 429 || error.status >= 500
