import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { MovedUnreviewed, MoveUnreviewedRequest } from '@teamlore/shared/memory-review'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { projectFilter } from '../../projects/project-identity.ts'
import { policyOf } from '../policy.ts'
import { statusOf } from '../status-of.ts'
import { changeMemory } from '../write-memory.ts'
import type { Writing } from '../writing.types.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document' | 'event'>
}

/**
 * Lets drafts that the gate would let in today be served as unreviewed, or makes drafts again of what is served so. Drafts of a team
 * that there was before that state move by nothing else. A portion at a time; `undo` takes each back.
 */
export const makeMoveUnreviewed =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (
    scope: TeamScope<'admin'>,
    { project, to, limit }: MoveUnreviewedRequest,
  ): Promise<MovedUnreviewed> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const by = requirePerson(scope)
      const at = now()
      const named = projectFilter(project)
      const found = await repos.unreviewed[FROM[to]](named, limit)
      const before: MemoryRow[] = []
      for (const memory of await repos.memories.lock(found.ids)) {
        const policy = await policyOf(repos, memory.project_id)
        const writing: Writing = { teamId: scope.teamId, by, at, ids, policy }
        if (await move(repos, writing, { memory, to })) before.push(memory)
      }
      const changed = before.length
      if (changed === 0) return { action: null, changed, left: 0 }
      const action = ids.event()
      await repos.memoryReview.addAction(
        { id: action, decision: DECISION[to], before, private_to: null },
        { by, at },
      )
      await repos.audit.add({
        id: ids.event(),
        action: 'memories.unreviewed_moved',
        userId: by,
        details: { to, changed: String(changed) },
      })
      return { action, changed, left: found.total - found.ids.length }
    })

const FROM = { unreviewed: 'drafts', draft: 'served' } as const
const DECISION = { unreviewed: 'serve', draft: 'withhold' } as const

type Moving = { memory: MemoryRow; to: MoveUnreviewedRequest['to'] }

/** @returns false where the gate does not let it. */
const move = async (
  repos: TeamRepositories,
  writing: Writing,
  { memory, to }: Moving,
): Promise<boolean> => {
  if (to === 'unreviewed' && !(await mayBeServed(repos, writing, memory))) return false
  const change =
    to === 'unreviewed'
      ? { change: 'served', note: 'an admin lets drafts be served unreviewed' }
      : {
          change: 'withheld',
          note: 'an admin lets nothing be served unreviewed',
          validFrom: writing.at.toISOString(),
        }
  await changeMemory(repos, writing, { ...memory, status: to }, change)
  return true
}

/** The gate alone says so; what it would make active waits here with the rest for somebody to say the same. */
const mayBeServed = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  { policy }: Writing,
  memory: MemoryRow,
): Promise<boolean> => {
  const signals = await memories.signalsOf([memory.id])
  const evidence = await memories.evidenceOf(memory.id)
  return statusOf(memory, { signals, evidence }, policy) !== 'draft'
}
