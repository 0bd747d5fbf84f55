import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'

/** A session as it is stored, whichever way: the objects are the same in files, in the database and in an export. */
export type StoredSession = {
  id: string
  info: RawInfo
  /** In order. */
  messages: readonly StoredMessage[]
  /** Rows or files that are no readable object. */
  badRecords: { count: number; first: number }
  records: number
}

export type StoredMessage = {
  id: string
  data: RawMessage
  /** In order. */
  parts: readonly RawPart[]
}

export type RawInfo = {
  id?: unknown
  parentID?: unknown
  /** The session this one began as a copy of. */
  forkedFrom?: unknown
  directory?: unknown
  title?: unknown
  version?: unknown
  time?: unknown
  revert?: unknown
  permission?: unknown
}

export type RawMessage = {
  id?: unknown
  sessionID?: unknown
  role?: unknown
  modelID?: unknown
  agent?: unknown
  mode?: unknown
  path?: unknown
  tokens?: unknown
  time?: unknown
  summary?: unknown
  error?: unknown
}

export type RawPart = {
  id?: unknown
  messageID?: unknown
  type?: unknown
  text?: unknown
  synthetic?: unknown
  ignored?: unknown
  tool?: unknown
  callID?: unknown
  state?: unknown
  mime?: unknown
  filename?: unknown
  url?: unknown
  source?: unknown
  time?: unknown
}

type RawTime = { created?: unknown; start?: unknown; end?: unknown; updated?: unknown }

export const createdAt = (time: unknown): string | null =>
  timeOrNull(fieldsOf<RawTime>(time).created)

/** Messages stand in the order in which they were made; the names ascend too, and settle equal times. */
export const inOrder = (messages: readonly StoredMessage[]): StoredMessage[] =>
  messages
    .map((message) => ({ message, created: createdAt(message.data.time) ?? '' }))
    .sort((a, b) => compare(a.created, b.created) || compare(a.message.id, b.message.id))
    .map(({ message }) => message)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** "New session - 2026-01-31T09:00:00.000Z" is what a session is called before anything happened in it. */
export const titleOf = ({ title }: RawInfo): string | null => {
  const text = textOrNull(title)
  return text === null || /^(New|Child) session - \d{4}-/.test(text) ? null : text
}
