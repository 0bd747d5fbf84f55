/** Of a section of Teamlore in a Markdown file, or of an entry of it. */
const OURS = /<!-- (?:teamlore:(?:begin|end)|lore:mem_)/

const BEGIN = /^<{7}(?: |$)/
const MIDDLE = /^={7}$/
const BASE = /^\|{7}(?: |$)/
const END = /^>{7}(?: |$)/

/**
 * Numbers of lines, from 1, with marks of a conflict that git left in the section of Teamlore, or around a part of it. Two sides of a
 * merge stand there: which of them is meant, a person says.
 */
export const conflictLines = (text: string): number[] => {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const first = lines.findIndex((line) => OURS.test(line))
  if (first < 0) return []
  const last = lines.findLastIndex((line) => OURS.test(line))
  return conflictsIn(lines)
    .filter(({ from, to }) => from <= last && to >= first)
    .flatMap(({ marks }) => marks.map((at) => at + 1))
}

type Conflict = { from: number; to: number; marks: number[] }

/** A conflict with both ends is one; a mark that lost the others stands for itself. */
const conflictsIn = (lines: readonly string[]): Conflict[] => {
  const found: Conflict[] = []
  let open: number[] = []
  const leave = () => {
    found.push(...open.filter((at) => !MIDDLE.test(lines[at] ?? '')).map(alone))
    open = []
  }
  lines.forEach((line, at) => {
    if (BEGIN.test(line)) {
      leave()
      open = [at]
    } else if (END.test(line)) {
      const [from = at] = open
      found.push({ from, to: at, marks: [...open, at] })
      open = []
    } else if (open.length > 0 && (MIDDLE.test(line) || BASE.test(line))) open.push(at)
    else if (BASE.test(line)) found.push(alone(at))
  })
  leave()
  return found
}

const alone = (at: number): Conflict => ({ from: at, to: at, marks: [at] })
