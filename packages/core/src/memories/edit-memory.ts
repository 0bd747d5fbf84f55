import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { newId, type UserId } from '@teamlore/shared'
import type { Memory } from '@teamlore/shared/memories'
import { isLiving, isServed } from '@teamlore/shared/memory-kinds'
import type { EditMemoryRequest } from '@teamlore/shared/memory-review'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { topicOf } from '../statements/topic/index.ts'
import { cleanMemory } from './clean-memory.ts'
import { indexMemories } from './index-memories.ts'
import { memoryAssigneeUnknown, memoryNotFound, memoryNotLiving } from './memories.errors.ts'
import { policyOf } from './policy.ts'
import { memoryIdOf, readMemory } from './read-memory.ts'
import { anchorRows } from './remember.ts'
import { changeMemory } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/**
 * Changes what a memory says. A new wording is a new version; the one before stays in its history and is found by its words.
 *
 * @throws DomainError `memory.not_found`, `memory.not_living`, `memory.assignee_unknown`.
 */
export const makeEditMemory =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (
    scope: TeamScope<'member'>,
    { id: typed, request }: { id: string; request: EditMemoryRequest },
  ): Promise<Memory> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const at = now()
      const [memory] = await repos.memories.lock([await memoryIdOf(repos, typed)])
      if (memory === undefined) throw memoryNotFound()
      if (!isLiving(memory.status)) throw memoryNotLiving()
      const said = cleanMemory(request, createRedactor(await repos.redactionRules.get()))
      const policy = await policyOf(repos, memory.project_id)
      const writing: Writing = { teamId: scope.teamId, by: requirePerson(scope), at, ids, policy }
      const assigneeId = await assigneeOf(repos, said, memory)
      const { anchors } = said
      if (anchors !== undefined) await repos.memories.setAnchors(memory, anchorRows(anchors))
      const edited = editedOf(memory, said, { assigneeId, at })
      if (isSaidOtherwise(memory, edited)) {
        await changeMemory(repos, writing, edited, { change: 'edited', note: said.note ?? null })
        await repos.memories.settleBases(memory.id)
      } else {
        await repos.memories.update(edited)
        await indexMemories(repos, writing, [memory.id])
      }
      return readMemory(repos, memory.id, at)
    })

export type EditMemory = ReturnType<typeof makeEditMemory>

const assigneeOf = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  { assignee }: EditMemoryRequest,
  memory: MemoryRow,
): Promise<UserId | null> => {
  if (assignee === undefined) return memory.assignee_id
  if (assignee === null) return null
  const [member] = await memories.members([assignee])
  if (member === undefined) throw memoryAssigneeUnknown()
  return member
}

const SAID = ['kind', 'topic', 'statement', 'reason', 'rejected', 'slots', 'questions'] as const

const isSaidOtherwise = (before: MemoryRow, after: MemoryRow): boolean =>
  SAID.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** A new wording has a topic of its own, unless whoever wrote it says which. */
const topicAfter = (memory: MemoryRow, said: EditMemoryRequest): string => {
  if (said.topic) return said.topic
  const { statement = memory.statement, slots = memory.slots } = said
  const isOther = statement !== memory.statement || said.topic === ''
  return isOther ? topicOf({ statement, slots }) : memory.topic
}

const editedOf = (
  memory: MemoryRow,
  said: EditMemoryRequest,
  { assigneeId, at }: { assigneeId: UserId | null; at: Date },
): MemoryRow => {
  const isNewWord =
    isServed(memory.status) && (said.statement ?? memory.statement) !== memory.statement
  const edited: MemoryRow = {
    ...memory,
    kind: said.kind ?? memory.kind,
    topic: topicAfter(memory, said),
    statement: said.statement ?? memory.statement,
    reason: said.reason ?? memory.reason,
    rejected: said.rejected ?? memory.rejected,
    slots: said.slots ?? memory.slots,
    // Those of the words before lead here, too; of the new ones nobody was asked yet.
    questions: said.questions ?? (isNewWord ? [] : memory.questions),
    assignee_id: assigneeId,
  }
  if (said.valid_from !== undefined)
    return { ...edited, valid_from: new Date(said.valid_from).toISOString() }
  // What an active memory says from now on did not hold before; a draft has said nothing yet.
  return isNewWord ? { ...edited, valid_from: at.toISOString() } : edited
}
