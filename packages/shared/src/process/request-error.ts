export type RequestErrorStatus = 400 | 403 | 404 | 408 | 413 | 415 | 429 | 431 | 499 | 503 | 507

export type RequestErrorOptions = ErrorOptions & {
  /** Facts for the caller's program; sent over the wire, so nothing secret. */
  details?: Record<string, unknown>
  /** Replaces the catalogue's sentence where a better one can be said. */
  message?: string
}

/** A request the door itself turns away, before any use case is asked. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly statusCode: RequestErrorStatus
  /** Dotted and stable, such as `request.too_large`. */
  readonly code: string
  readonly details: Record<string, unknown> | undefined

  constructor(
    statusCode: RequestErrorStatus,
    code: string,
    message: string,
    options: RequestErrorOptions = {},
  ) {
    super(
      options.message ?? message,
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.statusCode = statusCode
    this.code = code
    this.details = options.details
  }
}

/** Declares one entry of the door's part of the error catalogue (docs/errors.md). */
export const defineRequestError =
  (statusCode: RequestErrorStatus, code: `${string}.${string}`, message: string) =>
  (options?: RequestErrorOptions): RequestError =>
    new RequestError(statusCode, code, message, options)
