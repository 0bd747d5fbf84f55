export type DiffLine = { sign: ' ' | '-' | '+'; text: string }

const CONTEXT = 2
/** Beyond so many pairs of lines, what changed is shown as one block. */
const MAX_PAIRS = 4_000_000

/** What changed between two texts, line by line, with a little around it; a gap stands as an empty text of sign ' '. */
export const diffLines = (before: string, after: string): DiffLine[] => {
  const [a, b] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail))
    tail++
  const middle = diffMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  const same = (text: string): DiffLine => ({ sign: ' ', text })
  return nearChanges([
    ...a.slice(Math.max(0, head - CONTEXT), head).map(same),
    ...middle,
    ...a.slice(a.length - tail, a.length - tail + CONTEXT).map(same),
  ])
}

const linesOf = (text: string): string[] =>
  text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)

const diffMiddle = (a: readonly string[], b: readonly string[]): DiffLine[] => {
  const removed = (text: string): DiffLine => ({ sign: '-', text })
  const added = (text: string): DiffLine => ({ sign: '+', text })
  if (a.length * b.length > MAX_PAIRS) return [...a.map(removed), ...b.map(added)]
  const common = commonLengths(a, b)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const [mine = '', theirs = ''] = [a[i], b[j]]
    if (mine === theirs) {
      lines.push({ sign: ' ', text: mine })
      i++
      j++
    } else if (common(i + 1, j) >= common(i, j + 1)) {
      lines.push(removed(mine))
      i++
    } else {
      lines.push(added(theirs))
      j++
    }
  }
  return [...lines, ...a.slice(i).map(removed), ...b.slice(j).map(added)]
}

/** How many lines the rests of two texts have in common, from any two lines on. */
const commonLengths = (a: readonly string[], b: readonly string[]) => {
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  return at
}

/** Without the lines that are far from any change. */
const nearChanges = (lines: readonly DiffLine[]): DiffLine[] =>
  lines.filter((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  )
