import type { MemorySignalType, UnitOfWork } from '@teamlore/db'
import { type MachineId, newId, type SessionId, type UserId } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { memoryNotFound } from './memories.errors.ts'
import { openAmong } from './open-memories.ts'
import { policyOf } from './policy.ts'
import { memoryIdOf } from './read-memory.ts'
import { reconsider } from './reconsider.ts'
import type { Writing } from './writing.types.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/** What came of using a memory: a person corrected it, a test failed after, the change was reverted or refused. */
export type Outcome = {
  id: string
  type: Extract<MemorySignalType, 'corrected' | 'test_failed' | 'reverted' | 'change_rejected'>
  /** What says so, such as `commit:3f2a…`, `pull-request:41` or `session:ses_…`; the same again says nothing new. */
  source: string
  note?: string
  userId?: UserId
  machineId?: MachineId
  sessionId?: SessionId
}

/**
 * Lowers the trust in a memory by what came of using it. One that rests on what fewer people may read by now is left as it is.
 * @returns its confidence now.
 *
 * @throws DomainError `memory.not_found`.
 */
export const makeRecordSignal =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, outcome: Outcome): Promise<number> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const [standing] = await repos.memories.lock([await memoryIdOf(repos, outcome.id)])
      if (standing === undefined) throw memoryNotFound()
      const [memory] = await openAmong(repos, [standing])
      if (memory === undefined) return standing.confidence
      await repos.memories.addSignal({
        memory_id: memory.id,
        type: outcome.type,
        source: outcome.source.slice(0, 300),
        user_id: outcome.userId ?? null,
        machine_id: outcome.machineId ?? null,
        session_id: outcome.sessionId ?? null,
        note: (outcome.note ?? '').slice(0, 1_000),
        created_at: now().toISOString(),
        private_to: memory.private_to,
      })
      const writing: Writing = {
        teamId: scope.teamId,
        by: null,
        at: now(),
        ids,
        policy: await policyOf(repos, memory.project_id),
      }
      return (await reconsider(repos, writing, memory)).confidence
    })

export type RecordSignal = ReturnType<typeof makeRecordSignal>
