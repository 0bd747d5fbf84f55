import { DomainError } from '@teamlore/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import SCIMMY from 'scimmy'
import { sendError } from '../../plugins/error-handler.plugin.ts'

const SCIM_TYPE = 'application/scim+json; charset=utf-8'

/** Only the key of a service account gets in; which one it is, the use cases look at. */
export const SCIM_ROUTE = {
  config: { needs: 'admin', credentials: 'bearer' },
  schema: { hide: true },
} as const

export const answer = (reply: FastifyReply, body: object, status = 200): FastifyReply =>
  reply
    .code(status)
    .type(SCIM_TYPE)
    .serializer((sent: unknown) => JSON.stringify(sent))
    .send(body)

const TYPES: Record<string, string> = {
  'scim.uniqueness': 'uniqueness',
  'scim.unknown_member': 'invalidValue',
}
const STATUS: Partial<Record<DomainError['kind'], number>> = {
  not_found: 404,
  conflict: 409,
  forbidden: 403,
  invalid: 400,
}

const scimError = (status: number, detail: string, scimType?: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
})

/** Errors as RFC 7644, section 3.12 has them; what is none of SCIM, such as a wrong key, as everywhere. */
export const sendScimError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  if (error instanceof SCIMMY.Types.Error) {
    const { status, scimType, message } = error
    return answer(reply, scimError(status, message, scimType), status)
  }
  if (error instanceof TypeError)
    return answer(reply, scimError(400, error.message, 'invalidValue'), 400)
  const status = error instanceof DomainError ? STATUS[error.kind] : undefined
  if (error instanceof DomainError && status !== undefined) {
    request.errorCode = error.code
    return answer(reply, scimError(status, error.message, TYPES[error.code]), status)
  }
  return sendError(error, request, reply)
}

type Query = { filter?: string; startIndex?: string; count?: string }

const MOST = 200
const MAX_FILTER = 500

const wholeOf = (text: string | undefined, otherwise: number): number => {
  const number = Number(text ?? otherwise)
  return Number.isInteger(number) ? number : otherwise
}

/** A page of what matches, RFC 7644 section 3.4.2. Names of users and groups are distinguished without capitals. */
export const listOf = (all: readonly Record<string, unknown>[], query: Query): object => {
  const { filter } = query
  if (filter !== undefined && filter.length > MAX_FILTER)
    throw new SCIMMY.Types.Error(400, 'invalidFilter', 'The filter is too long.')
  const matching = filter === undefined ? [...all] : matchingOf(all, filter)
  const startIndex = Math.max(1, wholeOf(query.startIndex, 1))
  const count = Math.min(MOST, Math.max(0, wholeOf(query.count, MOST)))
  const Resources = matching.slice(startIndex - 1, startIndex - 1 + count)
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: matching.length,
    startIndex,
    itemsPerPage: Resources.length,
    Resources,
  }
}

const BY_NAME = /^\s*(userName|displayName)\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i

/** A filter that is none, such as `userName` alone, fails in the library while it is read or matched. */
const matchingOf = (all: readonly Record<string, unknown>[], filter: string) => {
  try {
    if (LACKS_VALUE.test(filter.replaceAll(QUOTED, '""'))) throw badFilter()
    const byName = BY_NAME.exec(filter)
    if (byName !== null) return namedBy(all, byName)
    const read = new SCIMMY.Types.Filter(filter)
    // What is wrong with it shows when it is asked of something.
    if (all.length === 0) read.match([{}])
    return read.match([...all])
  } catch (error) {
    throw error instanceof SCIMMY.Types.Error ? error : badFilter()
  }
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g
/** The library takes a comparison with nothing for one that everything fits. */
const LACKS_VALUE = /\s(?:eq|ne|co|sw|ew|gt|ge|lt|le)\s*(?:$|[)\]]|\s(?:and|or)\s)/i

const badFilter = () => new SCIMMY.Types.Error(400, 'invalidFilter', BAD_FILTER)

const BAD_FILTER =
  'The filter is not understood. Write an attribute, an operator and a value, such as userName eq "ana@example.com".'

const namedBy = (all: readonly Record<string, unknown>[], byName: RegExpExecArray) => {
  const key = byName[1]?.toLowerCase() === 'username' ? 'userName' : 'displayName'
  const wanted = (JSON.parse(`"${byName[2]}"`) as string).toLowerCase()
  return all.filter((one) => String(one[key] ?? '').toLowerCase() === wanted)
}
