import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { newId } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import type { Slices } from '../platform/slices.ts'
import { createSessions } from './create-sessions.ts'
import { extendSession } from './extend-session.ts'
import type { DocumentsOfMessage } from './index-messages.ts'
import { sessionBusy } from './ingest.errors.ts'
import type { Arrival, Whereabouts, WrittenSession } from './ingest.types.ts'
import { claimNames, findLineage } from './keep-hidden.ts'
import { forgottenOf, leaveForgotten } from './leave-forgotten.ts'
import { matchStoredSessions } from './match-stored-sessions.ts'
import { nameOf } from './name-of.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  documentsOf: DocumentsOfMessage
  ids: Pick<typeof newId, 'session' | 'message'>
  /** Of messages: learns from each transaction how many fit into one. */
  slices: Slices
}

export type WriteSessions = (
  scope: TeamScope<'member'>,
  arrivals: readonly Arrival[],
  whereabouts: Whereabouts,
) => Promise<WrittenSession[]>

/**
 * Writes sessions, whether each is new, grown, or the same as before, in one transaction: all of them or none. New ones
 * before those that stand, and both by name: two requests with the same sessions wait for each other, but never in a circle.
 *
 * @param arrivals no session twice.
 * @returns in the order of `arrivals`.
 */
export const makeWriteSessions =
  ({ unitOfWork, documentsOf, ids, slices }: Deps): WriteSessions =>
  (scope, arrivals, whereabouts) => {
    const messages = arrivals.reduce((sum, { arrived }) => sum + arrived.messages.length, 0)
    const write = async (repos: TeamRepositories): Promise<WrittenSession[]> => {
      const deps = { documentsOf, ids }
      // Before anything is read, so that what is read is what others left.
      await claimNames(repos, [...arrivals].sort(byName))
      const remaining = await leaveForgotten(repos, scope.teamId, arrivals)
      const { gone, dropped } = remaining
      const inOrder = remaining.arrivals.filter((arrival) => !gone.has(arrival)).sort(byName)
      const standing = await matchStoredSessions(repos, inOrder, whereabouts)
      const fresh = inOrder.filter((arrival) => !standing.has(arrival))
      const lineage = await findLineage(repos, fresh)
      const written = await createSessions(repos, scope.teamId, fresh, { ...deps, ...lineage })
      const rivals = fresh.filter((arrival) => !written.has(arrival))
      const known = new Map([
        ...standing,
        ...(await matchStoredSessions(repos, rivals, whereabouts)),
      ])
      for (const arrival of inOrder) {
        if (written.has(arrival)) continue
        const session = known.get(arrival)
        if (session === undefined) throw sessionBusy()
        const { arrived, owner } = arrival
        written.set(arrival, await extendSession(repos, session, arrived, owner, deps))
      }
      return remaining.arrivals.flatMap((arrival): WrittenSession[] => {
        const left = dropped.get(arrival) ?? 0
        if (gone.has(arrival)) return [forgottenOf(arrival, left, ids.session())]
        const one = written.get(arrival)
        return one === undefined ? [] : [withDropped(one, left)]
      })
    }
    return unitOfWork.inTeam(scope, (repos) =>
      slices.take(
        () => write(repos),
        () => messages,
      ),
    )
  }

/** What was left out because it was forgotten counts as known, so that no machine misses it. */
const withDropped = (one: WrittenSession, left: number): WrittenSession =>
  left === 0
    ? one
    : {
        ...one,
        unchanged_messages: one.unchanged_messages + left,
        total_messages: one.total_messages + left,
      }

const byName = (a: Arrival, b: Arrival): number => (nameOf(a.arrived) < nameOf(b.arrived) ? -1 : 1)
