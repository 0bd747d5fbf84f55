/** What went wrong, for machines: only the doors know which status a kind becomes. */
export type ErrorKind =
  | 'not_found'
  | 'unauthenticated'
  | 'forbidden'
  | 'gone'
  | 'conflict'
  | 'invalid'
  | 'too_large'
  | 'limit'
  | 'unavailable'

export type ErrorDetails = Record<string, string | number | boolean | null | readonly string[]>

export type DomainErrorOptions = ErrorOptions & {
  /** Facts for the caller's program; sent over the wire, so nothing secret. */
  details?: ErrorDetails
  /** Replaces the catalogue's sentence where a better one can be said. */
  message?: string
}

export class DomainError extends Error {
  override name = 'DomainError'
  readonly kind: ErrorKind
  /** Dotted and stable, such as `session.not_found`. */
  readonly code: string
  readonly details: ErrorDetails | undefined

  constructor(kind: ErrorKind, code: string, message: string, options: DomainErrorOptions = {}) {
    super(
      options.message ?? message,
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.kind = kind
    this.code = code
    this.details = options.details
  }
}

/** Declares one entry of the error catalogue. `message` is a sentence that says what to do next. */
export const defineError =
  (kind: ErrorKind, code: `${string}.${string}`, message: string) =>
  (options?: DomainErrorOptions): DomainError =>
    new DomainError(kind, code, message, options)

export const forbidden = defineError(
  'forbidden',
  'access.forbidden',
  'Your role does not allow this; ask an admin of your team.',
)

export const unauthenticated = defineError(
  'unauthenticated',
  'access.unauthenticated',
  'Sign in, or send a valid API key as "Authorization: Bearer tlk_…".',
)
