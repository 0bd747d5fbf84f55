import { changedLines, type LineChange } from './changed-lines.ts'

/** Above it the lines between the first and the last change count as changed altogether. */
const MAX_CELLS = 4_000_000

/** The lines two states of a whole file do not have in common, in order: what stayed between two changes is neither. */
export const diffLines = (before: string, after: string): LineChange => {
  const { removedText, addedText } = changedLines(before, after)
  return diffMiddle(removedText, addedText)
}

const diffMiddle = (old: readonly string[], fresh: readonly string[]): LineChange => {
  const width = fresh.length + 1
  if ((old.length + 1) * width > MAX_CELLS) return { addedText: fresh, removedText: old }
  const lengths = commonLengths(old, fresh)
  const addedText: string[] = []
  const removedText: string[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      i++
      j++
    } else if (
      j === fresh.length ||
      (i < old.length && at(lengths, (i + 1) * width + j) >= at(lengths, i * width + j + 1))
    )
      removedText.push(old[i++] ?? '')
    else addedText.push(fresh[j++] ?? '')
  }
  return { addedText, removedText }
}

const at = (lengths: Uint32Array, index: number): number => lengths[index] ?? 0

/** For each pair of places, how many lines what follows has in common at most. */
const commonLengths = (old: readonly string[], fresh: readonly string[]): Uint32Array => {
  const width = fresh.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === fresh[j]
          ? at(lengths, (i + 1) * width + j + 1) + 1
          : Math.max(at(lengths, (i + 1) * width + j), at(lengths, i * width + j + 1))
  return lengths
}
