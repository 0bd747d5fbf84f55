import type { MemoryRow } from '@teamlore/db'
import { findDependants } from './find-dependants.ts'
import type { MemoryRepositories, Writing } from './writing.types.ts'

/** Of rules, which have no more to go by than words. */
const BY_RULES = 0.7

/**
 * Writes down what rests on a memory that just gave its place to another, as far as its words say so. Nothing is retired by it: who
 * reads it sees what changed, and a person decides whether it holds all the same.
 */
export const noteDependants = async (
  { memories }: Pick<MemoryRepositories, 'memories'>,
  writing: Writing,
  { newer, older }: { newer: MemoryRow; older: MemoryRow },
): Promise<void> => {
  const living = await memories.living({
    projectId: older.project_id,
    privateTo: older.private_to,
  })
  const others = living.filter(
    ({ id, valid_from }) =>
      id !== newer.id && id !== older.id && Date.parse(valid_from) <= Date.parse(newer.valid_from),
  )
  for (const { id, reason } of findDependants({ older, newer }, others))
    await memories.relate({
      from_id: id,
      to_id: older.id,
      type: 'rests_on',
      status: 'held',
      confidence: BY_RULES,
      reason,
      created_by: null,
      created_at: writing.at.toISOString(),
      private_to:
        others.find((one) => one.id === id)?.private_to ?? newer.private_to ?? older.private_to,
    })
}
