import type { MemoryAction, MemoryRow, TeamRepositories } from '@teamlore/db'
import { isServed } from '@teamlore/shared/memory-kinds'
import { indexMemories } from './index-memories.ts'
import { contradict } from './spoken-against.ts'
import { changeMemory } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

/** What a person may say of a pair; the decision is kept under the same name. */
export const isSettling = (decision: string): boolean =>
  decision === 'replaces' || decision === 'both'

export type Undoing = { action: MemoryAction; standing: readonly MemoryRow[] }

/**
 * Takes back what a person said of a pair: what was found between the two counts again, and the one that gave or got back its
 * place stands as before.
 */
export const unsettle = async (
  repos: TeamRepositories,
  writingOf: (memory: MemoryRow) => Promise<Writing>,
  { action: { before, decision, ...action }, standing }: Undoing,
): Promise<void> => {
  const relations = action.relations ?? []
  const [first, second] = before
  const [one, other] = standing
  // Without the other one there is nothing to restore between them.
  if (first === undefined || second === undefined || one === undefined || other === undefined)
    return
  const writing = await writingOf(one)
  await repos.memories.unrelate(first.id, second.id)
  await repos.memories.unrelate(second.id, first.id)
  for (const relation of relations)
    await repos.memories.relate({
      ...relation,
      private_to: first.private_to ?? second.private_to,
    })
  const changed = decision === 'replaces' ? second : before.find(isReplaced)
  const now = standing.find(({ id }) => id === changed?.id)
  if (changed !== undefined && now !== undefined && now.status !== changed.status)
    await changeMemory(
      repos,
      writing,
      { ...changed, version: now.version },
      { change: 'undone', note: null, validFrom: since(changed, writing.at) },
    )
  if (relations.some(({ type, status }) => type === 'contradicts' && status === 'held'))
    await contradict(repos, writing, [first.id, second.id])
  await indexMemories(repos, writing, [first.id, second.id])
}

const isReplaced = ({ status }: MemoryRow): boolean => status === 'superseded'

const since = (memory: MemoryRow, at: Date): string =>
  isServed(memory.status) ? memory.valid_from : at.toISOString()
