import { ApiError } from '@teamlore/shared'
import { DAMAGED_BATCH, type Refusal } from '../spool/batch-file.ts'
import type { Batch } from '../spool/batch-folder.ts'
import type { Spool } from '../spool/spool.ts'
import { maySoonPass, type RetryPolicy, sendWithRetries } from '../wire/retry-policy.ts'
import { packBody, unpackJson } from '../wire/wire.ts'
import type { Payload, PayloadClient } from './payload.ts'
import { type Answers, PAYLOADS, type PlainKind } from './payloads.ts'

/** What whoever put a batch into the spool learns of it. */
export type Ledger<Answer> = {
  delivered?: (batch: Batch, answer: Answer) => Promise<void> | void
  /** It waits on, or, where `isRefused`, lies in quarantine. */
  failed?: (
    batch: Batch,
    why: { code: string; message: string; isRefused: boolean },
  ) => Promise<void> | void
}
export type Ledgers = { [K in PlainKind]?: Ledger<Answers[K]> }

export type DeliveryDeps = {
  client: PayloadClient
  spool: Spool
  retryPolicy: RetryPolicy
  signal?: AbortSignal | undefined
  ledgers?: Ledgers | undefined
}

export const isPlain = (batch: Batch): batch is Batch & { header: { kind: PlainKind } } =>
  batch.header.kind !== 'sessions'

/**
 * Sends one batch as it lies. It leaves the spool when the server has acknowledged it, and goes to quarantine when the server
 * will not have it; then others of its kind are not held up.
 *
 * @returns why it has to wait; undefined when it need not.
 */
export const deliverPayload = <K extends PlainKind>(
  kind: K,
  batch: Batch,
  deps: DeliveryDeps,
): Promise<ApiError | undefined> => {
  // The compiler has to know that table and ledgers go by the same key.
  const payload: Payload<Answers[K]> = PAYLOADS[kind]
  const ledger = deps.ledgers?.[kind] as Ledger<Answers[K]> | undefined
  return deliver(batch, { ...deps, payload, ledger: ledger ?? {} })
}

type Delivery<Answer> = DeliveryDeps & { payload: Payload<Answer>; ledger: Ledger<Answer> }

/** The same of a kind that need not be in the table. */
export const deliver = async <Answer>(
  batch: Batch,
  delivery: Delivery<Answer>,
): Promise<ApiError | undefined> => {
  const { spool, ledger } = delivery
  const bytes = await spool.read(batch.id)
  if (bytes === undefined) return undefined
  const value = await unpackJson(bytes).catch(() => undefined)
  if (value === undefined) {
    await spool.discard(batch.id)
    const message = 'What waited could not be read any more and was put away; it is read again.'
    await ledger.failed?.(batch, { code: DAMAGED_BATCH, message, isRefused: false })
    return undefined
  }
  const refused: Refused[] = []
  const trouble = await sendPiece({ bytes, value }, batch, { ...delivery, refused })
  if (trouble !== undefined) {
    const { code, message } = trouble
    await ledger.failed?.(batch, { code, message, isRefused: false })
    return trouble
  }
  await settle(batch, refused, { bytes, delivery })
  return undefined
}

type Piece = { bytes: Uint8Array; value: unknown }
type Refused = Piece & { error: ApiError }

const sendPiece = async <Answer>(
  piece: Piece,
  batch: Batch,
  delivery: Delivery<Answer> & { refused: Refused[] },
): Promise<ApiError | undefined> => {
  const { client, payload, ledger, signal, retryPolicy, refused } = delivery
  try {
    const send = () => payload.send({ ...piece, client, signal })
    const answer = await sendWithRetries(send, { retryPolicy, signal })
    await ledger.delivered?.(batch, answer)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const halves = isOfSize(error) ? payload.halve?.(piece.value) : undefined
    if (halves === undefined) {
      if (!isRefusal(error, retryPolicy)) return error
      refused.push({ ...piece, error })
      return undefined
    }
    for (const value of halves) {
      const bytes = await packBody(JSON.stringify(value))
      const trouble = await sendPiece({ bytes, value }, batch, delivery)
      if (trouble !== undefined) return trouble
    }
    return undefined
  }
}

/** Takes the batch out of the spool, and puts away what of it was refused. */
const settle = async <Answer>(
  batch: Batch,
  refused: readonly Refused[],
  { bytes, delivery: { spool, ledger } }: { bytes: Uint8Array; delivery: Delivery<Answer> },
): Promise<void> => {
  const { kind, subject, tools } = batch.header
  for (const piece of refused) {
    const { code, message } = piece.error
    const refusal = refusalOf(batch, piece.error)
    // A newer word on the same subject may have taken its place meanwhile.
    if (!spool.has(batch.id)) continue
    if (piece.bytes === bytes)
      await spool.quarantine(batch.id, bytes, { tools, refusals: [refusal] })
    else await spool.quarantinePart(piece.bytes, { kind, ...(subject ? { subject } : {}) }, refusal)
    await ledger.failed?.(batch, { code, message, isRefused: true })
  }
  if (!spool.isQuarantined(batch.id)) await spool.remove(batch.id)
}

const refusalOf = ({ header }: Batch, { status, code, message }: ApiError): Refusal => ({
  native_id: header.subject || labelOf(header.kind),
  status,
  code,
  message: message.slice(0, 500),
})

const labelOf = (kind: Batch['header']['kind']): string =>
  kind === 'sessions' ? kind : PAYLOADS[kind].label

const isOfSize = ({ status, code }: ApiError): boolean =>
  status === 413 || code === 'network.timeout'

/** Asking again would be answered the same, until one of the two sides is another version. */
const REFUSED = new Set([400, 403, 404, 405, 409, 413, 415, 422])

const isRefusal = (error: ApiError, { mayIsolate }: RetryPolicy): boolean => {
  if (error.code === 'client.unexpected_answer') return false
  if (REFUSED.has(error.status)) return true
  return error.status >= 500 && !maySoonPass(error) && mayIsolate(error)
}
