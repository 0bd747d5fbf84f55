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

const YAML_LINE = /^(?:[ \t]|-[ \t]|#|$)/u

/** A second block right after the first, as sync tools write above what a person wrote. */
const secondBlock = (body: string): { gap: number; lines: string[] } | undefined => {
  const lines = body.split('\n', 2_000)
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

/** Takes a plain text apart: front matter, in one block or two, and the body after it. */
export const splitNote = (text: string): SplitNote => {
  const first = splitFirst(text)
  const second = first.frontMatter === undefined ? undefined : secondBlock(first.body)
  if (first.frontMatter === undefined || second === undefined) return first
  const { gap, lines } = second
  // Its fields keep their lines: the fence between the two and what is around it are empty lines here.
  const between = '\n'.repeat(gap + 2)
  return {
    frontMatter: `${first.frontMatter}${between}${lines.join('\n')}\n`,
    body: first.body
      .split('\n')
      .slice(gap + lines.length + 2)
      .join('\n'),
    bodyLine: first.bodyLine + gap + lines.length + 2,
    isUnclosed: false,
  }
}

/** Takes a plain text apart: front matter between its two fences, and the body after it. */
const splitFirst = (text: string): SplitNote => {
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
