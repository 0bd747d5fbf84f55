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
const FIELD = /^[\p{L}_][\p{L}\p{N}_ -]*:/u

/** Text with one kind of line end and without a byte order mark. */
export const plainText = (text: string): string => {
  const unmarked = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  return unmarked.includes('\r') ? unmarked.replace(/\r\n?/gu, '\n') : unmarked
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** Takes a plain text apart: front matter between its two fences, and the body after it. */
export const splitNote = (text: string): SplitNote => {
  const whole = { frontMatter: undefined, body: text, bodyLine: 1, isUnclosed: false }
  const first = lineEnd(text, 0)
  if (!FENCE.test(text.slice(0, first))) return whole
  let line = 2
  for (let at = first + 1; at <= text.length; line += 1) {
    const end = lineEnd(text, at)
    if (END.test(text.slice(at, end)))
      return {
        frontMatter: text.slice(first + 1, at),
        body: text.slice(end + 1),
        bodyLine: line + 1,
        isUnclosed: false,
      }
    at = end + 1
  }
  // A ruler on top of plain Markdown looks the same, but no field follows it.
  const second = text.slice(first + 1, lineEnd(text, first + 1))
  return { ...whole, isUnclosed: FIELD.test(second) }
}
