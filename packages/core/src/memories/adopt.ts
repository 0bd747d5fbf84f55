import type { MemoryRow, TeamRepositories } from '@teamlore/db'
import type { MemorySlots } from '@teamlore/shared/memories'
import { indexMemories } from './index-memories.ts'
import type { Writing } from './writing.types.ts'

type Repositories = Pick<TeamRepositories, 'memories' | 'memoryQuestions' | 'documents' | 'outbox'>

/**
 * What knew no slots is compared from now on by those of whoever says the same and knows them, and what had no questions is found by
 * theirs. What it says stays, so it is no new version.
 */
export const adopt = async (
  repos: Repositories,
  writing: Pick<Writing, 'teamId' | 'ids'>,
  id: MemoryRow['id'],
  { slots, questions }: { slots: MemorySlots; questions: readonly string[] },
): Promise<void> => {
  const [known] = await repos.memories.lock([id])
  if (known === undefined) return
  const lacksSlots = known.slots.subject === null && slots.subject !== null
  if (lacksSlots)
    await repos.memories.update({
      ...known,
      slots: { ...slots, value: slots.value ?? known.slots.value },
    })
  if (known.questions.length === 0 && questions.length > 0)
    await keepQuestions(repos, writing, known, questions)
  else if (lacksSlots) await indexMemories(repos, writing, [id])
}

/** Keeps what this version of a memory answers, and lets it be found by that. */
export const keepQuestions = async (
  repos: Repositories,
  writing: Pick<Writing, 'teamId' | 'ids'>,
  { id, version }: Pick<MemoryRow, 'id' | 'version'>,
  questions: readonly string[],
): Promise<void> => {
  await repos.memoryQuestions.keep(id, version, questions)
  await indexMemories(repos, writing, [id])
}
