import { DomainError, type ErrorKind, isDiskFull } from '@teamlore/core'
import { type ErrorEnvelope, sizeOf } from '@teamlore/shared'
import { RequestError, requestBadUrl, requestTimedOut } from '@teamlore/shared/process'
import {
  diskFull,
  mediaTypeUnsupported,
  requestInvalid,
  requestInvalidJson,
  requestTooLarge,
} from './request.errors.ts'

/** A kind without a status does not compile. */
export const STATUS_OF_KIND = {
  not_found: 404,
  unauthenticated: 401,
  forbidden: 403,
  gone: 410,
  conflict: 409,
  invalid: 422,
  too_large: 413,
  limit: 429,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>

export type ErrorAnswer = { status: number; body: ErrorEnvelope }

/** What the caller sees: the sentence of a known error, nothing about an unknown one. */
export const answerOf = (error: unknown, bodyLimit?: number): ErrorAnswer => {
  const known = recognise(error, bodyLimit)
  if (known instanceof DomainError) return envelope(STATUS_OF_KIND[known.kind], known)
  if (known instanceof RequestError) return envelope(known.statusCode, known)
  return {
    status: 500,
    body: {
      error: {
        code: 'internal',
        message: 'Something went wrong on the server. Try again; its log says what happened.',
      },
    },
  }
}

const envelope = (
  status: number,
  { code, message, details }: { code: string; message: string; details: unknown },
): ErrorAnswer => ({
  status,
  body: { error: { code, message, ...(details === undefined ? {} : { details: json(details) }) } },
})

const json = (value: unknown) => JSON.parse(JSON.stringify(value))

/** Fastify's own errors become the catalogue's; what is neither stays as it is. */
const recognise = (error: unknown, bodyLimit: number | undefined): unknown => {
  if (error instanceof DomainError || error instanceof RequestError) return error
  if (isDiskFull(error)) return diskFull({ cause: error })
  const { code, validation, validationContext } = fieldsOf(error)
  if (Array.isArray(validation)) return invalid(validation, validationContext)
  if (error instanceof RangeError && code === 'FST_ERR_VALIDATION') return tooDeep(error)
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(bodyLimit, error)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return mediaTypeUnsupported({ cause: error })
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return requestInvalidJson({ cause: error })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return requestBadUrl({ cause: error })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimedOut({ cause: error })
    default:
      return error instanceof SyntaxError && 'statusCode' in error
        ? requestInvalidJson({ cause: error })
        : error
  }
}

/** A schema that goes as deep as the body does ran out of room for its calls. */
const tooDeep = (cause: RangeError): RequestError =>
  requestInvalid({ cause, message: 'The body is nested too deeply. Send flatter JSON.' })

type Fields = { code?: unknown; validation?: unknown; validationContext?: unknown }

const fieldsOf = (error: unknown): Fields =>
  typeof error === 'object' && error !== null ? (error as Fields) : {}

export const bodyTooLarge = (limit: number | undefined, cause?: unknown): RequestError =>
  requestTooLarge({
    cause,
    ...(limit === undefined
      ? {}
      : {
          message: `The body is larger than the limit of ${sizeOf(limit)} here. Send less per request.`,
          details: { limit_bytes: limit },
        }),
  })

const WHERE: Record<string, string> = {
  querystring: 'query',
  params: 'path',
  body: 'body',
  headers: 'headers',
}

/** Enough to repair the request by; a body of a thousand faults needs no thousand lines. */
const MAX_ISSUES_RETURNED = 20

const invalid = (validation: unknown[], context: unknown): RequestError => {
  const where = WHERE[String(context)] ?? 'request'
  const issues = validation.slice(0, MAX_ISSUES_RETURNED).map((issue) => issueOf(where, issue))
  const first = issues[0]
  const more = validation.length > 1 ? ` (and ${validation.length - 1} more, see details)` : ''
  return requestInvalid({
    message: first
      ? `${first.path}: ${first.message}${more}. /docs says what this address takes.`
      : undefined,
    details: { issues },
  } as Parameters<typeof requestInvalid>[0])
}

const issueOf = (where: string, issue: unknown) => {
  const { instancePath, message } = issue as { instancePath?: unknown; message?: unknown }
  const path = String(instancePath ?? '')
    .split('/')
    .filter((part) => part !== '')
  return { path: [where, ...path].join('.'), message: String(message ?? 'is not valid') }
}
