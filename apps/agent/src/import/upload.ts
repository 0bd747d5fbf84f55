import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import {
  ApiError,
  INGEST_LIMITS,
  type IngestResponse,
  type LoreClient,
  type RegisterMachineRequest,
} from '@teamlore/shared'
import { bodyOf, halves, type Part } from './batch.ts'

export type UploadDeps = {
  client: Pick<LoreClient, 'ingest'>
  machine: RegisterMachineRequest
  signal?: AbortSignal | undefined
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Between 0 and 1, for the jitter. */
  random: () => number
  onAcknowledged: (part: Part, result: IngestResponse['sessions'][number]) => Promise<void>
  /** The server will not have this piece, whatever happens to the others. */
  onRefused: (part: Part, error: ApiError) => void
  /** Counts what went over the wire. */
  onSent: (bytes: number) => void
}

const compress = promisify(brotliCompress)

/**
 * Sends pieces of sessions and sees to it that one that is refused does not hold up the others: a request that is too
 * large is halved, and so is one that is refused, until the culprit is alone. What may pass by itself is tried again.
 *
 * @throws ApiError when there is no point in going on: no server, no access, or aborted.
 */
export const upload = async (parts: readonly Part[], deps: UploadDeps): Promise<void> => {
  if (parts.length === 0) return
  const { bytes, bytesUnpacked } = await packRequest(deps.machine, parts)
  const isTooLarge =
    bytes.length > INGEST_LIMITS.maxCompressedBytes || bytesUnpacked > INGEST_LIMITS.maxBytes
  if (isTooLarge) return uploadHalves(parts, deps, tooLarge())
  try {
    const response = await sendPatiently(bytes, deps)
    await acknowledge(parts, response, deps)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isFinal(error) && !isWorthHalving(parts, error)) throw error
    await uploadHalves(parts, deps, error)
  }
}

/** The request as it goes over the wire. */
export const packRequest = async (
  machine: RegisterMachineRequest,
  parts: readonly Part[],
): Promise<{ bytes: Uint8Array; bytesUnpacked: number }> => {
  const body = Buffer.from(bodyOf(machine, parts))
  const bytes = await compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  return { bytes, bytesUnpacked: body.length }
}

const tooLarge = (): ApiError =>
  new ApiError({
    status: 413,
    code: 'client.too_large',
    message: 'A single message of it is larger than the server takes.',
  })

/** A server that does not finish in time may finish with less to do. */
const isWorthHalving = ([part, ...others]: readonly Part[], { code }: ApiError): boolean =>
  code === 'network.timeout' && (others.length > 0 || (part !== undefined && !!halves(part)))

/** Failures that would meet the next request too. */
const isFinal = ({ status, code }: ApiError): boolean =>
  status === 0 || code === 'client.unexpected_answer' || FINAL_STATUS.has(status)

const FINAL_STATUS = new Set([401, 403, 404, 405, 415, 429, 502, 503, 504])

const acknowledge = async (
  parts: readonly Part[],
  response: IngestResponse,
  deps: UploadDeps,
): Promise<void> => {
  if (response.sessions.length !== parts.length) throw unlikeAnswer()
  for (const [index, part] of parts.entries()) {
    const result = response.sessions[index]
    if (result?.native_id !== part.delta.header.native_id) throw unlikeAnswer()
    await deps.onAcknowledged(part, result)
  }
}

const unlikeAnswer = (): ApiError =>
  new ApiError({
    status: 200,
    code: 'client.unexpected_answer',
    message:
      'The server answered for other sessions than it was sent. Check that `lore` and the server have the same version.',
  })

const uploadHalves = async (
  parts: readonly Part[],
  deps: UploadDeps,
  error: ApiError,
): Promise<void> => {
  const [only] = parts
  if (only === undefined) return
  if (parts.length > 1) {
    const middle = parts.length >> 1
    await upload(parts.slice(0, middle), deps)
    return upload(parts.slice(middle), deps)
  }
  // Size can be helped by smaller pieces of the same session, anything else cannot.
  const isSize = error.status === 413 || error.code === 'network.timeout'
  const pieces = isSize ? halves(only) : undefined
  if (pieces === undefined) return deps.onRefused(only, error)
  await upload([pieces[0]], deps)
  await upload([pieces[1]], deps)
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
const LONGEST_ASKED_MS = 120_000

/** How often a request is tried, by what came back; once for anything not named here. */
const attemptsFor = ({ status, code }: ApiError): number => {
  if (code === 'network.timeout') return 1
  if (status === 0 || status === 429 || (status >= 502 && status <= 504)) return 6
  return status >= 500 ? 3 : 1
}

const sendPatiently = async (bytes: Uint8Array, deps: UploadDeps): Promise<IngestResponse> => {
  for (let attempt = 1; ; attempt++) {
    try {
      deps.onSent(bytes.length)
      return await deps.client.ingest(bytes, 'br', { signal: deps.signal })
    } catch (error) {
      const mayPass = error instanceof ApiError && error.code !== 'client.aborted'
      if (!mayPass || attempt >= attemptsFor(error)) throw error
      await deps.sleep(waitBefore(attempt, error, deps.random), deps.signal)
    }
  }
}

/** What the server asks for, else twice as long each time; somewhat more or less, so that machines do not come in step. */
const waitBefore = (attempt: number, error: ApiError, random: () => number): number => {
  const asked = error.retryAfterMs
  if (asked !== undefined) return Math.min(asked, LONGEST_ASKED_MS) + random() * FIRST_WAIT_MS
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS) * (0.5 + random() / 2)
}
