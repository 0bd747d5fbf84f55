import type { BenchTeam, BenchWorld } from './bench-world.ts'
import { createRandom } from './random.ts'
import { readRows } from './read-rows.ts'

export type PromptQuestion = { text: string; sourceId: string }

const SEED = 11
const MIN_WORDS = 3
const MAX_WORDS = 6
const WORD = /[\p{L}\p{N}_.\-/]{4,40}/gu

/** Three to six words that stand one after the other in a prompt somebody wrote; the same in every run over the same sessions. */
export const promptQuestions = async (
  world: BenchWorld,
  { teamId }: BenchTeam,
  count: number,
): Promise<PromptQuestion[]> => {
  const prompts = await readRows<{ body: string; source_id: string }>(
    world,
    `select body, min(source_id) as source_id from teamlore.documents
     where team_id = '${teamId}' and kind = 'prompt' and chunk = 0 group by body order by body collate "C"`,
  )
  const worded = prompts
    .map(({ body, source_id }) => ({
      words: [...new Set(body.match(WORD) ?? [])],
      sourceId: source_id,
    }))
    .filter(({ words }) => words.length >= MAX_WORDS)
  const random = createRandom(SEED)
  return Array.from({ length: count }, () => {
    const { words, sourceId } = random.pick(worded)
    const length = MIN_WORDS + random.int(MAX_WORDS - MIN_WORDS + 1)
    const at = random.int(words.length - length + 1)
    return { text: words.slice(at, at + length).join(' '), sourceId }
  })
}
