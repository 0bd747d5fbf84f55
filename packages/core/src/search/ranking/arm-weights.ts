import type { ArmName } from './fuse.ts'

export type ArmWeights = Record<ArmName, number>

/** What is known of a question by the time its arms are weighed. */
export type QuestionNature = {
  /** Share of its words that are identifiers, paths and the like: 0 for prose, 1 for a bare symbol. */
  identifierShare: number
  /** How well its words are met by the text that meets them best, 0…1. */
  coverage: number
  /** Of what its words are worth, the part that the best text by words has, 0…1. */
  held: number
}

const POORLY_COVERED = 0.2
const WELL_COVERED = 0.7
/** What meaning loses where a text has all the words (ADR 0007). */
const WORDS_DECIDE = 0.7

/**
 * The fewer of a question's words the best text has, the more it was asked in other words than it was answered in, and the more
 * meaning counts. The more of a question is identifiers, the more their exact spelling decides: a small model knows little of
 * `ERR_LOCK_HELD`.
 */
export const armWeights = ({ identifierShare, held }: QuestionNature): ArmWeights => {
  const bare = identifierShare ** 3
  const vector = 1 - WORDS_DECIDE * held
  return { text: 1 - vector, vector: vector * (1 - 0.5 * bare), exact: 0.4 * bare }
}

/** What is known of a text that no vector stands for. */
export type UnreadText = { hasAllWords: boolean }

/**
 * What meaning is taken to say of such a text, as a part of what the words say of it: as much where it has every word of the question;
 * else nothing where those stand nowhere, and the more the better some text has them.
 */
export const unreadShare = (
  { coverage }: Pick<QuestionNature, 'coverage'>,
  { hasAllWords }: UnreadText,
): number => (hasAllWords ? 1 : Math.min(1, 1.5 * coveredPart(coverage)))

const coveredPart = (coverage: number): number =>
  Math.min(1, Math.max(0, (coverage - POORLY_COVERED) / (WELL_COVERED - POORLY_COVERED)))
