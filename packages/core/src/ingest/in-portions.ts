import type { Block } from '@teamlore/shared'
import { contentSize } from './content-size.ts'

/** One statement's worth: enough to be quick, little enough that nobody waits long behind it. */
const MAX_MESSAGES = 250
const MAX_CHARS = 1_000_000

/** Parts messages, in order, into lists of a bounded number and size. A larger message stands alone. */
export const inPortions = <M extends { blocks: readonly Block[] }>(
  messages: readonly M[],
): M[][] => {
  const portions: M[][] = []
  let portion: M[] = []
  let chars = 0
  for (const message of messages) {
    const size = contentSize(message.blocks)
    const isFull = portion.length >= MAX_MESSAGES || chars + size > MAX_CHARS
    if (portion.length > 0 && isFull) {
      portions.push(portion)
      portion = []
      chars = 0
    }
    portion.push(message)
    chars += size
  }
  if (portion.length > 0) portions.push(portion)
  return portions
}
