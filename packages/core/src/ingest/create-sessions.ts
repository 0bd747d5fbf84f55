import type { CountedSession, TeamRepositories } from '@teamlore/db'
import type { newId, TeamId } from '@teamlore/shared'
import { announce } from '../sessions/announce.ts'
import { countsOf } from './counts-of.ts'
import {
  type DocumentsOfMessage,
  type Indexed,
  insertMessages,
  withPrompts,
} from './index-messages.ts'
import type { Arrival, WrittenSession } from './ingest.types.ts'
import { hideBelow, type Lineage } from './keep-hidden.ts'
import { createWriteBehind } from './write-behind.ts'

type Deps = {
  documentsOf: DocumentsOfMessage
  ids: Pick<typeof newId, 'session' | 'message'>
}

/**
 * Writes sessions that were not there, all of a table in one statement as far as it does not grow too large.
 *
 * @param arrivals in the order in which everybody writes them, so that nobody waits in a circle.
 * @returns what became of each; somebody else made those that are missing at this moment.
 */
export const createSessions = async (
  repos: TeamRepositories,
  teamId: TeamId,
  arrivals: readonly Arrival[],
  { documentsOf, ids, hidden, unheard }: Deps & Lineage,
): Promise<Map<Arrival, WrittenSession>> => {
  if (arrivals.length === 0) return new Map()
  const all = arrivals.map((arrival) => ({
    arrival,
    session: toSession(arrival, ids.session(), hidden.has(arrival)),
  }))
  const inserted = await repos.sessions.insert(all.map(({ session }) => session))
  const created = all.filter(({ session }) => inserted.has(session.id))
  const messages = created.flatMap(({ arrival, session }): Indexed[] => {
    const owner = { ...session, teamId }
    const own = arrival.arrived.messages.map((message) => ({ ...message, id: ids.message() }))
    return withPrompts(own, null).map((message) => ({ ...message, session: owner }))
  })
  const edits = created.flatMap(({ arrival, session: { id, privateTo } }) =>
    arrival.arrived.edits.map((edit) => ({ ...edit, sessionId: id, privateTo })),
  )
  const writes = createWriteBehind()
  await insertMessages(repos, messages, { documentsOf, writes })
  await writes.push(() => repos.edits.insert(edits))
  await writes.drain()
  await announce(
    repos,
    created.map(({ session }) => ({ ...session, isContentChanged: true })),
  )
  await hideStarted(
    repos,
    created.flatMap(({ arrival }) =>
      hidden.has(arrival) && unheard.has(arrival) ? [arrival] : [],
    ),
  )
  return new Map(created.map(({ arrival, session }) => [arrival, resultOf(session, arrival)]))
}

/** A child may come before its parent. What came after another copy of the parent was judged by that. */
const hideStarted = async (repos: TeamRepositories, parents: readonly Arrival[]): Promise<void> => {
  const [first] = parents
  if (first === undefined) return
  const names = parents.map(({ arrived }) => arrived)
  await hideBelow(repos, first.owner.userId, names)
}

const toSession = (
  { arrived, owner }: Arrival,
  id: CountedSession['id'],
  isHidden: boolean,
): CountedSession => {
  const { tool, nativeId, fields, fallbackTitle, messages, edits } = arrived
  const title = fields.title ?? fallbackTitle
  const privateTo = isHidden ? owner.userId : owner.privateTo
  const counts = countsOf(messages, edits)
  return { id, tool, nativeId, ...owner, ...fields, privateTo, title, counts }
}

const resultOf = (
  { id, nativeId, counts }: CountedSession,
  { arrived }: Arrival,
): WrittenSession => ({
  native_id: nativeId,
  session_id: id,
  created: true,
  inserted_messages: counts.messages,
  updated_messages: 0,
  unchanged_messages: 0,
  inserted_edits: arrived.edits.length,
  total_messages: counts.messages,
})
