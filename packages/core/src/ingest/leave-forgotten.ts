import type { TeamRepositories } from '@teamlore/db'
import type { TeamId } from '@teamlore/shared'
import { namesOfMessage, TOMBSTONES_OF_SESSIONS, tombstoneOf } from '../text/tombstone-texts.ts'
import type { Arrival, WrittenSession } from './ingest.types.ts'

/** What is left of arrivals, with how much of each was forgotten. `gone`: the session as a whole was. */
export type Remaining = {
  arrivals: Arrival[]
  dropped: Map<Arrival, number>
  gone: Set<Arrival>
}

/**
 * Takes out what was forgotten, be it sent again, from another machine, or by another tool's copy. Nearly always nothing was, and
 * then nothing is compared.
 *
 * @returns as many arrivals as there were; those that are gone stand there without their messages, and are not to be written.
 */
export const leaveForgotten = async (
  { tombstones }: Pick<TeamRepositories, 'tombstones'>,
  teamId: TeamId,
  arrivals: readonly Arrival[],
): Promise<Remaining> => {
  const none = { arrivals: [...arrivals], dropped: new Map(), gone: new Set<Arrival>() }
  if (!(await tombstones.isAny())) return none
  const named = arrivals.map(({ arrived }) => ({
    session: tombstoneOf.session(teamId, arrived.tool, arrived.nativeId),
    parent:
      arrived.fields.parentNativeId === null
        ? null
        : tombstoneOf.session(teamId, arrived.tool, arrived.fields.parentNativeId),
    messages: arrived.messages.map((message) => namesOfMessage(teamId, arrived, message)),
  }))
  const known = await tombstones.known(
    named.flatMap(({ session, parent, messages }) => [
      session,
      ...(parent === null ? [] : [parent]),
      ...messages.flat(),
    ]),
    TOMBSTONES_OF_SESSIONS,
  )
  if (known.size === 0) return none
  const remaining: Remaining = { arrivals: [], dropped: new Map(), gone: new Set() }
  for (const [n, arrival] of arrivals.entries()) {
    const names = named[n]
    if (names === undefined) continue
    const isGone = known.has(names.session) || (names.parent !== null && known.has(names.parent))
    const kept = without(arrival, names.messages, known)
    remaining.arrivals.push(kept)
    remaining.dropped.set(
      kept,
      arrival.arrived.messages.length - (isGone ? 0 : kept.arrived.messages.length),
    )
    if (isGone) remaining.gone.add(kept)
  }
  return remaining
}

const without = (
  arrival: Arrival,
  names: readonly (readonly string[])[],
  known: ReadonlySet<string>,
): Arrival => {
  const { arrived } = arrival
  const isForgotten = (n: number): boolean => names[n]?.some((name) => known.has(name)) === true
  const messages = arrived.messages.filter((_, n) => !isForgotten(n))
  if (messages.length === arrived.messages.length) return arrival
  const left = new Set(arrived.messages.flatMap(({ key }, n) => (isForgotten(n) ? [key] : [])))
  const edits = arrived.edits.filter(({ message_key }) => !left.has(message_key))
  // A title that was taken from its words goes with them.
  return { ...arrival, arrived: { ...arrived, messages, edits, fallbackTitle: null } }
}

/** What is said of a session that was forgotten: that all of it was taken, so that no machine sends it again or misses it. */
export const forgottenOf = (
  { arrived }: Arrival,
  messages: number,
  id: string,
): WrittenSession => ({
  native_id: arrived.nativeId,
  session_id: id,
  created: false,
  inserted_messages: 0,
  updated_messages: 0,
  unchanged_messages: messages,
  inserted_edits: 0,
  total_messages: messages,
  forgotten: true,
})
