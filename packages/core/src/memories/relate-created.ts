import type { MemoryRow, TeamRepositories } from '@teamlore/db'
import type { RelationType } from '@teamlore/shared/memories'
import type { Related } from './find-relations.ts'
import { contradict, mayOppose } from './spoken-against.ts'
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
  const isDoubtful =
    type === 'relates' || (type === 'contradicts' && !mayOppose([memory, related.memory]))
  await repos.memories.relate({
    from_id: from,
    to_id: to,
    type,
    status: isDoubtful ? 'proposed' : 'held',
    confidence: related.confidence,
    reason: related.reason,
    created_by: writing.by,
    created_at: at,
    private_to: memory.private_to ?? related.memory.private_to,
  })
  if (type === 'contradicts' && !isDoubtful)
    await contradict(repos, writing, [memory.id, related.memory.id])
}
