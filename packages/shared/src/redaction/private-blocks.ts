import { countUp } from './count-up.ts'

const TAG = /<(\/?)private>/gi

/**
 * Takes out what a person marked with `<private>…</private>`, tags and all. Blocks may nest; one that is never closed is
 * left alone, or a mere mention of the tag would swallow the rest of the text.
 */
export const redactPrivateBlocks = (text: string, kinds: Record<string, number>): string => {
  if (!/<private>/i.test(text)) return text
  const pieces: string[] = []
  const open: number[] = []
  let taken = 0
  TAG.lastIndex = 0
  const blocks: [number, number][] = []
  for (let tag = TAG.exec(text); tag; tag = TAG.exec(text)) {
    if (tag[1] === '') {
      open.push(tag.index)
      continue
    }
    const start = open.pop()
    if (start === undefined) continue
    const end = tag.index + tag[0].length
    while ((blocks.at(-1)?.[0] ?? -1) > start) blocks.pop()
    blocks.push([start, end])
  }
  for (const [start, end] of blocks) {
    pieces.push(text.slice(taken, start), '[REDACTED:private]')
    taken = end
    countUp(kinds, 'private')
  }
  pieces.push(text.slice(taken))
  return pieces.join('')
}
