import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { newId } from '@teamlore/shared'
import { type Memory, NO_SLOTS } from '@teamlore/shared/memories'
import { isLiving } from '@teamlore/shared/memory-kinds'
import type { UpdateMemoryRequest } from '@teamlore/shared/memory-review'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { cleanMemory } from './clean-memory.ts'
import { confirmMemory } from './confirm-memory.ts'
import { anchorsFrom } from './inherit-anchors.ts'
import { memoryNotFound, memoryNotLiving, memoryStatementMissing } from './memories.errors.ts'
import { policyOf } from './policy.ts'
import { memoryIdOf, readMemory } from './read-memory.ts'
import { changeMemory, createMemory, supersede } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}
type Input = {
  id: string
  request: UpdateMemoryRequest
  /** An agent speaks for nobody: what it says is a draft, it confirms without adding trust, and it rejects nothing that is active. */
  isAgent?: boolean
}

/**
 * Says that a memory still holds, that another takes its place, that it is stale, or that it never was so. It answers with the
 * memory as it stands then; after `supersede`, with the one that took its place.
 *
 * @throws DomainError `memory.not_found`, `memory.not_living`, `memory.statement_missing`.
 */
export const makeUpdateMemory =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, { id: typed, request, isAgent = false }: Input): Promise<Memory> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const at = now()
      const by = requirePerson(scope)
      const [memory] = await repos.memories.lock([await memoryIdOf(repos, typed)])
      if (memory === undefined) throw memoryNotFound()
      if (!isLiving(memory.status)) throw memoryNotLiving()
      const writing: Writing = {
        teamId: scope.teamId,
        by,
        at,
        ids,
        policy: await policyOf(repos, memory.project_id),
      }
      const said = cleanMemory(request, createRedactor(await repos.redactionRules.get()))
      const answered = await update(repos, writing, { memory, said, isAgent, scope })
      return readMemory(repos, answered, at)
    })

export type UpdateMemory = ReturnType<typeof makeUpdateMemory>

type Updating = {
  memory: MemoryRow
  said: UpdateMemoryRequest
  isAgent: boolean
  scope: TeamScope<'member'>
}

const update = async (
  repos: TeamRepositories,
  writing: Writing,
  { memory, said, isAgent, scope }: Updating,
): Promise<string> => {
  const { action, reason } = said
  switch (action) {
    case 'confirm':
      await confirmMemory(repos, writing, {
        id: memory.id,
        evidence: [],
        ...(isAgent ? {} : { scope }),
      })
      return memory.id
    case 'supersede':
      return replace(repos, writing, { memory, said, isAgent })
    case 'reject':
      if (!isAgent || memory.status === 'draft') {
        await changeMemory(
          repos,
          writing,
          {
            ...memory,
            status: 'rejected',
            reviewed_by: writing.by,
            reviewed_at: writing.at.toISOString(),
            review_reason: reason,
          },
          { change: 'rejected', note: reason || null, validFrom: writing.at.toISOString() },
        )
        return memory.id
      }
      return markStale(repos, writing, memory, reason)
    case 'stale':
      return markStale(repos, writing, memory, reason)
  }
}

/** It stays what it is until a person looks; who reads it sees that. */
const markStale = async (
  repos: TeamRepositories,
  writing: Writing,
  memory: MemoryRow,
  reason: string,
): Promise<string> => {
  await repos.memories.update({
    ...memory,
    stale_since: writing.at.toISOString(),
    stale_reason: reason,
  })
  return memory.id
}

const replace = async (
  repos: TeamRepositories,
  writing: Writing,
  { memory, said, isAgent }: Omit<Updating, 'scope'>,
): Promise<string> => {
  if (said.statement === undefined) throw memoryStatementMissing()
  const anchors = await anchorsFrom(repos, memory)
  const newer = await createMemory(repos, writing, {
    projectId: memory.project_id,
    privateTo: memory.private_to,
    kind: memory.kind,
    statement: said.statement,
    reason: said.reason,
    rejected: [],
    slots: said.slots ?? NO_SLOTS,
    // Those of the one before lead to this one, too.
    questions: [],
    origin: isAgent ? 'agent' : 'human',
    authorId: writing.by,
    validFrom: writing.at,
    anchors,
    evidence: [],
    isDraft: isAgent,
    note: null,
  })
  await supersede(repos, writing, {
    newer,
    older: memory,
    reason: said.reason || 'said by a person',
    confidence: 1,
  })
  return newer.id
}
