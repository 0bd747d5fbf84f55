import { headingId } from './note-syntax.ts'

const HEADING = /^(#{1,6})[ \t](.*)$/u
const FENCE = /^[ \t]*(```|~~~)/u

/** Levels and words of the headings of a text, by line; those within code are none. */
const headingsOf = (lines: readonly string[]): { line: number; level: number; id: string }[] => {
  let fence: string | undefined
  return lines.flatMap((text, line) => {
    const mark = FENCE.exec(text)?.[1]
    if (mark !== undefined && (fence === undefined || fence === mark))
      fence = fence === undefined ? mark : undefined
    const found = fence === undefined ? HEADING.exec(text) : null
    if (found === null) return []
    return [{ line, level: (found[1] ?? '').length, id: headingId(found[2] ?? '') }]
  })
}

/** The paragraph or list item that a name of a block stands at. */
const blockOf = (lines: readonly string[], name: string): string | undefined => {
  const at = lines.findIndex((line) => line.trimEnd().endsWith(`^${name}`))
  if (at === -1) return undefined
  const isItem = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/u.test(lines[at] ?? '')
  let from = at
  const isOfParagraph = (line: string): boolean => line.trim() !== '' && !HEADING.test(line)
  while (!isItem && from > 0 && isOfParagraph(lines[from - 1] ?? '')) from -= 1
  const text = lines
    .slice(from, at + 1)
    .join('\n')
    .trimEnd()
  return text.slice(0, -name.length - 1).trim()
}

/** What an embed of a heading or a block shows: that part of the text, or all of it where there is no such part. */
export const partOf = (text: string, heading: string): string => {
  const last = heading.split('#').at(-1)?.trim() ?? ''
  if (last === '') return text
  const lines = text.split('\n')
  if (last.startsWith('^')) return blockOf(lines, last.slice(1)) ?? text
  const headings = headingsOf(lines)
  const first = headings.find(({ id }) => id === headingId(last))
  if (first === undefined) return text
  const next = headings.find(({ line, level }) => line > first.line && level <= first.level)
  return lines.slice(first.line, next?.line).join('\n')
}
