import { join } from 'node:path'
import type { IngestRequest } from '@teamlore/shared'
import { recordRequests } from '../import-sessions.ts'

export type Session = IngestRequest['sessions'][number]
type Message = Session['messages'][number]

const DAYS = 5
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What a tool writes between two looks of the agent at its file. */
const PIECE = 30

/** A session that somebody has on one of the days of the week. */
export type WorkingSession = { day: number; person: number; session: Session }

const wholeSessions = (requests: readonly IngestRequest[]): Session[] => {
  const byId = new Map<string, Session>()
  for (const session of requests.flatMap(({ sessions }) => sessions)) {
    const id = `${session.tool} ${session.native_id}`
    const before = byId.get(id)
    if (before === undefined) byId.set(id, session)
    else {
      const messages = [...before.messages, ...session.messages]
      byId.set(id, { ...session, messages, edits: [...before.edits, ...session.edits] })
    }
  }
  return [...byId.values()].filter(({ messages }) => messages.length > 0)
}

const momentOf = ({ started_at, messages }: Session): number =>
  Date.parse(started_at ?? messages.find(({ ts }) => ts !== null)?.ts ?? '2026-01-05T09:00:00Z')

/** The session as it would have been on another day, everything in it as far apart as it was. */
const movedTo = (session: Session, began: number): Session => {
  const by = began - momentOf(session)
  const moved = <T extends string | null>(ts: T): T =>
    (ts === null ? null : new Date(Date.parse(ts) + by).toISOString()) as T
  return {
    ...session,
    started_at: moved(session.started_at),
    ended_at: moved(session.ended_at),
    messages: session.messages.map((message) => ({ ...message, ts: moved(message.ts) })),
    edits: session.edits.map((edit) => ({ ...edit, ts: moved(edit.ts) })),
  }
}

/**
 * Real sessions of the shared folder as a week that ended yesterday: the earlier a session was, the earlier in the week; one
 * person after the other has the next one.
 */
export const weekOfSessions = async (
  shared: string,
  { people, limit }: { people: number; limit: number | undefined },
): Promise<WorkingSession[]> => {
  const requests = await recordRequests([
    join(shared, 'sessions'),
    join(shared, 'bench/linking/packmind/sessions'),
  ])
  const all = wholeSessions(requests).sort((a, b) => momentOf(a) - momentOf(b))
  const every = Math.max(1, all.length / (limit ?? all.length))
  const sessions = all.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every))
  const monday = Date.now() - (DAYS + 1) * DAY_MS
  return sessions.map((session, at) => {
    const day = Math.floor((at * DAYS) / sessions.length)
    const began = monday + day * DAY_MS + 9 * HOUR_MS + (at % people) * 60_000
    return { day, person: at % people, session: movedTo(session, began) }
  })
}

export const daysOf = (week: readonly WorkingSession[]): WorkingSession[][] =>
  Array.from({ length: DAYS }, (_, day) => week.filter((one) => one.day === day))

/** What the agent sends of a session as it grows. */
export const piecesOf = (session: Session): Session[] => {
  const pieces: Session[] = []
  for (let at = 0; at < session.messages.length; at += PIECE) {
    const messages = session.messages.slice(at, at + PIECE)
    const keys = new Set(messages.map(({ key }) => key))
    const edits = session.edits.filter(({ message_key }) => keys.has(message_key))
    pieces.push({ ...session, messages, edits })
  }
  return pieces
}

/** The words of a prompt, as far as somebody would type them into a search. */
export const questionOf = (messages: readonly Message[]): string | undefined => {
  const prompt = messages.find(({ kind }) => kind === 'human')
  const text = prompt?.blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join(' ')
  const words = text?.match(/[\p{L}\p{N}_'-]{2,}/gu)?.slice(0, 12)
  return words && words.length > 2 ? words.join(' ') : undefined
}
