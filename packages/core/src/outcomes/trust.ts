import type { MemorySignalType, TeamRepositories } from '@teamlore/db'
import type { MemoryId } from '@teamlore/shared'
import { lockOpen } from '../memories/open-memories.ts'
import { policyOf } from '../memories/policy.ts'
import { reconsider } from '../memories/reconsider.ts'
import { weighAgain } from '../memories/write-memory.ts'
import type { Writing } from '../memories/writing.types.ts'

/** What speaks against memories, once for each source of it. */
export type SaidAgainst = {
  type: Extract<MemorySignalType, 'change_rejected' | 'reverted' | 'test_failed'>
  source: string
  note: string
}

/** @returns how many are trusted less now. One that rests on what fewer people may read is left as it is. */
export const lowerTrust = async (
  repos: TeamRepositories,
  said: SaidAgainst,
  ids: readonly MemoryId[],
  made: Omit<Writing, 'policy'>,
): Promise<number> => {
  let lowered = 0
  const { memories } = await lockOpen(repos, ids)
  for (const memory of memories) {
    const isNew = await repos.memories.addSignal({
      memory_id: memory.id,
      private_to: memory.private_to,
      type: said.type,
      source: said.source,
      user_id: made.by,
      machine_id: null,
      session_id: null,
      note: said.note,
      created_at: made.at.toISOString(),
    })
    if (!isNew) continue
    lowered++
    const policy = await policyOf(repos, memory.project_id)
    await reconsider(repos, { ...made, policy }, memory)
  }
  return lowered
}

/** Takes back what was said against them. @returns how many are trusted as before. */
export const restoreTrust = async (
  repos: TeamRepositories,
  { type, source }: Pick<SaidAgainst, 'type' | 'source'>,
): Promise<number> => {
  const signalled = await repos.outcomes.signalled(type, source)
  const { memories } = await lockOpen(
    repos,
    signalled.map(({ id }) => id),
  )
  for (const memory of memories) {
    await repos.memories.removeSignal(memory.id, type, source)
    const evidence = await repos.memories.evidenceOf(memory.id)
    await repos.memories.update(await weighAgain(repos, memory, evidence))
  }
  return memories.length
}
