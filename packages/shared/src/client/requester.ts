import { z } from 'zod'
import { errorEnvelopeSchema } from '../errors.ts'
import { ApiError } from './api-error.ts'

export type FetchLike = (input: string, init: RequestInit) => Promise<Response>

export type ClientOptions = {
  /** Where the server is, e.g. `https://lore.example.com`; empty for the page's own origin. */
  baseUrl: string
  /** API key; without it the browser's cookie speaks for the caller. */
  key?: string | undefined
  /** For tests, and for servers that forward a visitor's cookie. */
  fetch?: FetchLike | undefined
  /** How long one request may take before it counts as failed. Default 30 s. */
  timeoutMs?: number | undefined
}

export type CallOptions = { signal?: AbortSignal | undefined; timeoutMs?: number | undefined }

export type QueryValues = Record<string, string | number | boolean | null | undefined>

type RequestDescription<S extends z.ZodType> = CallOptions & {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: QueryValues | undefined
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is: bytes somebody already made. */
  body?: { bytes: Uint8Array; headers: Record<string, string> } | undefined
  /** What the answer must look like; `nothing` when its body does not matter. */
  answer: S
}

/** For requests whose answer says enough by arriving. */
export const nothing = z.void()

export type Requester = <S extends z.ZodType>(
  request: RequestDescription<S>,
) => Promise<z.output<S>>

/** Makes the one function through which every request of the client goes. */
export const createRequester = (options: ClientOptions): Requester => {
  const base = options.baseUrl.replace(/\/+$/, '')
  const send = options.fetch ?? ((input: string, init: RequestInit) => fetch(input, init))
  return async (request) => {
    const response = await reach(base, () => {
      const url = base + request.path + queryString(request.query)
      return send(url, requestInit(request, options))
    })
    if (isRedirect(response)) throw redirected(base, response)
    const text = await reach(base, () => response.text())
    if (!response.ok) throw errorOf(response, text)
    return parseAnswer(request.answer, response, text)
  }
}

const requestInit = (
  request: RequestDescription<z.ZodType>,
  options: ClientOptions,
): RequestInit => {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? options.timeoutMs ?? 30_000)
  const headers = {
    accept: 'application/json',
    ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
    ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...request.body?.headers,
  }
  const body =
    request.body?.bytes ?? (request.json === undefined ? null : JSON.stringify(request.json))
  return {
    method: request.method ?? 'GET',
    headers,
    // Typed arrays are bodies everywhere; only the declarations of the two platforms disagree.
    body: body as string | null,
    credentials: 'same-origin',
    // Followed, a request would leave its key behind on the way to another host, or lose its body.
    redirect: 'manual',
    signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
  }
}

const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)

/** The request did no harm and may be sent again: as with a server that cannot be reached. */
const redirected = (base: string, { headers }: Response): ApiError => {
  const target = headers.get('location') ?? ''
  const elsewhere = URL.canParse(target) ? new URL(target).origin : 'another page'
  return new ApiError({
    status: 0,
    code: 'network.redirected',
    message: `${base || 'The server'} answers by sending on to ${elsewhere}. Use the address it is really at.`,
  })
}

/** What a query says: what is undefined or empty is not in it. */
export const givenIn = (query: QueryValues): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, value] as const],
    ),
  )

export const queryString = (query: QueryValues = {}): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(givenIn(query))) params.append(name, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** Turns the failures `fetch` throws into sentences. */
const reach = async <T>(base: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw networkError(base === '' ? 'the server' : base, error)
  }
}

const networkError = (server: string, error: unknown): ApiError => {
  const name = error instanceof Error ? error.name : ''
  const fields = { status: 0, cause: error }
  if (name === 'AbortError')
    return new ApiError({
      ...fields,
      code: 'client.aborted',
      message: 'The request was cancelled.',
    })
  if (name === 'TimeoutError')
    return new ApiError({
      ...fields,
      code: 'network.timeout',
      message: `No answer came from ${server} in time. Check that it is running and not overloaded, then try again.`,
    })
  const reason = reasonOf(error)
  return new ApiError({
    ...fields,
    code: 'network.unreachable',
    message: `Cannot reach ${server}${reason}. Check the address, that the server is running, and your network.`,
  })
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was cut',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by nobody known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by nobody known here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers there speaks no HTTPS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what answers there speaks no HTTPS',
  HPE_INVALID_CONSTANT: 'what answers there speaks no HTTP',
  ERR_INVALID_URL: 'that is not a valid address',
}

const reasonOf = (error: unknown): string => {
  const codes: unknown[] = []
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; depth++) {
    codes.push((at as { code?: unknown }).code)
    if (at instanceof AggregateError) codes.push((at.errors[0] as { code?: unknown })?.code)
    at = at.cause
  }
  const known = codes.find((code): code is string => typeof code === 'string' && code in REASONS)
  return known === undefined ? '' : ` (${REASONS[known]})`
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const parseAnswer = <S extends z.ZodType>(
  answer: S,
  response: Response,
  text: string,
): z.output<S> => {
  const parsed = answer.safeParse(answer instanceof z.ZodVoid ? undefined : parseJson(text))
  if (parsed.success) return parsed.data
  throw new ApiError({
    status: response.status,
    code: 'client.unexpected_answer',
    message:
      'The server answered something this version does not understand. Check that the address is a Teamlore server, and that both sides are up to date.',
    cause: parsed.error,
  })
}

const errorOf = (response: Response, text: string): ApiError => {
  const retryAfterMs = retryAfter(response.headers.get('retry-after'))
  const envelope = errorEnvelopeSchema.safeParse(parseJson(text))
  if (envelope.success) {
    const { code, message, details } = envelope.data.error
    return new ApiError({ status: response.status, code, message, details, retryAfterMs })
  }
  return new ApiError({
    status: response.status,
    code: `http.status_${response.status}`,
    message: `The server answered with status ${response.status} and no explanation. Check that the address is a Teamlore server.`,
    retryAfterMs,
  })
}

/** Seconds or an HTTP date, as milliseconds from now. */
const retryAfter = (header: string | null): number | undefined => {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
