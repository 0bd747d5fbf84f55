import type { Place, ReadMessage, ReadOutcome, ReadSession } from '../source.ts'
import { spanOf } from './span-of.ts'

type ReadOne = (place: Place, signal?: AbortSignal) => Promise<ReadOutcome>

/** Reads a session that may stand in several files, each a copy or a piece of it. */
export const readPlaces = async (
  places: readonly Place[],
  readOne: ReadOne,
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const parts: ReadSession[] = []
  let skipped: ReadOutcome = { status: 'skipped', reason: 'no file' }
  for (const place of places) {
    const outcome = await readOne(place, signal)
    if (outcome.status === 'session') parts.push(outcome.session)
    else skipped = outcome
  }
  const [first] = parts
  if (first === undefined) return skipped
  const same = parts.filter(({ native_id }) => native_id === first.native_id)
  return { status: 'session', session: mergeSessions(same, first) }
}

/** Messages in the order of the part that began first, then what later parts add; of one message the fuller state. */
const mergeSessions = (parts: readonly ReadSession[], first: ReadSession): ReadSession => {
  if (parts.length < 2) return first
  const ordered = [...parts].sort(byBeginning)
  const fullest = parts.reduce((a, b) => (b.messages.length > a.messages.length ? b : a))
  const edits = new Map(ordered.flatMap((part) => part.edits.map((edit) => [edit.key, edit])))
  return {
    ...fullest,
    cwd: fullest.cwd ?? first.cwd,
    title: fullest.title ?? first.title,
    models: [...new Set(ordered.flatMap(({ models }) => models))].slice(0, 50),
    started_at: spanOf(ordered.map(({ started_at }) => ({ ts: started_at }))).started_at,
    ended_at: spanOf(ordered.map(({ ended_at }) => ({ ts: ended_at }))).ended_at,
    messages: mergeMessages(ordered, fullest),
    edits: [...edits.values()],
    figures: {
      lines: parts.reduce((sum, { figures }) => sum + figures.lines, 0),
      unknownRecords: fullest.figures.unknownRecords,
      files: parts.flatMap(({ figures }) => figures.files),
    },
  }
}

const mergeMessages = (ordered: readonly ReadSession[], fullest: ReadSession): ReadMessage[] => {
  const messages = new Map<string, ReadMessage>()
  for (const part of ordered)
    for (const message of part.messages) {
      const before = messages.get(message.key)
      const more = before === undefined ? 1 : sizeOf(message) - sizeOf(before)
      if (more > 0 || (more === 0 && part === fullest)) messages.set(message.key, message)
    }
  return [...messages.values()]
}

/** Of parts that began together the fuller one sets the order. */
const byBeginning = (a: ReadSession, b: ReadSession): number => {
  const [one, other] = [a.started_at ?? '', b.started_at ?? '']
  if (one !== other) return one < other ? -1 : 1
  return b.messages.length - a.messages.length
}

const sizeOf = ({ blocks, usage }: ReadMessage): number => JSON.stringify([blocks, usage]).length
