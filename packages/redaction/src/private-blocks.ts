import type { Finding } from './redaction.types.ts'

/** `<private>`, `</private>`, also with attributes. */
const TAG = /<(\/?)private(?:\s[^<>]{0,200})?>/gi

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

/** A tag in backticks only is talked about. */
const MEANT_TAG = /(?<!`)<(\/?)private(?:\s[^<>]{0,200})?>(?!`)/gi

/**
 * What a person typed, piece by piece, with every private block closed: one that goes on in the next piece is opened there
 * again, and one that is never closed lasts to the end. A person who marks something means it, even with a slip.
 */
export const withClosedPrivateBlocks = (pieces: readonly string[]): string[] => {
  let open = 0
  return pieces.map((piece) => {
    const before = open
    for (const [, slash] of piece.matchAll(MEANT_TAG)) {
      if (slash === '') open++
      else if (open > 0) open--
    }
    return '<private>'.repeat(before) + piece + '</private>'.repeat(open)
  })
}
