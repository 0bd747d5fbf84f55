import type { Block } from '@teamlore/shared'
import { recordTokens } from '../text/count-tokens.ts'
import { textOfBlocks } from './text-of-blocks.ts'

const counted = new WeakMap<readonly Block[], number>()

/**
 * Tokens of a message's whole record. They are counted once for a list of blocks: each of its documents carries them, and whoever
 * writes messages can have them counted before the transaction, in which others would wait for it.
 */
export const tokensOfBlocks = (blocks: readonly Block[]): number => {
  const before = counted.get(blocks)
  if (before !== undefined) return before
  const tokens = recordTokens(textOfBlocks(blocks))
  counted.set(blocks, tokens)
  return tokens
}
