type Part = { isCode: boolean; text: string }

type Options = {
  /** Whether a backslash before a backtick takes its meaning, as in Markdown that was escaped. */
  hasEscapes: boolean
  /** Whether a run of so many backticks around this text begins code at all. */
  isCode?: (ticks: number, content: string) => boolean
}

const always = () => true

/**
 * A line in pieces of code, with their backticks, and what is between them. Code ends at the next run of as many backticks as began
 * it; a run without an end is prose, as Markdown reads it.
 */
export const codeParts = (text: string, { hasEscapes, isCode = always }: Options): Part[] => {
  const runs = runsOf(text, hasEscapes)
  const parts: Part[] = []
  let from = 0
  let nth = 0
  while (nth < runs.length) {
    const open = runs[nth]
    nth += 1
    if (open === undefined || open.isEscaped) continue
    const closing = runs.findIndex((run, at) => at >= nth && run.length === open.length)
    const close = runs[closing]
    if (close === undefined) continue
    const content = text.slice(open.at + open.length, close.at)
    if (!isCode(open.length, content)) continue
    const end = close.at + close.length
    if (open.at > from) parts.push({ isCode: false, text: text.slice(from, open.at) })
    parts.push({ isCode: true, text: text.slice(open.at, end) })
    from = end
    nth = closing + 1
  }
  if (from < text.length) parts.push({ isCode: false, text: text.slice(from) })
  return parts
}

type Run = { at: number; length: number; isEscaped: boolean }

/** Every run of backticks. One behind a backslash opens nothing, but may close: within code a backslash is a backslash. */
const runsOf = (text: string, hasEscapes: boolean): Run[] =>
  [...text.matchAll(/`+/gu)].map((found) => {
    const [run] = found
    const at = found.index
    let before = at
    while (text[before - 1] === '\\') before -= 1
    return { at, length: run.length, isEscaped: hasEscapes && (at - before) % 2 === 1 }
  })

/** The same text with what is no code put in other words. */
export const mapProse = (
  parts: readonly Part[],
  toProse: (text: string) => string,
  toCode: (text: string) => string = (text) => text,
): string => parts.map(({ isCode, text }) => (isCode ? toCode(text) : toProse(text))).join('')
