import type { MemoryRow, TeamRepositories } from '@teamlore/db'
import type { RelationType } from '@teamlore/shared/memories'
import type { Related } from './find-relations.ts'
import { reconsider } from './reconsider.ts'
import { supersede } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

type Created = { memory: MemoryRow; relations: readonly Related[] }

/** At most so many doubtful pairs are put before a person for one memory. */
const MAX_DOUBTFUL = 3

/** Writes down how a new memory stands to those that hold. One of them may give its place to it, and no more than one. */
export const relateCreated = async (
  repos: TeamRepositories,
  writing: Writing,
  { memory, relations }: Created,
): Promise<'created' | 'superseded' | 'proposed'> => {
  const replaced = relations.find(({ relation }) => relation === 'supersedes')
  let doubtful = 0
  for (const related of relations) {
    if (related === replaced) continue
    const type = typeOf(related)
    if (type === 'relates' && ++doubtful > MAX_DOUBTFUL) continue
    await write(repos, writing, { memory, related, type })
  }
  if (replaced === undefined) return doubtful > 0 ? 'proposed' : 'created'
  const [older] = await repos.memories.lock([replaced.memory.id])
  const [own] = await repos.memories.lock([memory.id])
  if (older === undefined || own === undefined) return 'created'
  const pair = replaced.isIncomingOlder ? { newer: older, older: own } : { newer: own, older }
  const { reason, confidence } = replaced
  await supersede(repos, writing, { ...pair, reason, confidence })
  return 'superseded'
}

/** Doubtful pairs, and a second one that seems replaced, are a person's to decide. */
const typeOf = ({ relation }: Related): RelationType => {
  if (relation === 'contradicts' || relation === 'amends' || relation === 'duplicates')
    return relation
  return 'relates'
}

const write = async (
  repos: TeamRepositories,
  writing: Writing,
  { memory, related, type }: { memory: MemoryRow; related: Related; type: RelationType },
): Promise<void> => {
  const [from, to] = related.isIncomingOlder
    ? [related.memory.id, memory.id]
    : [memory.id, related.memory.id]
  const at = writing.at.toISOString()
  await repos.memories.relate({
    from_id: from,
    to_id: to,
    type,
    status: type === 'relates' ? 'proposed' : 'held',
    confidence: related.confidence,
    reason: related.reason,
    created_by: writing.by,
    created_at: at,
    private_to: memory.private_to ?? related.memory.private_to,
  })
  if (type === 'contradicts') await contradict(repos, writing, [memory.id, related.memory.id])
}

/** Each speaks against the other: neither is as sure as it was. */
export const contradict = async (
  repos: TeamRepositories,
  writing: Writing,
  ids: readonly [string, string],
): Promise<void> => {
  for (const row of await repos.memories.lock(ids)) {
    const other = ids.find((id) => id !== row.id) ?? row.id
    const isNew = await repos.memories.addSignal({
      memory_id: row.id,
      type: 'contradicted',
      source: `memory:${other}`,
      user_id: null,
      machine_id: null,
      session_id: null,
      note: '',
      created_at: writing.at.toISOString(),
      private_to: row.private_to,
    })
    if (isNew) await reconsider(repos, writing, row)
  }
}
