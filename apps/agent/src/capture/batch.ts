import { INGEST_LIMITS, type RegisterMachineRequest } from '@teamlore/shared'
import type {
  DeltaEdit,
  DeltaMessage,
  SessionDelta,
  SessionHeader,
} from '@teamlore/sources/delta/session-delta'

/** A piece of one session that fits one request, together with other pieces. */
export type Part = {
  delta: SessionDelta
  messages: readonly DeltaMessage[]
  edits: readonly DeltaEdit[]
  /** True for the piece that completes the session. */
  isLast: boolean
}

/** Aimed at, to keep both sides' memory and the time to an answer small; the limits themselves are far higher. */
const TARGET_CHARS = 2 * 1024 * 1024
const TARGET_MESSAGES = 500
const MAX_EDITS = 2_000

/** Cuts what is new of a session into pieces, messages in their order, each edit after the message that made it. */
export const partsOf = (delta: SessionDelta): Part[] => {
  const editsByMessage = groupEdits(delta.edits)
  const sent = new Set(delta.messages.map(({ key }) => key))
  // Edits whose message is known already, such as one whose call was sent before its result was there.
  const loose = delta.edits.filter(({ messageKey }) => !sent.has(messageKey))
  const parts: Part[] = []
  let current = emptyPart()
  const close = (): void => {
    parts.push({ delta, messages: current.messages, edits: current.edits, isLast: false })
    current = emptyPart()
  }
  const put = (messages: readonly DeltaMessage[], edits: readonly DeltaEdit[]): void => {
    const chars = charsOf(messages) + charsOf(edits)
    const isFull =
      current.chars + chars > TARGET_CHARS ||
      current.messages.length + messages.length > TARGET_MESSAGES ||
      current.edits.length + edits.length > MAX_EDITS
    if (isFull && current.messages.length + current.edits.length > 0) close()
    current.messages.push(...messages)
    current.edits.push(...edits)
    current.chars += chars
  }
  for (const message of delta.messages) put([message], editsByMessage.get(message.key) ?? [])
  for (const edit of loose) put([], [edit])
  close()
  return parts.map((part, index) => ({ ...part, isLast: index === parts.length - 1 }))
}

const emptyPart = () => ({ messages: [] as DeltaMessage[], edits: [] as DeltaEdit[], chars: 0 })

const groupEdits = (edits: readonly DeltaEdit[]): Map<string, DeltaEdit[]> => {
  const groups = new Map<string, DeltaEdit[]>()
  for (const edit of edits) {
    const group = groups.get(edit.messageKey)
    if (group) group.push(edit)
    else groups.set(edit.messageKey, [edit])
  }
  return groups
}

const charsOf = (pieces: readonly { json: string }[]): number =>
  pieces.reduce((sum, { json }) => sum + json.length, 0)

/** Room for what a session says about itself, in characters. */
const HEADER_CHARS = 8_192

const sizeOf = ({ messages, edits }: Part): number =>
  HEADER_CHARS + charsOf(messages) + charsOf(edits)

/** Whether one more piece still fits a request. */
export const fitsInto = (batch: readonly Part[], part: Part): boolean => {
  const all = [...batch, part]
  return (
    all.length <= INGEST_LIMITS.maxSessions &&
    all.reduce((sum, { messages }) => sum + messages.length, 0) <= TARGET_MESSAGES &&
    all.reduce((sum, one) => sum + sizeOf(one), 0) <= TARGET_CHARS
  )
}

/** The request body. Messages and edits are JSON already and only put in their places. */
export const bodyOf = (machine: RegisterMachineRequest, batch: readonly Part[]): string => {
  const sessions = batch.map(({ delta, messages, edits }) =>
    sessionJson(delta.header, messages, edits),
  )
  return `{"machine":${JSON.stringify(machine)},"sessions":[${sessions.join(',')}]}`
}

export const sessionJson = (
  header: SessionHeader,
  messages: readonly DeltaMessage[],
  edits: readonly DeltaEdit[],
): string => {
  const list = (pieces: readonly { json: string }[]) => pieces.map(({ json }) => json).join(',')
  const open = JSON.stringify(header).slice(0, -1)
  return `${open},"messages":[${list(messages)}],"edits":[${list(edits)}]}`
}
