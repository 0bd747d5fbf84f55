import type { Place, ReadMessage, ReadOutcome, ReadSession } from '../source.ts'

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
  const began = ({ started_at }: ReadSession) => started_at ?? ''
  const ordered = [...parts].sort((a, b) => (began(a) < began(b) ? -1 : 1))
  const fullest = parts.reduce((a, b) => (b.messages.length > a.messages.length ? b : a))
  const messages = new Map<string, ReadMessage>()
  const edits = new Map<string, ReadSession['edits'][number]>()
  for (const part of ordered) {
    for (const message of part.messages) {
      const before = messages.get(message.key)
      const more = before === undefined ? 1 : sizeOf(message) - sizeOf(before)
      if (more > 0 || (more === 0 && part === fullest)) messages.set(message.key, message)
    }
    for (const edit of part.edits) edits.set(edit.key, edit)
  }
  return {
    ...fullest,
    models: [...new Set(ordered.flatMap(({ models }) => models))].slice(0, 50),
    started_at: ordered.find(({ started_at }) => started_at !== null)?.started_at ?? null,
    ended_at: ordered.reduce<string | null>(
      (last, { ended_at }) =>
        last === null || (ended_at !== null && ended_at > last) ? ended_at : last,
      null,
    ),
    messages: [...messages.values()],
    edits: [...edits.values()],
    figures: {
      lines: parts.reduce((sum, { figures }) => sum + figures.lines, 0),
      unknownRecords: fullest.figures.unknownRecords,
      files: parts.flatMap(({ figures }) => figures.files),
    },
  }
}

const sizeOf = ({ blocks, usage }: ReadMessage): number => JSON.stringify([blocks, usage]).length
