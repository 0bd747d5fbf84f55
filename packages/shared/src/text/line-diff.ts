import { diffArrays } from 'diff'

export type DiffLine = { sign: ' ' | '-' | '+'; text: string }

/** Beyond so many changed lines the comparison would hold up who waits for it. */
const MAX_EDITS = 2_000

/** The lines of a text; a newline at the end opens no further line. */
export const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const commonStart = (a: readonly string[], b: readonly string[]): number => {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}

const signed =
  (sign: DiffLine['sign']) =>
  (text: string): DiffLine => ({ sign, text })

/**
 * What changed between two texts, line by line, in order. Where too much did, all between the first and the last change
 * goes and comes.
 */
export const diffLines = (before: string, after: string): DiffLine[] => {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const start = commonStart(old, fresh)
  const end = commonStart(old.slice(start).reverse(), fresh.slice(start).reverse())
  const [gone, came] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)]
  const changes = diffArrays(gone, came, { maxEditLength: MAX_EDITS })
  return [
    ...old.slice(0, start).map(signed(' ')),
    ...(changes === undefined
      ? [...gone.map(signed('-')), ...came.map(signed('+'))]
      : changes.flatMap(({ value, added, removed }) =>
          value.map(signed(added ? '+' : removed ? '-' : ' ')),
        )),
    ...old.slice(old.length - end).map(signed(' ')),
  ]
}
