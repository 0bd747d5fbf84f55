import type { Prompt } from '@teamlore/shared'
import type { TranscriptRow } from './rows.ts'

/**
 * Which prompt the row belongs to, as its place in the list of prompts: the last one at or above it. When none above it
 * is loaded, it is the one before the first below it. -1 before the first prompt, or when there is none to go by.
 */
export const promptAt = (
  rows: readonly TranscriptRow[],
  prompts: readonly Prompt[],
  rowIndex: number,
): number => {
  const places = new Map(prompts.map(({ id }, at) => [id, at]))
  const placeOf = (index: number) => places.get(rows[index]?.message.id ?? '')
  for (let index = Math.min(rowIndex, rows.length - 1); index >= 0; index--) {
    const place = placeOf(index)
    if (place !== undefined) return place
  }
  for (let index = rowIndex + 1; index < rows.length; index++) {
    const place = placeOf(index)
    if (place !== undefined) return place - 1
  }
  return -1
}
