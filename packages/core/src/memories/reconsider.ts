import type { MemoryRow } from '@teamlore/db'
import { isSpokenAgainst } from './status-of.ts'
import { changeMemory, weighAgain } from './write-memory.ts'
import type { MemoryRepositories, Writing } from './writing.types.ts'

/**
 * Weighs a memory again after something spoke for or against it. What nobody had reviewed is withdrawn by a contradiction, a
 * correction, a revert or a change that was turned down: it is served no more, and waits for a person.
 */
export const reconsider = async (
  repos: MemoryRepositories,
  writing: Writing,
  memory: MemoryRow,
): Promise<MemoryRow> => {
  const weighed = await weighAgain(repos, memory, await repos.memories.evidenceOf(memory.id))
  const signals = await repos.memories.signalsOf([memory.id])
  if (memory.status !== 'unreviewed' || !isSpokenAgainst(signals)) {
    await repos.memories.update(weighed)
    return weighed
  }
  return changeMemory(
    repos,
    writing,
    { ...weighed, status: 'draft' },
    {
      change: 'withdrawn',
      note: `before anybody reviewed it: ${signals.findLast((one) => isSpokenAgainst([one]))?.type.replaceAll('_', ' ')}`,
      validFrom: writing.at.toISOString(),
    },
  )
}
