import { EmbedderError } from '../embedder-error.ts'
import { fieldOf } from './protocols/protocol.ts'
import { retryAfterMs } from './retry-after.ts'

/** A failed request, and what may be done about it. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly reason: EmbedderError
  readonly remedy: Remedy

  constructor(reason: EmbedderError, remedy: Remedy) {
    super(reason.message, { cause: reason })
    this.reason = reason
    this.remedy = remedy
  }
}

type Remedy = {
  /** Another try may go better, */
  again?: boolean
  /** but not before this time. */
  afterMs?: number | undefined
  /** The provider works and does not want these texts, or not so long. */
  refused?: 'texts' | 'length'
}

type Post = {
  /** For sentences. */
  title: string
  url: URL
  apiKey: string | undefined
  body: Record<string, unknown>
  timeoutMs: number
  signal: AbortSignal
  now: () => number
}

/** Far above the vectors of the largest request; a server that sends more is not an embedding provider. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** One request and its parsed answer. Throws `RequestFailure`, or the signal's reason. */
export const postRequest = async (post: Post): Promise<unknown> => {
  const limit = AbortSignal.timeout(post.timeoutMs)
  try {
    const response = await fetch(post.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(post.apiKey === undefined ? {} : { authorization: `Bearer ${post.apiKey}` }),
      },
      body: JSON.stringify(post.body),
      // A key must not follow to where it was not meant to go.
      redirect: 'error',
      signal: AbortSignal.any([post.signal, limit]),
    })
    const text = await readBounded(response)
    if (!response.ok) throw failureOf(post, response, text)
    return parse(post, text)
  } catch (error) {
    post.signal.throwIfAborted()
    if (error instanceof RequestFailure) throw error
    throw limit.aborted ? tooSlow(post) : notReached(post, error)
  }
}

const readBounded = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  const reader = response.body?.getReader()
  let size = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too large')
    parts.push(part.value)
  }
  return Buffer.concat(parts).toString('utf8')
}

const parse = ({ title }: Post, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new RequestFailure(
      new EmbedderError(
        'embedder.bad_answer',
        `${title} answered something that is not JSON. Check EMBEDDING_URL.`,
      ),
      { again: true },
    )
  }
}

const TOO_LONG =
  /context|too (long|large|many tokens)|maximum.{0,40}(token|length)|token.{0,20}limit/i

const failureOf = (post: Post, { status, headers }: Response, text: string): RequestFailure => {
  const { title, url } = post
  const fail = (code: EmbedderError['code'], message: string, remedy: RequestFailure['remedy']) =>
    new RequestFailure(new EmbedderError(code, message), remedy)
  const code = safeCode(text, post.apiKey)
  if (status === 401 || status === 403)
    return fail(
      'embedder.unauthorised',
      `${title} refuses the key (${status}). Check EMBEDDING_API_KEY.`,
      {},
    )
  if (status === 404)
    return fail(
      'embedder.not_found',
      `${title} knows no such address or model at ${url.origin} (404${code}). Check EMBEDDING_URL and EMBEDDING_MODEL.`,
      {},
    )
  if (status === 429)
    return fail(
      'embedder.rate_limited',
      `${title} takes no more requests for now (429${code}). Raise the limit of the account, or wait.`,
      { again: true, afterMs: retryAfterMs(headers, post.now) },
    )
  if (status >= 500 || status === 408)
    return fail('embedder.unreachable', `${title} fails for now (${status}${code}).`, {
      again: true,
      afterMs: retryAfterMs(headers, post.now),
    })
  return fail(
    'embedder.failed',
    `${title} refused the request (${status}${code}). Check EMBEDDING_MODEL and EMBEDDING_DIMENSIONS.`,
    { refused: status === 413 || TOO_LONG.test(text.slice(0, 2_000)) ? 'length' : 'texts' },
  )
}

/** Only a code is repeated of what the provider said: its sentences may quote the texts, or the key. */
const safeCode = (text: string, apiKey: string | undefined): string => {
  try {
    const error = fieldOf(JSON.parse(text), 'error')
    const code = fieldOf(error, 'code') ?? fieldOf(error, 'type')
    if (typeof code !== 'string' || !/^[a-z][a-z_.-]{1,50}$/.test(code)) return ''
    return apiKey !== undefined && code.includes(apiKey) ? '' : `, ${code}`
  } catch {
    return ''
  }
}

const tooSlow = ({ title, url, timeoutMs }: Post): RequestFailure =>
  new RequestFailure(
    new EmbedderError(
      'embedder.unreachable',
      `${title} at ${url.origin} gave no answer within ${timeoutMs / 1_000} s.`,
    ),
    { again: true },
  )

const notReached = ({ title, url }: Post, error: unknown): RequestFailure =>
  new RequestFailure(
    new EmbedderError(
      'embedder.unreachable',
      `${title} at ${url.origin} cannot be reached (${causeOf(error)}). Check EMBEDDING_URL and that the server runs.`,
    ),
    { again: true },
  )

/** `fetch failed` says nothing; its cause has a code such as ECONNREFUSED. */
const causeOf = (error: unknown): string => {
  const code = fieldOf(fieldOf(error, 'cause'), 'code')
  return typeof code === 'string' ? code : 'the connection broke'
}
