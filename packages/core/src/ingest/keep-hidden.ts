import type { TeamRepositories } from '@teamlore/db'
import type { SessionId, UserId } from '@teamlore/shared'
import { changeReaders } from '../sessions/change-readers.ts'
import type { Arrival } from './ingest.types.ts'
import { nameOf } from './name-of.ts'

type Name = { tool: string; nativeId: string }

/** What is known of new sessions, before they are written, by what their person has already. */
export type Lineage = {
  /** To be written for their person alone. */
  hidden: ReadonlySet<Arrival>
  /** Those that the person has on no machine yet. */
  unheard: ReadonlySet<Arrival>
}

/**
 * Which new sessions are private because something of the same person is: another copy of the very session, on whichever machine,
 * or the session that started it. The parent may be among them.
 *
 * @param arrivals of one owner.
 */
export const findLineage = async (
  { sessions }: Pick<TeamRepositories, 'sessions'>,
  arrivals: readonly Arrival[],
): Promise<Lineage> => {
  const [first] = arrivals
  if (first === undefined) return { hidden: new Set(), unheard: new Set() }
  const names = namesAround(arrivals)
  const copies = await sessions.copiesOf(first.owner.userId, names)
  const known = new Set(copies.map(nameOf))
  const closed = new Set(copies.filter(({ isPrivate }) => isPrivate).map(nameOf))
  const hidden = new Set<Arrival>()
  for (let before = -1; before < hidden.size; ) {
    before = hidden.size
    for (const arrival of arrivals) {
      const { arrived, owner } = arrival
      const isClosed = [arrived, ...parentOf(arrived)].some((name) => closed.has(nameOf(name)))
      if (owner.privateTo === null && !isClosed) continue
      hidden.add(arrival)
      closed.add(nameOf(arrived))
    }
  }
  const unheard = new Set(arrivals.filter(({ arrived }) => !known.has(nameOf(arrived))))
  return { hidden, unheard }
}

const parentOf = ({ tool, fields }: Arrival['arrived']): Name[] =>
  fields.parentNativeId === null ? [] : [{ tool, nativeId: fields.parentNativeId }]

/** Sessions with those that started them. */
const namesAround = (arrivals: readonly Arrival[]): Name[] =>
  arrivals.flatMap(({ arrived }) => [arrived, ...parentOf(arrived)])

/**
 * Keeps others from writing these sessions, or those that started them, to the end of the transaction. A parent and its child
 * that come at the same moment would not see each other, and neither is a row yet that one could hold.
 *
 * @param arrivals of one owner.
 */
export const claimNames = async (
  { sessions }: Pick<TeamRepositories, 'sessions'>,
  arrivals: readonly Arrival[],
): Promise<void> => {
  const [first] = arrivals
  if (first !== undefined) await sessions.claim(first.owner.userId, namesAround(arrivals))
}

/** Whether the person keeps this session to themselves, in one place at least. */
export const isKept = async (
  { sessions }: Pick<TeamRepositories, 'sessions'>,
  userId: UserId,
  name: Name,
): Promise<boolean> => (await sessions.copiesOf(userId, [name])).some(({ isPrivate }) => isPrivate)

/** What these sessions started came before they were private, or before they came at all: it is hidden with them. */
export const hideBelow = async (
  repos: TeamRepositories,
  owner: UserId,
  names: readonly Name[],
): Promise<void> => {
  if (names.length === 0) return
  const sessions = await holdBelow(repos, owner, names)
  if (sessions.length === 0) return
  const memories = await repos.sessionSharing.memoriesOf(sessions)
  await changeReaders(repos, { owner, sessions, memories }, owner)
}

/** With nobody writing any of them: whoever starts a session of one at this moment finds it hidden, or is found here. */
const holdBelow = async (
  { sessions, sessionSharing }: Pick<TeamRepositories, 'sessions' | 'sessionSharing'>,
  owner: UserId,
  names: readonly Name[],
): Promise<SessionId[]> => {
  let held: SessionId[] = []
  for (;;) {
    const below = await sessions.openBelow(owner, names)
    if (below.length <= held.length) return below
    await sessionSharing.hold(below)
    held = below
  }
}
