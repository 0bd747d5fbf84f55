export type DiffLine = { sign: ' ' | '+' | '-'; text: string; number: number }

/** Beyond this the comparison would hold up the page; then everything old goes and everything new comes. */
const MAX_CELLS = 400_000

/** What changed between two texts, line by line (longest common subsequence). */
export const lineDiff = (before: string, after: string): DiffLine[] => {
  const old = splitLines(before)
  const fresh = splitLines(after)
  const start = commonStart(old, fresh)
  const end = commonEnd(old, fresh, start)
  const signed = [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...old.slice(old.length - end).map(same),
  ]
  return signed.map(([sign, text], number) => ({ sign, text, number }))
}

type Signed = [DiffLine['sign'], string]

const same = (text: string): Signed => [' ', text]
const gone = (text: string): Signed => ['-', text]
const added = (text: string): Signed => ['+', text]

const splitLines = (text: string): string[] =>
  text === '' ? [] : text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n')

const commonStart = (a: string[], b: string[]): number => {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++
  return length
}

const commonEnd = (a: string[], b: string[], start: number): number => {
  let length = 0
  const most = Math.min(a.length, b.length) - start
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++
  return length
}

const middle = (old: string[], fresh: string[]): Signed[] => {
  if (old.length * fresh.length > MAX_CELLS) return [...old.map(gone), ...fresh.map(added)]
  const width = fresh.length + 1
  const lengths = commonLengths(old, fresh)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  const out: Signed[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < fresh.length) {
    const [left, right] = [old[i], fresh[j]]
    if (left !== undefined && left === right) {
      out.push(same(left))
      i++
      j++
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      out.push(gone(left))
      i++
    } else if (right !== undefined) {
      out.push(added(right))
      j++
    }
  }
  return out
}

/** For every pair of places, how many lines the rests have in common. */
const commonLengths = (old: string[], fresh: string[]): Uint32Array => {
  const width = fresh.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === fresh[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
  return lengths
}
