import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { Memory } from '@teamlore/shared/memories'
import type {
  Contradictions,
  ContradictionsQuery,
  SettleRequest,
} from '@teamlore/shared/memory-review'
import { type Clock, systemClock } from '../platform/clock.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { requirePerson } from '../teams/require-person.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { memoryNotFound, memorySame } from './memories.errors.ts'
import { policyOf } from './policy.ts'
import { memoryIdOf, readMemory } from './read-memory.ts'
import { supersede, weighAgain } from './write-memory.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/** Memories that contradict each other and both hold, each pair with both sides whole. */
export const makeListContradictions =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope, { project, limit }: ContradictionsQuery): Promise<Contradictions> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const pairs = await repos.memoryReview.contradictions(projectFilter(project), limit)
      const items = []
      for (const { from_id, to_id, ...pair } of pairs)
        items.push({
          ...pair,
          first: await readMemory(repos, to_id, now()),
          second: await readMemory(repos, from_id, now()),
        })
      return { items }
    })

export type ListContradictions = ReturnType<typeof makeListContradictions>

/**
 * What a person says of two memories that contradict each other or may be one: that one takes the place of the other, or that
 * both hold. It answers with the one that was named first.
 *
 * @throws DomainError `memory.not_found`, `memory.same`.
 */
export const makeSettlePair =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, request: SettleRequest): Promise<Memory> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const at = now()
      const by = requirePerson(scope)
      const pair = await lockPair(repos, request)
      const policy = await policyOf(repos, pair.kept.project_id)
      await forget(repos, pair)
      if (request.decision === 'replaces')
        await supersede(
          repos,
          { teamId: scope.teamId, by, at, ids, policy },
          {
            newer: pair.kept,
            older: pair.other,
            reason: request.reason || 'said by a person',
            confidence: 1,
          },
        )
      return readMemory(repos, pair.kept.id, at)
    })

export type SettlePair = ReturnType<typeof makeSettlePair>

type Pair = { kept: MemoryRow; other: MemoryRow }

/** @throws DomainError `memory.not_found`, `memory.same`. */
const lockPair = async (
  repos: Pick<TeamRepositories, 'ids' | 'memories'>,
  { keep, other }: SettleRequest,
): Promise<Pair> => {
  const ids = [await memoryIdOf(repos, keep), await memoryIdOf(repos, other)]
  const found = await repos.memories.lock(ids)
  if (ids.some((id) => !found.some((memory) => memory.id === id))) throw memoryNotFound()
  const locked = found.filter(({ status }) => status === 'active' || status === 'draft')
  const [kept, second] = ids.map((id) => locked.find((memory) => memory.id === id))
  if (kept === undefined || second === undefined || kept === second) throw memorySame()
  return { kept, other: second }
}

/** What was found between two of them is answered, and speaks against neither any more. */
const forget = async (repos: TeamRepositories, pair: Pair): Promise<void> => {
  const ids: string[] = [pair.kept.id, pair.other.id]
  for (const relation of await repos.memories.relationsOf([pair.kept.id])) {
    if (relation.type === 'supersedes') continue
    if (!ids.includes(relation.from_id) || !ids.includes(relation.to_id)) continue
    const private_to = pair.kept.private_to ?? pair.other.private_to
    await repos.memories.relate({ ...relation, status: 'dismissed', private_to })
  }
  for (const name of ['kept', 'other'] as const) {
    const memory = pair[name]
    const opposite = name === 'kept' ? pair.other : pair.kept
    await repos.memories.removeSignal(memory.id, 'contradicted', `memory:${opposite.id}`)
    pair[name] = await weighAgain(repos, memory, await repos.memories.evidenceOf(memory.id))
    await repos.memories.update(pair[name])
  }
}
