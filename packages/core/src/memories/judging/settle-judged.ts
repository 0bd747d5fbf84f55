import type { MemoryRow, TeamRepositories } from '@teamlore/db'
import type { RelationType } from '@teamlore/shared/memories'
import { contradict, mayOppose } from '../spoken-against.ts'
import { supersede } from '../write-memory.ts'
import type { Writing } from '../writing.types.ts'
import type { PairVerdict } from './judge-pair.ts'

/** Whose model it was: the team's own, or that of a member's coding agent, whose answers nobody else has seen. */
export type Asked = 'team' | 'member'

type Settled = { earlier: MemoryRow; later: MemoryRow; verdict: PairVerdict; asked: Asked }

const WHO: Record<Asked, string> = {
  team: 'a language model compared them',
  member: 'the coding agent of a member compared them',
}

const isReviewed = ({ reviewed_at }: MemoryRow): boolean => reviewed_at !== null

/** Two answers that agree and are proven; still a model's word. */
const SURE = 0.9
const DOUBTFUL = 0.5

/**
 * Writes down what a language model said of two memories. What it was not sure of waits for a person.
 *
 * @returns whether the earlier one gave its place to the later one.
 */
export const settleJudged = async (
  repos: TeamRepositories,
  writing: Writing,
  { earlier, later, verdict, asked }: Settled,
): Promise<boolean> => {
  const isOrdered = earlier.valid_from !== later.valid_from
  const relate = (type: RelationType, reason: string, status: 'held' | 'proposed' = 'held') =>
    repos.memories.relate({
      from_id: later.id,
      to_id: earlier.id,
      type,
      status,
      reason,
      confidence: status === 'held' ? SURE : DOUBTFUL,
      created_by: writing.by,
      created_at: writing.at.toISOString(),
      private_to: later.private_to ?? earlier.private_to,
    })
  const because = `${WHO[asked]}: “${verdict.later}” after “${verdict.earlier}”`
  if (verdict.as === 'unsure') {
    await relate('relates', 'a language model was asked twice and was not sure', 'proposed')
    return false
  }
  await forgetDoubt(repos, earlier, later)
  switch (verdict.as) {
    case 'apart':
      return false
    case 'same':
      await relate('duplicates', because)
      return false
    case 'narrows':
      await relate('amends', because)
      return false
    case 'contradicts':
    case 'replaces':
      // What a person has reviewed gives way to a person alone, where nobody can look at what was asked.
      if (asked === 'member' && (isReviewed(earlier) || isReviewed(later))) {
        await relate('relates', because, 'proposed')
        return false
      }
      if (isOrdered && verdict.as === 'replaces') {
        await supersede(repos, writing, {
          newer: later,
          older: earlier,
          reason: because,
          confidence: SURE,
        })
        return true
      }
      if (!mayOppose([later, earlier])) {
        await relate('contradicts', because, 'proposed')
        return false
      }
      await relate('contradicts', because)
      await contradict(repos, writing, [later.id, earlier.id])
      return false
  }
}

/** What rules were not sure of needs no person any more. */
const forgetDoubt = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  earlier: MemoryRow,
  later: MemoryRow,
): Promise<void> => {
  const ids: string[] = [earlier.id, later.id]
  for (const relation of await memories.relationsOf([later.id])) {
    const isOfPair = ids.includes(relation.from_id) && ids.includes(relation.to_id)
    if (!isOfPair || relation.type !== 'relates' || relation.status !== 'proposed') continue
    const private_to = later.private_to ?? earlier.private_to
    await memories.relate({ ...relation, status: 'dismissed', private_to })
  }
}
