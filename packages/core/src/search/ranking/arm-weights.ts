import type { ArmName } from './fuse.ts'

export type ArmWeights = Record<ArmName, number>

/**
 * Prose is best found by words with a good part of meaning. The more of a question is identifiers, the more their
 * exact spelling decides: a small model knows little of `ERR_LOCK_HELD`.
 */
export const armWeights = (identifierShare: number): ArmWeights => {
  const bare = identifierShare ** 3
  return { text: 0.64, vector: 0.36 * (1 - 0.5 * bare), exact: 0.4 * bare }
}
