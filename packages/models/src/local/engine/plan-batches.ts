/**
 * Groups texts of like length so that little of a batch is padding. Returns indexes into `lengths`,
 * shortest first; count × longest stays within `maxPaddedTokens` (one text alone may exceed it).
 */
export const planBatches = (lengths: readonly number[], maxPaddedTokens: number): number[][] => {
  const shortestFirst = lengths
    .map((length, index) => ({ length, index }))
    .sort((a, b) => a.length - b.length)
  const batches: number[][] = []
  let batch: number[] = []
  for (const { length, index } of shortestFirst) {
    if (batch.length > 0 && (batch.length + 1) * length > maxPaddedTokens) {
      batches.push(batch)
      batch = []
    }
    batch.push(index)
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}
