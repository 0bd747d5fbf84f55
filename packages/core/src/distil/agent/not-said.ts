import { isLive } from '../transcript/prompt-ranges.ts'
import { messagePages, type Reading } from '../transcript/read-session.ts'
import { OWN_TOOL } from './match-quotes.ts'

/** Which of these letters, in lower case, stand nowhere in a session. */
export type NotSaid = (letters: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Looks in the messages as they are stored: what is distilled of a long output is its beginning and its end. All letters in one pass,
 * page by page; calls of Teamlore's own tools say nothing.
 */
export const notSaidIn =
  (reading: Reading): NotSaid =>
  async (letters) => {
    const left = new Set(letters)
    if (left.size === 0) return left
    for await (const page of messagePages(reading)) {
      const blocks = page
        .filter(isLive)
        .flatMap((message) => message.blocks)
        .filter((block) => block.type !== 'tool_call' || !OWN_TOOL.test(block.name))
      const text = JSON.stringify(blocks).toLowerCase()
      for (const one of left) if (text.includes(one)) left.delete(one)
      if (left.size === 0) break
    }
    return left
  }
