import type { Block } from '../contracts/message.contract.ts'

/** What joins the parts of a name before it is hashed; no id, tool or key has it. */
const named = (...parts: readonly string[]): string => parts.join('\n')

/** Texts of a message in their order; null where it has none. */
const wordsIn = (blocks: readonly Block[]): string | null => {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return texts.length === 0 ? null : texts.join('\n')
}

/**
 * Names by whose SHA-256 what was forgotten is known again, by the server and by machines. Each begins with its kind and holds the
 * team, so that hashes of one team are nothing to another.
 */
export const tombstoneName = {
  session: (team: string, tool: string, nativeId: string): string =>
    named('session', team, tool, nativeId),
  message: (team: string, tool: string, nativeId: string, key: string): string =>
    named('message', team, tool, nativeId, key),
  copy: (team: string, tool: string, key: string, time: string): string =>
    named('copy', team, tool, key, String(Date.parse(time))),
  words: (team: string, time: string, words: string): string =>
    named('words', team, String(Date.parse(time)), words),
  /** `words`: the statement without what does not count. */
  memory: (team: string, words: string): string => named('memory', team, words),
}

/** All names under which a message may have been forgotten. */
export const tombstoneNamesOf = (
  team: string,
  { tool, nativeId }: { tool: string; nativeId: string },
  { key, ts, blocks }: { key: string; ts: string | null; blocks: readonly Block[] },
): string[] => {
  const own = tombstoneName.message(team, tool, nativeId, key)
  if (ts === null) return [own]
  const words = wordsIn(blocks)
  const copy = tombstoneName.copy(team, tool, key, ts)
  return words === null ? [own, copy] : [own, copy, tombstoneName.words(team, ts, words)]
}
