import type { HeldLease, TeamRepositories, WantedSessions } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { DistilTool, LeasedSessions, LeaseSessions } from '@teamlore/shared/distil-leases'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { goOn } from './go-on.ts'
import type { LeaseDeps } from './lease.types.ts'
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

type Leases = LeasedSessions['leases']
type Parts = { deps: LeaseDeps; scope: TeamScope<'member'>; signal: AbortSignal | undefined }

/**
 * Gives a person's machine sessions of that person alone, each with the next question about it, and where it asks for them, memories
 * that the person may read. What the machine held before comes first; what was answered before it stopped is not asked again.
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
    const parts = { deps, scope, signal }
    const leases = await openOf(parts, taken)
    if (request.memories && leases.length < limit)
      leases.push(
        ...(await leaseMemories(parts, { ...wanted, holder, tool }, limit - leases.length)),
      )
    return { leases, instructions: instructions(request.memories) }
  }

/** So many memories are looked at for one request: of most there is nothing to ask, which is noted. */
const MOST_LOOKED_AT = 60

/** So often others may be faster. */
const MOST_LOST = 5

const leaseMemories = async (
  parts: Parts,
  wanted: WantedSessions & { holder: string; tool: DistilTool },
  limit: number,
): Promise<Leases> => {
  const { unitOfWork, ids = newId } = parts.deps
  const { userId, holder, tool, workingOn = [] } = wanted
  const leases: Leases = []
  let lost = 0
  for (let looked = 0; looked < MOST_LOOKED_AT && leases.length < limit; ) {
    const { due, taken } = await unitOfWork.inTeam(parts.scope, async ({ distilLeases }) => {
      const held = [...workingOn, ...leases.map(({ id }) => id)]
      const due = await distilLeases.dueMemories(
        { ...wanted, workingOn: held },
        limit - leases.length,
      )
      await distilLeases.endMemoriesLeftBehind(due, { holder, userId })
      const wished = due.map((memoryId) => ({ id: ids.event(), userId, memoryId, holder, tool }))
      return { due, taken: await distilLeases.take(wished) }
    })
    // Somebody was faster with these; there may be others.
    if (due.length > 0 && taken.length === 0 && ++lost < MOST_LOST) continue
    if (taken.length === 0) break
    looked += taken.length
    leases.push(...(await openOf(parts, taken)))
  }
  return leases
}

/** Those of them about which there is a question. */
const openOf = async (
  { deps, scope, signal }: Parts,
  taken: readonly HeldLease[],
): Promise<Leases> => {
  const leases: Leases = []
  for (const lease of taken) {
    const progress = await goOn(deps, scope, lease, signal)
    if (progress.state !== 'next') continue
    const { expiresAt: expires_at, question } = progress
    const about = await deps.unitOfWork.inTeam(scope, (repos) => titlesOf(repos, lease))
    leases.push({ id: lease.id, ...about, expires_at, question })
  }
  return leases
}

const titlesOf = async (
  { sessions, memories }: Pick<TeamRepositories, 'sessions' | 'memories'>,
  { sessionId, memoryId }: HeldLease,
): Promise<Pick<Leases[number], 'session' | 'memory'>> => {
  if (sessionId !== null) {
    const title = (await sessions.findById(sessionId))?.title ?? null
    return { session: { id: sessionId, title }, memory: null }
  }
  const [memory] = memoryId === null ? [] : await memories.lock([memoryId])
  if (memory === undefined) return { session: null, memory: null }
  const { id, statement: title } = memory
  return { session: null, memory: { id, title } }
}
