import type { MemoryRelationRow, MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { Memory } from '@teamlore/shared/memories'
import { isLiving } from '@teamlore/shared/memory-kinds'
import type {
  Contradictions,
  ContradictionsQuery,
  SettleRequest,
} from '@teamlore/shared/memory-review'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { indexMemories } from './index-memories.ts'
import { memoryNotFound, memorySame } from './memories.errors.ts'
import { policyOf } from './policy.ts'
import { memoryIdOf, readMemories, readMemory } from './read-memory.ts'
import { changeMemory, supersede, weighAgain } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document' | 'event'>
}

/** Memories that contradict each other and both hold, each pair with both sides whole. */
export const makeListContradictions =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope, { project, limit }: ContradictionsQuery): Promise<Contradictions> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const pairs = await repos.memoryReview.contradictions(projectFilter(project), limit)
      const sides = new Set(pairs.flatMap(({ from_id, to_id }) => [from_id, to_id]))
      const memories = await readMemories(repos, [...sides], now())
      const byId = new Map<string, Memory>(memories.map((memory) => [memory.id, memory]))
      const items = pairs.flatMap(({ from_id, to_id, ...pair }) => {
        const [first, second] = [byId.get(to_id), byId.get(from_id)]
        return first && second ? { ...pair, first, second } : []
      })
      return { items }
    })

export type ListContradictions = ReturnType<typeof makeListContradictions>

/**
 * What a person says of two memories that contradict each other or may be one: that one takes the place of the other, or that
 * both hold. Of two of which one took the place of the other, that both hold after all. It answers with the one that was named
 * first; `undo` takes it back.
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
      const writing: Writing = { teamId: scope.teamId, by, at, ids, policy }
      const { decision, reason } = request
      const before = [pair.kept, pair.other]
      const relations = await relationsBetween(repos, pair)
      await forget(repos, writing, { pair, relations })
      if (decision === 'both') await holdBeside(repos, writing, { pair, reason })
      else
        await supersede(repos, writing, {
          newer: pair.kept,
          older: pair.other,
          reason: reason || 'said by a person',
          confidence: 1,
        })
      const action = { id: ids.event(), decision, before, relations, private_to: ownerOf(pair) }
      await repos.memoryReview.addAction(action, { by, at })
      return readMemory(repos, pair.kept.id, at)
    })

export type SettlePair = ReturnType<typeof makeSettlePair>

type Pair = { kept: MemoryRow; other: MemoryRow }

const ownerOf = ({ kept, other }: Pair) => kept.private_to ?? other.private_to

/** @throws DomainError `memory.not_found`, `memory.same`. */
const lockPair = async (
  repos: Pick<TeamRepositories, 'ids' | 'memories'>,
  { keep, other: second, decision }: SettleRequest,
): Promise<Pair> => {
  const ids = [await memoryIdOf(repos, keep), await memoryIdOf(repos, second)]
  const found = await repos.memories.lock(ids)
  const [kept, other] = ids.map((id) => found.find((memory) => memory.id === id))
  if (kept === undefined || other === undefined) throw memoryNotFound()
  const pair = { kept, other }
  if (kept === other || !(isLiving(kept.status) || isLiving(other.status))) throw memorySame()
  if (isLiving(kept.status) && isLiving(other.status)) return pair
  if (decision === 'both' && replacedOf(pair) !== undefined) return pair
  throw memorySame()
}

/** The one whose place the other took. */
const replacedOf = ({ kept, other }: Pair): MemoryRow | undefined =>
  [kept, other].find(
    ({ status, successor_id }) =>
      status === 'superseded' && (successor_id === kept.id || successor_id === other.id),
  )

const relationsBetween = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  { kept, other }: Pair,
): Promise<MemoryRelationRow[]> => {
  const ids: string[] = [kept.id, other.id]
  const found = await memories.relationsOf([kept.id])
  return found.filter(({ from_id, to_id }) => ids.includes(from_id) && ids.includes(to_id))
}

type Found = { pair: Pair; relations: readonly MemoryRelationRow[] }

/** What was found between two of them is answered, and speaks against neither any more. */
const forget = async (
  repos: TeamRepositories,
  { by, at }: Writing,
  { pair, relations }: Found,
): Promise<void> => {
  const private_to = ownerOf(pair)
  for (const relation of relations)
    await repos.memories.relate({ ...relation, status: 'dismissed', private_to })
  // Where nothing was found yet, nothing is to be looked for: a person has said how they stand.
  if (relations.length === 0)
    await repos.memories.relate({
      from_id: pair.kept.id,
      to_id: pair.other.id,
      type: 'relates',
      status: 'dismissed',
      confidence: 1,
      reason: 'said by a person',
      created_by: by,
      created_at: at.toISOString(),
      private_to,
    })
  for (const name of ['kept', 'other'] as const) {
    const memory = pair[name]
    const opposite = name === 'kept' ? pair.other : pair.kept
    await repos.memories.removeSignal(memory.id, 'contradicted', `memory:${opposite.id}`)
    pair[name] = await weighAgain(repos, memory, await repos.memories.evidenceOf(memory.id))
    await repos.memories.update(pair[name])
  }
}

/** The one that was replaced is again what it was before. */
const holdBeside = async (
  repos: TeamRepositories,
  writing: Writing,
  { pair, reason }: { pair: Pair; reason: string },
): Promise<void> => {
  const replaced = replacedOf(pair)
  if (replaced === undefined) return
  const versions = await repos.memories.versionsOf([replaced.id])
  const status = versions.findLast((version) => version.status !== 'superseded')?.status ?? 'active'
  await changeMemory(
    repos,
    writing,
    { ...replaced, status, successor_id: null },
    { change: 'restored', note: reason || 'both hold' },
  )
  // What the other one says does not stand for the words of this one any more.
  await indexMemories(repos, writing, [pair.kept.id, pair.other.id])
}
