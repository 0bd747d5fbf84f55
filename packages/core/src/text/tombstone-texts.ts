import { hash } from 'node:crypto'
import type { Block, TeamId } from '@teamlore/shared'

const hashOf = (...parts: readonly string[]): string => hash('sha256', parts.join('\n'), 'hex')

/** Texts of a message in their order; null where it has none. */
const wordsIn = (blocks: readonly Block[]): string | null => {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return texts.length === 0 ? null : texts.join('\n')
}

/** Hashes by which what was forgotten is known again. The database makes the same ones (`tombstoneOf` of db). */
export const tombstoneOf = {
  session: (team: TeamId, tool: string, nativeId: string): string =>
    hashOf('session', team, tool, nativeId),
  message: (team: TeamId, tool: string, nativeId: string, key: string): string =>
    hashOf('message', team, tool, nativeId, key),
  copy: (team: TeamId, tool: string, key: string, time: string): string =>
    hashOf('copy', team, tool, key, String(Date.parse(time))),
  words: (team: TeamId, time: string, words: string): string =>
    hashOf('words', team, String(Date.parse(time)), words),
  /** `words`: the statement without what does not count. */
  memory: (team: TeamId, words: string): string => hashOf('memory', team, words),
}

/** All names under which a message may have been forgotten. */
export const namesOfMessage = (
  team: TeamId,
  { tool, nativeId }: { tool: string; nativeId: string },
  { key, ts, blocks }: { key: string; ts: string | null; blocks: readonly Block[] },
): string[] => {
  const own = tombstoneOf.message(team, tool, nativeId, key)
  if (ts === null) return [own]
  const words = wordsIn(blocks)
  const copy = tombstoneOf.copy(team, tool, key, ts)
  return words === null ? [own, copy] : [own, copy, tombstoneOf.words(team, ts, words)]
}
