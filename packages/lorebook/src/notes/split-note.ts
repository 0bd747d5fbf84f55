export type SplitNote = {
  /** Undefined where the file has none. */
  frontMatter: string | undefined
  body: string
  /** Line of the file in which the body begins, from 1. */
  bodyLine: number
  /** Whether front matter begins and never ends. */
  isUnclosed: boolean
}

const FENCE = /^---[ \t]*$/u
const END = /^(?:---|\.\.\.)[ \t]*$/u
/** The name of a field and its colon, whatever signs the name has. */
const FIELD = /^["']?[^\s:#"'-][^:]*:/u
/** One of at most three words, which a sentence with a colon is not. */
const SHORT_FIELD = /^["']?[^\s:#"'-]+(?: [^\s:]+){0,2}["']?:(?:\s|$)/u
const YAML_LINE = /^(?:[ \t]|-[ \t]|#|$)/u
/** Marks that show nothing, which some programs write at the beginning of a file. */
const UNSEEN = /^[\ufeff\u200b-\u200f\u2060]+/u
/** So many lines of a body are looked at for one more block. */
const MAX_LINES = 2_000

/** Text with one kind of line end and without marks that show nothing before it. */
export const plainText = (text: string): string => {
  const unmarked = text.replace(UNSEEN, '')
  return unmarked.includes('\r') ? unmarked.replace(/\r\n?/gu, '\n') : unmarked
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** A block right after another, as sync tools write above what a person wrote. */
const nextBlock = (body: string): { gap: number; lines: string[] } | undefined => {
  const lines = body.split('\n', MAX_LINES)
  const gap = lines.findIndex((line) => line.trim() !== '')
  if (gap === -1 || !FENCE.test(lines[gap] ?? '') || !FIELD.test(lines[gap + 1] ?? ''))
    return undefined
  const end = lines.findIndex((line, at) => at > gap && END.test(line))
  if (end === -1) return undefined
  const fields = lines.slice(gap + 1, end)
  // A rule above a text looks the same; a block has nothing but fields.
  return fields.every((line) => FIELD.test(line) || YAML_LINE.test(line))
    ? { gap, lines: fields }
    : undefined
}

/** One more block, if there is one, at the end of the front matter. Its fields keep their lines: all else is empty lines there. */
const withNext = (note: SplitNote): SplitNote | undefined => {
  const next = note.frontMatter === undefined ? undefined : nextBlock(note.body)
  if (note.frontMatter === undefined || next === undefined) return undefined
  const taken = next.gap + next.lines.length + 2
  return {
    frontMatter: `${note.frontMatter}${'\n'.repeat(next.gap + 2)}${next.lines.join('\n')}\n`,
    body: note.body.split('\n').slice(taken).join('\n'),
    bodyLine: note.bodyLine + taken,
    isUnclosed: false,
  }
}

/** Takes a plain text apart: front matter, in one block or several, and the body after it. */
export const splitNote = (text: string): SplitNote => {
  let note = splitFirst(text)
  for (let next = withNext(note); next !== undefined; next = withNext(note)) note = next
  return note
}

/**
 * Two rulers with text between them: the first line below the upper one is empty, and the next names no field; or there are
 * empty lines above it, and no line names one.
 */
const isBetweenRulers = (block: string, isBelowEmpty: boolean): boolean => {
  const isText = (line = '') => !SHORT_FIELD.test(line) && !YAML_LINE.test(line)
  const lines = block.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first === -1 || !isText(lines[first])) return false
  return first > 0 || (isBelowEmpty && !lines.some((line) => SHORT_FIELD.test(line)))
}

/** Front matter between its two fences, and the body after it. Empty lines above it stand at its beginning, so that lines count on. */
const splitFirst = (whole: string): SplitNote => {
  const none = { frontMatter: undefined, body: whole, bodyLine: 1, isUnclosed: false }
  const above = /^(?:[ \t]*\n)*/u.exec(whole)?.[0] ?? ''
  const text = whole.slice(above.length)
  const first = lineEnd(text, 0)
  if (!FENCE.test(text.slice(0, first))) return none
  const lead = '\n'.repeat(above.split('\n').length - 1)
  let line = lead.length + 2
  for (let at = first + 1; at <= text.length; line += 1) {
    const end = lineEnd(text, at)
    if (END.test(text.slice(at, end))) {
      const block = text.slice(first + 1, at)
      if (isBetweenRulers(block, above !== '')) return none
      return {
        frontMatter: `${lead}${block}`,
        body: text.slice(end + 1),
        bodyLine: line + 1,
        isUnclosed: false,
      }
    }
    at = end + 1
  }
  // A ruler on top of plain Markdown looks the same, but no field follows it.
  const second = text.slice(first + 1, lineEnd(text, first + 1))
  return { ...none, isUnclosed: FIELD.test(second) }
}
