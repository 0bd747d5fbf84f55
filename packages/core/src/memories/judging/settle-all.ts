import type { MemoryRow, TeamRepositories } from '@teamlore/db'
import { isServed } from '@teamlore/shared/memory-kinds'
import { isAsAsked } from '../as-asked.ts'
import { lockOpen } from '../open-memories.ts'
import { policyOf } from '../policy.ts'
import type { Writing } from '../writing.types.ts'
import { inTime } from './in-time.ts'
import type { PairVerdict } from './judge-pair.ts'
import { type Asked, settleJudged } from './settle-judged.ts'

export type Judged = { other: MemoryRow; verdict: PairVerdict }

/** @returns how many gave their place to another. */
export const settleAll = async (
  repos: TeamRepositories,
  { asked, ...by }: Pick<Writing, 'teamId' | 'ids' | 'at'> & { asked: Asked },
  { memory, judged }: { memory: MemoryRow; judged: readonly Judged[] },
): Promise<number> => {
  await repos.memories.lockProject(memory.project_id)
  const policy = await policyOf(repos, memory.project_id)
  // Whoever was asked, it is a model's word: no person said so.
  const writing: Writing = { ...by, by: null, policy }
  let replaced = 0
  for (const { other, verdict } of judged) {
    const asJudged = [memory, other]
    const { memories: rows } = await lockOpen(
      repos,
      asJudged.map(({ id }) => id),
    )
    // What was changed meanwhile was not judged as it stands now; what rests on something private by now is left as it is.
    const [a, b] = asJudged.map((one) =>
      rows.find((row) => row.id === one.id && isAsAsked(row, one) && isServed(row.status)),
    )
    if (a === undefined || b === undefined) continue
    replaced += (await settleJudged(repos, writing, { ...inTime(a, b), verdict, asked })) ? 1 : 0
  }
  await noteJudged(repos, memory)
  return replaced
}

export const noteJudged = async (
  repos: Pick<TeamRepositories, 'memoryJudging' | 'memories' | 'outcomes'>,
  { id, version }: MemoryRow,
): Promise<void> => {
  const { skipped } = await lockOpen(repos, [id])
  if (skipped === 0) await repos.memoryJudging.noteJudged(id, version)
}
