import type { HeldLease, WantedSessions } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { LeasedSessions, LeaseSessions } from '@teamlore/shared/distil-leases'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { goOn, type LeaseDeps } from './go-on.ts'
import { requireMayDistil } from './may-distil.ts'
import { instructions } from './questions.ts'

/** What is looked for, as it comes in by the wire. */
export const wantedOf = (
  scope: TeamScope,
  {
    since,
    project_id,
  }: { since?: string | undefined; project_id?: ProjectId | string | undefined },
  holder: string | null,
): WantedSessions => ({
  userId: requirePerson(scope),
  since: since === undefined ? null : new Date(since),
  projectId: (project_id ?? null) as ProjectId | null,
  holder,
})

/**
 * Gives a person's machine sessions of that person alone, each with the next question about it. What the machine held before comes
 * first; what was answered before it stopped is not asked again.
 */
export const makeLeaseSessions =
  (deps: LeaseDeps) =>
  async (
    scope: TeamScope<'member'>,
    request: LeaseSessions,
    signal?: AbortSignal,
  ): Promise<LeasedSessions> => {
    const { unitOfWork, ids = newId } = deps
    const { tool, holder, limit, working_on: workingOn } = request
    const wanted = { ...wantedOf(scope, request, holder), workingOn }
    const { userId } = wanted
    const taken = await unitOfWork.inTeam(scope, async (repos): Promise<HeldLease[]> => {
      await requireMayDistil(repos, scope, tool)
      const { distilLeases } = repos
      const due = await distilLeases.due(wanted, limit)
      await distilLeases.endLeftBehind(due, holder)
      return distilLeases.take(
        due.map((sessionId) => ({ id: ids.event(), userId, sessionId, holder, tool })),
      )
    })
    const leases: LeasedSessions['leases'] = []
    for (const lease of taken) {
      const progress = await goOn(deps, scope, lease, signal)
      if (progress.state !== 'next') continue
      const session = await unitOfWork.inTeam(scope, ({ sessions }) =>
        sessions.findById(lease.sessionId),
      )
      leases.push({
        id: lease.id,
        session: { id: lease.sessionId, title: session?.title ?? null },
        expires_at: progress.expiresAt,
        question: progress.question,
      })
    }
    return { leases, instructions: instructions() }
  }
