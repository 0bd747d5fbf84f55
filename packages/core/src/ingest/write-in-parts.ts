import type { NewEdit } from '@teamlore/db'
import type { Slices } from '../platform/slices.ts'
import type { Arrival, WrittenSession } from './ingest.types.ts'
import type { WriteSessions } from './write-sessions.ts'

/**
 * Writes a session that is larger than one transaction should be in parts, as if its machine had sent one after the other: whoever
 * waits for the database gets a turn between two of them. When a part fails, those before it stay, and are unchanged when all of
 * it is sent again.
 */
export const makeWriteInParts =
  (writeSessions: WriteSessions, slices: Pick<Slices, 'size'>): WriteSessions =>
  async (scope, arrivals, whereabouts) => {
    const [arrival] = arrivals
    if (arrival === undefined || arrivals.length > 1)
      return writeSessions(scope, arrivals, whereabouts)
    let sum: WrittenSession | undefined
    for (const part of partsOf(arrival, slices.size)) {
      const [written] = await writeSessions(scope, [part], whereabouts)
      if (written !== undefined) sum = sum === undefined ? written : added(sum, written)
    }
    return sum === undefined ? [] : [together(sum, arrival)]
  }

/** Each part holds the last message of the one before, by which the others find their place. */
function* partsOf(arrival: Arrival, size: () => number): Generator<Arrival> {
  const { arrived, owner } = arrival
  const edits = editsByMessage(arrived.edits)
  let at = 0
  do {
    const to = Math.min(arrived.messages.length, at + size())
    const own = arrived.messages.slice(at, to)
    const isLast = to === arrived.messages.length
    const ownEdits = own.flatMap(({ key }) => taken(edits, key))
    const part = {
      ...arrived,
      messages: at === 0 ? own : arrived.messages.slice(at - 1, to),
      edits: isLast ? [...ownEdits, ...[...edits.values()].flat()] : ownEdits,
      isContinued: !isLast,
    }
    yield { arrived: part, owner }
    at = to
  } while (at < arrived.messages.length)
}

const editsByMessage = (edits: readonly NewEdit[]): Map<string, NewEdit[]> => {
  const byMessage = new Map<string, NewEdit[]>()
  for (const edit of edits) {
    const known = byMessage.get(edit.message_key)
    if (known === undefined) byMessage.set(edit.message_key, [edit])
    else known.push(edit)
  }
  return byMessage
}

const taken = (edits: Map<string, NewEdit[]>, key: string): NewEdit[] => {
  const own = edits.get(key) ?? []
  edits.delete(key)
  return own
}

const added = (sum: WrittenSession, part: WrittenSession): WrittenSession => ({
  ...part,
  created: sum.created,
  inserted_messages: sum.inserted_messages + part.inserted_messages,
  updated_messages: sum.updated_messages + part.updated_messages,
  inserted_edits: sum.inserted_edits + part.inserted_edits,
})

/** What stands in two parts is counted once. */
const together = (sum: WrittenSession, { arrived }: Arrival): WrittenSession => ({
  ...sum,
  unchanged_messages: arrived.messages.length - sum.inserted_messages - sum.updated_messages,
})
