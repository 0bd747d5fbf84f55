import type { Finding } from './redaction.types.ts'

const TAG = /<(\/?)private>/gi

/**
 * Finds what a person marked with `<private>…</private>`, tags and all. Blocks may nest; one that is never closed is
 * left alone, or a mere mention of the tag would swallow the rest of the text.
 */
export const findPrivateBlocks = (text: string): Finding[] => {
  const open: number[] = []
  const blocks: Finding[] = []
  for (const tag of text.matchAll(TAG)) {
    if (tag[1] === '') {
      open.push(tag.index)
      continue
    }
    const start = open.pop()
    if (start === undefined) continue
    while ((blocks.at(-1)?.start ?? -1) > start) blocks.pop()
    blocks.push({ start, end: tag.index + tag[0].length, rule: 'private' })
  }
  return blocks
}
