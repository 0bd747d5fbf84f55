import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import type {
  ReviewDecisionRequest,
  ReviewQueue,
  ReviewQueueQuery,
  ReviewReceipt,
} from '@teamlore/shared/memory-review'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { memoryAssigneeUnknown, memoryNotFound } from './memories.errors.ts'
import { policyOf } from './policy.ts'
import { memoryIdOf, readMemories } from './read-memory.ts'
import { kept, settled } from './removal.ts'
import { MOST_IN_BATCH, readBatch } from './review-batch.ts'
import { settleDraft } from './settle-draft.ts'
import { changeMemory, weighAgain } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document' | 'event'>
}

/** What waits for a person, with all they need to decide: drafts first, then pairs that may be one, and what is called stale. */
export const makeGetReviewQueue =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (scope: TeamScope, query: ReviewQueueQuery): Promise<ReviewQueue> => {
    if (query.batch) return batchQueue(unitOfWork, { scope, at: now() }, query)
    return unitOfWork.inTeam(scope, async (repos) => {
      const filter = { project: projectFilter(query.project), assignee: query.assignee }
      const { ids, total } = await repos.memoryReview.queue(filter, query.limit)
      return { items: await readMemories(repos, ids, now()), total }
    })
  }

/** What is left of the asker's batch of this week, as far as it is what they look for. */
const batchQueue = async (
  unitOfWork: Deps['unitOfWork'],
  asking: { scope: TeamScope; at: Date },
  { project, assignee, limit }: ReviewQueueQuery,
): Promise<ReviewQueue> => {
  const { ids, ...batch } = await readBatch(unitOfWork, asking)
  return unitOfWork.inTeam(asking.scope, async (repos) => {
    const filter = { project: projectFilter(project), assignee, ids }
    const { items } = await repos.memoryList.list(filter, { limit: MOST_IN_BATCH })
    const wanted = new Set(items.map(({ id }) => id))
    const left = ids.filter((id) => wanted.has(id))
    const shown = await readMemories(repos, left.slice(0, limit), asking.at)
    return { items: shown, total: left.length, batch }
  })
}

export type GetReviewQueue = ReturnType<typeof makeGetReviewQueue>

/**
 * What a person decides of one or many memories. All or none; `undo` takes it back.
 *
 * @throws DomainError `memory.not_found`, `memory.assignee_unknown`.
 */
export const makeReviewMemories =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, request: ReviewDecisionRequest): Promise<ReviewReceipt> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const by = requirePerson(scope)
      const at = now()
      const memories = await lockNamed(repos, request.ids)
      const before = [...memories, ...(await replacedBy(repos, memories))]
      let changed = 0
      for (const memory of memories) {
        const policy = await policyOf(repos, memory.project_id)
        const writing: Writing = { teamId: scope.teamId, by, at, ids, policy }
        if (await decide(repos, writing, { memory, request, by })) changed += 1
      }
      if (changed === 0) return { action: null, changed }
      const action = {
        id: ids.event(),
        decision: request.decision,
        before,
        private_to: memories.find(({ private_to }) => private_to !== null)?.private_to ?? null,
      }
      await repos.memoryReview.addAction(action, { by, at })
      return { action: action.id, changed }
    })

/** @throws DomainError `memory.not_found` unless all of them are there. */
const lockNamed = async (
  repos: Pick<TeamRepositories, 'ids' | 'memories'>,
  ids: readonly string[],
): Promise<MemoryRow[]> => {
  const whole = []
  for (const id of new Set(ids)) whole.push(await memoryIdOf(repos, id))
  const memories = await repos.memories.lock(whole)
  if (memories.length < new Set(whole).size) throw memoryNotFound()
  return memories
}

export type ReviewMemories = ReturnType<typeof makeReviewMemories>

/** What gives its place when these become active. */
const replacedBy = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  drafts: readonly MemoryRow[],
): Promise<MemoryRow[]> => {
  const own = new Set<string>(drafts.map(({ id }) => id))
  const relations = await memories.relationsOf([...own])
  const heads = new Set<string>()
  for (const { from_id, to_id, type, status } of relations)
    if (type === 'supersedes' && status === 'proposed' && own.has(from_id))
      heads.add(await memories.headOf(to_id))
  return memories.lock([...heads].filter((id) => !own.has(id)))
}

type Deciding = { memory: MemoryRow; request: ReviewDecisionRequest; by: UserId }

/** @returns false where it stood so already. */
const decide = async (
  repos: TeamRepositories,
  writing: Writing,
  { memory, request, by }: Deciding,
): Promise<boolean> => {
  const { decision, reason } = request
  if (decision === 'assign') return assign(repos, memory, request.assignee)
  const isWaiting = memory.status !== 'active'
  const reviewed = {
    ...(decision === 'approve' ? kept(memory, writing.at) : settled(memory)),
    reviewed_by: by,
    reviewed_at: writing.at.toISOString(),
    review_reason: reason,
    stale_since: null,
    stale_reason: null,
  }
  if (decision === 'approve') {
    const isSettled = await repos.memories.settleBases(memory.id)
    const isAsked = memory.stale_since !== null || memory.removal_since !== null
    if (!isWaiting && !isAsked && !isSettled) return false
    await repos.memories.addSignal({
      memory_id: memory.id,
      type: 'approved',
      source: `user:${by}`,
      user_id: by,
      machine_id: null,
      session_id: null,
      note: reason,
      created_at: writing.at.toISOString(),
      private_to: memory.private_to,
    })
    const weighed = await weighAgain(repos, reviewed, await repos.memories.evidenceOf(memory.id))
    const active = await changeMemory(
      repos,
      writing,
      { ...weighed, status: 'active', confirmed_at: writing.at.toISOString() },
      { change: 'approved', note: reason || null },
    )
    await settleDraft(repos, writing, active)
    return true
  }
  const status = decision === 'reject' ? 'rejected' : 'archived'
  if (memory.status === status || memory.status === 'superseded') return false
  const change = decision === 'reject' ? 'rejected' : 'archived'
  await changeMemory(
    repos,
    writing,
    { ...reviewed, status },
    { change, note: reason || null, validFrom: writing.at.toISOString() },
  )
  return true
}

const assign = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  memory: MemoryRow,
  assignee: string | null | undefined,
): Promise<boolean> => {
  const [member] = assignee ? await memories.members([assignee]) : [null]
  if (member === undefined) throw memoryAssigneeUnknown()
  if (memory.assignee_id === member) return false
  await memories.update({ ...memory, assignee_id: member })
  return true
}
