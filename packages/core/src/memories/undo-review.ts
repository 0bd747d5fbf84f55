import type { MemoryAction, MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import { isServed } from '@teamlore/shared/memory-kinds'
import type { UndoReceipt } from '@teamlore/shared/memory-review'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { indexMemories } from './index-memories.ts'
import { memoryNothingToUndo } from './memories.errors.ts'
import { policyOf } from './policy.ts'
import { unsettleOpposites } from './spoken-against.ts'
import { isSettling, type Undoing, unsettle } from './unsettle.ts'
import { changeMemory } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document' | 'event'>
}

/**
 * Takes back what the caller decided last, or the decision that is named: everything stands as before, as a new version. It answers
 * with what was undone.
 *
 * @throws DomainError `memory.nothing_to_undo`.
 */
export const makeUndoReview =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (
    scope: TeamScope<'member'>,
    { action: id }: { action?: string | undefined },
  ): Promise<UndoReceipt> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const by = requirePerson(scope)
      const at = now()
      const action = await repos.memoryReview.lockAction(by, id)
      if (action === undefined) throw memoryNothingToUndo()
      const standing = await repos.memories.lock(action.before.map((memory) => memory.id))
      const writingOf = async (memory: MemoryRow): Promise<Writing> => ({
        teamId: scope.teamId,
        by,
        at,
        ids,
        policy: await policyOf(repos, memory.project_id),
      })
      const undoing = { action, standing }
      if (isSettling(action.decision)) await unsettle(repos, writingOf, undoing)
      else await restoreAll(repos, writingOf, { ...undoing, by })
      await repos.memoryReview.markUndone(action.id, at)
      return { action: action.id, changed: standing.length, ...undoneOf(action, standing) }
    })

export type UndoReview = ReturnType<typeof makeUndoReview>

/** In the order in which they were named; of what the caller may not see any more, nothing. */
const undoneOf = (
  { decision, before }: MemoryAction,
  standing: readonly MemoryRow[],
): Pick<UndoReceipt, 'decision' | 'memories'> => ({
  decision,
  memories: before.flatMap(({ id }) =>
    standing.filter((memory) => memory.id === id).map(({ statement }) => ({ id, statement })),
  ),
})

const restoreAll = async (
  repos: TeamRepositories,
  writingOf: (memory: MemoryRow) => Promise<Writing>,
  { action, standing, by }: Undoing & { by: UserId },
): Promise<void> => {
  const { decision } = action
  for (const memory of standing) {
    const before = action.before.find((one) => one.id === memory.id)
    if (before === undefined) continue
    // Of many that moved at once, those that somebody decided on since stand as decided.
    if (isOvertaken(decision, memory)) continue
    const touched = new Set<string>(action.before.map(({ id }) => id))
    await restore(repos, await writingOf(memory), { memory, before, by, decision, touched })
  }
}

const MOVED: Partial<Record<string, MemoryRow['status']>> = {
  serve: 'unreviewed',
  withhold: 'draft',
}

const isOvertaken = (decision: string, { status }: MemoryRow): boolean =>
  MOVED[decision] !== undefined && status !== MOVED[decision]

const restore = async (
  repos: TeamRepositories,
  writing: Writing,
  {
    memory,
    before,
    by,
    decision,
    touched,
  }: {
    memory: MemoryRow
    before: MemoryRow
    by: UserId
    decision: string
    /** What the decision touched: what one of these replaced before stays replaced. */
    touched: ReadonlySet<string>
  },
): Promise<void> => {
  if (decision === 'approve') {
    await repos.memories.removeSignal(memory.id, 'approved', `user:${by}`)
    await repos.memories.settleBases(memory.id, true)
  }
  for (const relation of await repos.memories.relationsOf([memory.id]))
    if (
      relation.type === 'supersedes' &&
      relation.from_id === memory.id &&
      (before.status === 'draft' || (before.status === 'unreviewed' && touched.has(relation.to_id)))
    )
      await repos.memories.relate({
        ...relation,
        status: 'proposed',
        private_to: memory.private_to,
      })
  const { version } = memory
  const restored = await changeMemory(
    repos,
    writing,
    { ...before, version },
    {
      change: 'undone',
      note: null,
      validFrom: isServed(before.status) ? before.valid_from : writing.at.toISOString(),
    },
  )
  if (decision === 'approve') await unsettleOpposites(repos, writing, restored)
  await indexMemories(repos, writing, [memory.id])
}
