/** A line of a manifest, without what a program wrote in front of it. */
export type Line = {
  /** How far what is written in it is moved in. The column of a diff counts, for lines that did not change are moved in by it. */
  column: number
  /** Whether an item of a list begins here. */
  isItem: boolean
  /** Where what is written in it begins and ends. */
  from: number
  to: number
  /** Whether the text within JSON ends in it. */
  isLast: boolean
}

const BLANK = '(?:[ \\t]|\\\\{1,7}t)'
/** As `cat -n` and `grep -n` number lines, `grep -A` those behind what it found. */
const NUMBERED = '[ \\t]{0,8}\\d{1,6}(?:[\\t→:|-]|\\\\{1,7}t)|[\\w./-]{1,120}[:-]\\d{1,6}[:-]'
const OF_FILE = '[\\w./-]{1,120}\\.(?:ya?ml|json)[:-]'
const BEGINNING = new RegExp(
  `(?:${NUMBERED}|${OF_FILE})?(?<sign>[+-](?![-+]{2}))?(?<indent>${BLANK}{0,60})(?<item>(?:-[ \\t]{1,4})?)`,
  'y',
)
/** The longest value of a line that the reach of a manifest cuts off. */
const LONGEST = 40_000

type Part = { start: number; end: number }

/** How the line that begins here ends: as it is, or as JSON writes it. */
export const lineEndBehind = (text: string, from: number): string | undefined =>
  /\n|\\{1,7}n/.exec(text.slice(from, from + 200))?.[0]

/** The lines of a part of a text. The last one goes as far as it does. */
export const linesOf = (text: string, { start, end }: Part, lineEnd: string): Line[] => {
  const lines: Line[] = []
  // A quote with fewer backslashes than a line end ends all lines.
  const quote = lineEnd === '\n' ? null : new RegExp(`(?<!\\\\{${lineEnd.length - 1}})"`)
  let from = start
  while (from < end) {
    const next = endOfLine(text, from, lineEnd)
    const isLast = quote?.test(text.slice(from, next)) ?? false
    lines.push({ ...lineAt(text, from, next), isLast })
    from = next + lineEnd.length
  }
  return lines
}

const endOfLine = (text: string, from: number, lineEnd: string): number => {
  const limit = Math.min(text.length, from + LONGEST)
  let at = text.indexOf(lineEnd, from)
  // Behind another backslash it is a line end of what stands within.
  while (lineEnd !== '\n' && at > from && text[at - 1] === '\\') at = text.indexOf(lineEnd, at + 1)
  return at < 0 || at > limit ? limit : at
}

const lineAt = (text: string, start: number, end: number): Omit<Line, 'isLast'> => {
  BEGINNING.lastIndex = start
  const match = BEGINNING.exec(text)
  const head = match?.[0] ?? ''
  const { sign = '', indent = '', item = '' } = match?.groups ?? {}
  const width = indent.replace(/\\+t/g, '\t').length
  const from = Math.min(end, start + head.length)
  // An item of a list that is not moved in begins as a line that was taken away does.
  const isItem = item !== '' || (sign === '-' && width > 0 && width < 3)
  return { column: sign.length + width + item.length, isItem, from, to: end }
}
