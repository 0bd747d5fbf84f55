import { redactId } from '@teamlore/redaction'
import {
  ApiError,
  INGEST_LIMITS,
  type IngestRequest,
  type IngestResponse,
  type IngestSession,
  type LoreClient,
} from '@teamlore/shared'
import { DAMAGED_BATCH, type Refusal } from '../spool/batch-file.ts'
import type { Batch } from '../spool/batch-folder.ts'
import type { Spool } from '../spool/spool.ts'
import { type RetryPolicy, sendWithRetries } from '../wire/retry-policy.ts'
import { headerOnly, packBody, piecesOf, unpackBody } from '../wire/wire.ts'
import type { HoldBack } from './hold-back.ts'
import { asBatch, nameOf, type Refused } from './refused.ts'
import type { StateStore } from './state-store.ts'

export type UploadDeps = {
  client: Pick<LoreClient, 'ingest'>
  spool: Spool
  store: Pick<StateStore, 'acknowledged' | 'arrived' | 'forget'>
  /** Keeps what the server had forgotten for an undo. */
  holdBack: HoldBack
  retryPolicy: RetryPolicy
  signal?: AbortSignal | undefined
  onAcknowledged: (session: IngestSession, result: IngestResponse['sessions'][number]) => void
  /** The server will not have this piece, whatever happens to the others. */
  onRefused: (refusal: Refusal, tool: string) => void
  /** Counts what goes over the wire. */
  onSent: (bytes: number, batch: Batch) => void
}

/**
 * Sends one batch of sessions. It leaves the spool when the server has acknowledged all of it. One that is refused does not
 * hold up the others: it is halved until the culprit is alone, and that is quarantined.
 *
 * @throws ApiError when there is no point in going on: no server, no access, or aborted. The batch stays where it is.
 */
export const sendSessions = async (batch: Batch, deps: UploadDeps): Promise<void> => {
  const { spool, store } = deps
  const bytes = await spool.read(batch.id)
  // What waited in it counts as never captured now.
  if (bytes === undefined) return store.forget()
  const pieces = createPieces(batch, deps)
  try {
    await pieces.sendWhole(bytes)
  } catch (error) {
    if (!(error instanceof DamagedBatch)) throw error
    await spool.discard(batch.id)
    await store.forget()
    return deps.onRefused(damaged(batch, error), Object.keys(batch.header.tools)[0] ?? '')
  }
  const refused = pieces.refused()
  if (refused === undefined) {
    await spool.remove(batch.id)
    store.arrived(batch.id)
  } else await deps.holdBack.quarantine(batch, refused, spool)
}

class DamagedBatch extends Error {}

const damaged = ({ id }: Batch, { message }: DamagedBatch): Refusal => ({
  native_id: id,
  status: 0,
  code: DAMAGED_BATCH,
  message: `cannot be read any more and was put away; what it held is read again from the files of the tools (${message.slice(0, 200)})`,
})

/** Sends contents of one batch, and notes what of them the server took. */
const createAttempts = (batch: Batch, deps: UploadDeps) => {
  const accepted = new Set<string>()

  const acknowledge = async (
    sessions: IngestSession[],
    response: IngestResponse,
  ): Promise<void> => {
    if (!isAnswerTo(sessions, response)) throw unlikeAnswer()
    for (const [index, session] of sessions.entries()) {
      accepted.add(nameOf(session))
      const result = response.sessions[index]
      if (result?.forgotten === true) await deps.holdBack.session(session, batch.id)
      await deps.store.acknowledged(batch.id, session)
      if (result !== undefined) deps.onAcknowledged(session, result)
    }
  }

  /** What the server has against these contents; undefined when it took them. */
  const objectionTo = async (
    bytes: Uint8Array,
    unpack: () => Promise<IngestRequest>,
  ): Promise<ApiError | undefined> => {
    try {
      if (bytes.length > INGEST_LIMITS.maxCompressedBytes) throw tooLarge()
      const response = await sendWithRetries(() => {
        deps.onSent(bytes.length, batch)
        return deps.client.ingest(bytes, 'br', { signal: deps.signal })
      }, deps)
      const { sessions } = await unpack()
      await acknowledge(sessions, response)
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const request = await unpack()
      if (isFinal(error) && !isWorthHalving(request.sessions, error)) throw error
      if (!deps.retryPolicy.mayIsolate(error)) throw error
      return error
    }
  }
  return { objectionTo, accepted }
}

/** How often a batch is halved at most because of what stands in it: enough to find some ten culprits in a full one. */
const MOST_HALVINGS = 64

/** Sends one batch, whole or in pieces, and gathers what of it is refused. */
const createPieces = (batch: Batch, deps: UploadDeps) => {
  const { objectionTo, accepted } = createAttempts(batch, deps)
  const refused: Refused[] = []
  let machine: IngestRequest['machine'] | undefined
  let halvings = MOST_HALVINGS

  const send = async (bytes: Uint8Array, unpack: () => Promise<IngestRequest>): Promise<void> => {
    const objection = await objectionTo(bytes, unpack)
    if (objection !== undefined) await sendHalves(await unpack(), objection)
  }

  const sendHalves = async (request: IngestRequest, error: ApiError): Promise<void> => {
    const { sessions } = request
    const pieces = (await mayHalve(request, error)) ? piecesOf(sessions) : undefined
    if (pieces === undefined) return refuse(sessions, error)
    for (const piece of pieces) {
      const smaller = { ...request, sessions: piece }
      await send(await packBody(JSON.stringify(smaller)), async () => smaller)
    }
  }

  /** What is too large fits in the end. Any other objection may be to everything, and is not to cost a request for each message. */
  const mayHalve = async (request: IngestRequest, error: ApiError): Promise<boolean> => {
    if (piecesOf(request.sessions) === undefined) return false
    if (isOfSize(error)) return true
    return halvings-- > 0 && (await mayBeOfOne(request))
  }

  /** What is wrong with a session itself, its title for instance, is wrong with each piece of it. */
  const mayBeOfOne = async (request: IngestRequest): Promise<boolean> => {
    const [session, ...others] = request.sessions
    if (session === undefined || others.length > 0 || accepted.has(nameOf(session))) return true
    const bare = { ...request, sessions: [headerOnly(session)] }
    return (await objectionTo(await packBody(JSON.stringify(bare)), async () => bare)) === undefined
  }

  const refuse = (sessions: readonly IngestSession[], error: ApiError): void => {
    const { status, code, message } = error
    for (const session of sessions) {
      const refusal = { native_id: session.native_id, status, code, message: message.slice(0, 500) }
      refused.push({ session, refusal })
    }
  }

  return {
    sendWhole: async (bytes: Uint8Array): Promise<void> => {
      let request: IngestRequest | undefined
      const unpack = async () => {
        request ??= await unpackBody(bytes).catch((error: unknown) => {
          throw new DamagedBatch(error instanceof Error ? error.message : String(error))
        })
        machine = request.machine
        return request
      }
      await send(bytes, unpack)
      // A server in trouble refuses everything. What is wrong with one piece shows only beside others it takes.
      const inTrouble = refused.find(({ refusal }) => refusal.status >= 500)
      if (inTrouble && accepted.size === 0 && refused.length > 1)
        throw serverError(inTrouble.refusal)
      for (const { session, refusal } of refused) deps.onRefused(refusal, session.tool)
    },
    refused: () => (machine === undefined ? undefined : asBatch(machine, refused)),
  }
}

const serverError = ({ status, code, message }: Refusal): ApiError =>
  new ApiError({ status, code, message })

const tooLarge = (): ApiError =>
  new ApiError({
    status: 413,
    code: 'client.too_large',
    message: 'A single message of it is larger than the server takes.',
  })

/** A server that does not finish in time may finish with less to do. */
const isWorthHalving = (sessions: IngestSession[], { code }: ApiError): boolean =>
  code === 'network.timeout' && piecesOf(sessions) !== undefined

const isOfSize = ({ status, code }: ApiError): boolean =>
  status === 413 || code === 'network.timeout'

/** Failures that would meet the next request too. */
const isFinal = ({ status, code }: ApiError): boolean =>
  status === 0 || code === 'client.unexpected_answer' || FINAL_STATUS.has(status)

const FINAL_STATUS = new Set([401, 403, 404, 405, 415, 429, 502, 503, 504, 507])

/** A batch of an older version may have a key in an id, which the server takes out. */
const isAnswerTo = (sessions: readonly IngestSession[], response: IngestResponse): boolean =>
  response.sessions.length === sessions.length &&
  sessions.every(({ native_id }, index) =>
    [native_id, redactId(native_id)].includes(response.sessions[index]?.native_id ?? ''),
  )

const unlikeAnswer = (): ApiError =>
  new ApiError({
    status: 200,
    code: 'client.unexpected_answer',
    message:
      'The server answered for other sessions than it was sent. Check that `lore` and the server have the same version.',
  })
