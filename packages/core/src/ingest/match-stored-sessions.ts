import type { StoredSession, TeamRepositories } from '@teamlore/db'
import type { Arrival, Whereabouts } from './ingest.types.ts'
import { hideBelow } from './keep-hidden.ts'
import { nameOf } from './name-of.ts'

/**
 * The sessions as they stand, so that each is one session however it came. A file handed in is matched with what any machine
 * of its owner has sent. What a machine sends is matched with what its owner handed in before: the session moves to the
 * machine then, and into the project that the machine knows it to be of.
 *
 * @param arrivals of one owner and machine.
 */
export const matchStoredSessions = async (
  repos: TeamRepositories,
  arrivals: readonly Arrival[],
  whereabouts: Whereabouts,
): Promise<Map<Arrival, StoredSession>> => {
  const found = await findAnywhere(repos, arrivals, whereabouts)
  for (const [arrival, session] of found) {
    if (!whereabouts.hides || session.privateTo !== null) continue
    await repos.sessions.makePrivate(session.id, arrival.owner.userId)
    await hideBelow(repos, arrival.owner.userId, [session])
    const hidden = await repos.sessions.findById(session.id)
    if (hidden !== undefined) found.set(arrival, hidden)
  }
  return found
}

const findAnywhere = async (
  repos: Pick<TeamRepositories, 'sessions'>,
  arrivals: readonly Arrival[],
  { isUploaded, uploads }: Whereabouts,
): Promise<Map<Arrival, StoredSession>> => {
  const { sessions } = repos
  const [first] = arrivals
  if (first === undefined) return new Map()
  const { machineId, userId } = first.owner
  const names = arrivals.map(({ arrived }) => arrived)
  if (isUploaded) return matched(arrivals, await sessions.findAllOfUser(userId, names))
  const machines = uploads === undefined ? [machineId] : [machineId, uploads]
  const found = await sessions.findAll(machines, names)
  const own = matched(
    arrivals,
    found.filter((session) => session.machineId === machineId),
  )
  const uploaded = matched(
    arrivals.filter((arrival) => !own.has(arrival)),
    found.filter((session) => session.machineId !== machineId),
  )
  for (const [arrival, { id }] of uploaded) {
    const forgetsProject = arrival.arrived.fields.projectId !== null
    await sessions.moveTo(id, machineId, { forgetsProject })
    const moved = await sessions.findById(id)
    if (moved !== undefined) own.set(arrival, moved)
  }
  return own
}

const matched = (
  arrivals: readonly Arrival[],
  found: readonly StoredSession[],
): Map<Arrival, StoredSession> => {
  const byName = new Map(found.map((session) => [nameOf(session), session]))
  return new Map(
    arrivals.flatMap((arrival) => {
      const session = byName.get(nameOf(arrival.arrived))
      return session === undefined ? [] : [[arrival, session] as const]
    }),
  )
}
