import {
  ApiError,
  INGEST_LIMITS,
  type IngestRequest,
  type IngestResponse,
  type IngestSession,
  type LoreClient,
} from '@teamlore/shared'
import type { Refusal } from '../spool/batch-file.ts'
import type { Batch } from '../spool/shelf.ts'
import type { Spool } from '../spool/spool.ts'
import { type Patience, sendPatiently } from './patience.ts'
import type { StateStore } from './state-store.ts'
import { halvesOf, packBody, toolsIn, unpackBody } from './wire.ts'

export type UploadDeps = {
  client: Pick<LoreClient, 'ingest'>
  spool: Spool
  store: Pick<StateStore, 'acknowledged' | 'arrived' | 'forget'>
  patience: Patience
  signal?: AbortSignal | undefined
  /** Asked after each batch: whether the rest is to be sent another time. */
  isWaitedFor?: (() => Promise<boolean>) | undefined
  onAcknowledged: (session: IngestSession, result: IngestResponse['sessions'][number]) => void
  /** The server will not have this piece, whatever happens to the others. */
  onRefused: (refusal: Refusal, tool: string) => void
  /** Counts what goes over the wire. */
  onSent: (bytes: number, batch: Batch) => void
}

/**
 * Sends what waits in the spool, oldest first, until nothing does or somebody else waits. A batch leaves it when the server has acknowledged all
 * of it. One that is refused does not hold up the others: it is halved until the culprit is alone, and that is set aside.
 *
 * @throws ApiError when there is no point in going on: no server, no access, or aborted. The batch stays where it is.
 */
export const drain = async (deps: UploadDeps): Promise<void> => {
  for (let next = deps.spool.first(); next !== undefined; next = deps.spool.first()) {
    if (deps.signal?.aborted) return
    await sendBatch(next, deps)
    if (await deps.isWaitedFor?.()) return
  }
}

const sendBatch = async (batch: Batch, deps: UploadDeps): Promise<void> => {
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
  } else
    await spool.setAside(batch.id, await packBody(JSON.stringify(refused.request)), refused.about)
}

class DamagedBatch extends Error {}

const damaged = ({ id }: Batch, { message }: DamagedBatch): Refusal => ({
  native_id: id,
  status: 0,
  code: 'spool.damaged',
  message: `cannot be read any more and was put away; what it held is read again from the files of the tools (${message.slice(0, 200)})`,
})

/** Sends one batch, whole or in pieces, and gathers what of it is refused. */
const createPieces = (batch: Batch, deps: UploadDeps) => {
  const refused: Refused[] = []
  let machine: IngestRequest['machine'] | undefined
  let hasAccepted = false

  const send = async (bytes: Uint8Array, unpack: () => Promise<IngestRequest>): Promise<void> => {
    try {
      if (bytes.length > INGEST_LIMITS.maxCompressedBytes) throw tooLarge()
      const response = await sendPatiently(() => {
        deps.onSent(bytes.length, batch)
        return deps.client.ingest(bytes, 'br', { signal: deps.signal })
      }, deps)
      const { sessions } = await unpack()
      await acknowledge(sessions, response)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const request = await unpack()
      if (isFinal(error) && !isWorthHalving(request.sessions, error)) throw error
      if (!deps.patience.mayIsolate(error)) throw error
      await sendHalves(request, error)
    }
  }

  const acknowledge = async (
    sessions: IngestSession[],
    response: IngestResponse,
  ): Promise<void> => {
    if (!isAnswerTo(sessions, response)) throw unlikeAnswer()
    hasAccepted = true
    for (const [index, session] of sessions.entries()) {
      await deps.store.acknowledged(batch.id, session)
      const result = response.sessions[index]
      if (result !== undefined) deps.onAcknowledged(session, result)
    }
  }

  const sendHalves = async (request: IngestRequest, error: ApiError): Promise<void> => {
    const pieces = piecesOf(request.sessions, error)
    const [only] = request.sessions
    if (pieces === undefined && only !== undefined) return refuse(only, error)
    for (const sessions of pieces ?? []) {
      const piece = { machine: request.machine, sessions }
      await send(await packBody(JSON.stringify(piece)), async () => piece)
    }
  }

  const refuse = (session: IngestSession, error: ApiError): void => {
    const { status, code, message } = error
    const refusal = { native_id: session.native_id, status, code, message: message.slice(0, 500) }
    refused.push({ session, refusal })
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
      if (inTrouble && !hasAccepted && refused.length > 1) throw serverError(inTrouble.refusal)
      for (const { session, refusal } of refused) deps.onRefused(refusal, session.tool)
    },
    refused: () => (machine === undefined ? undefined : asBatch(machine, refused)),
  }
}

type Refused = { session: IngestSession; refusal: Refusal }

/** What was refused, as a batch of its own; undefined when nothing was. */
const asBatch = (machine: IngestRequest['machine'], refused: readonly Refused[]) => {
  if (refused.length === 0) return undefined
  const sessions = refused.map(({ session }) => session)
  const tools = toolsIn(sessions.map(({ tool, messages }) => ({ tool, messages: messages.length })))
  return {
    request: { machine, sessions },
    about: { tools, refusals: refused.map(({ refusal }) => refusal) },
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
const isWorthHalving = (
  [session, ...others]: readonly IngestSession[],
  { code }: ApiError,
): boolean =>
  code === 'network.timeout' &&
  (others.length > 0 || (session !== undefined && halvesOf(session) !== undefined))

/** Failures that would meet the next request too. */
const isFinal = ({ status, code }: ApiError): boolean =>
  status === 0 || code === 'client.unexpected_answer' || FINAL_STATUS.has(status)

const FINAL_STATUS = new Set([401, 403, 404, 405, 415, 429, 502, 503, 504])

const isAnswerTo = (sessions: readonly IngestSession[], response: IngestResponse): boolean =>
  response.sessions.length === sessions.length &&
  sessions.every(({ native_id }, index) => response.sessions[index]?.native_id === native_id)

const unlikeAnswer = (): ApiError =>
  new ApiError({
    status: 200,
    code: 'client.unexpected_answer',
    message:
      'The server answered for other sessions than it was sent. Check that `lore` and the server have the same version.',
  })

/** Size can be helped by smaller pieces of the same session, anything else cannot. Undefined when nothing is smaller. */
const piecesOf = (sessions: IngestSession[], error: ApiError): IngestSession[][] | undefined => {
  const [only] = sessions
  if (sessions.length > 1) {
    const middle = sessions.length >> 1
    return [sessions.slice(0, middle), sessions.slice(middle)]
  }
  const isSize = error.status === 413 || error.code === 'network.timeout'
  const halves = isSize && only !== undefined ? halvesOf(only) : undefined
  return halves?.map((half) => [half])
}
