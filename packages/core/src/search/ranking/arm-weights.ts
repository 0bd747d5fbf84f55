import type { ArmName } from './fuse.ts'

export type ArmWeights = Record<ArmName, number>

/** What is known of a question by the time its arms are weighed. */
export type QuestionNature = {
  /** Share of its words that are identifiers, paths and the like: 0 for prose, 1 for a bare symbol. */
  identifierShare: number
  /** How well its words are met by the text that meets them best, 0…1. */
  coverage: number
  /** How far the nearest text stands out among those that are near, 0…1. */
  distinction: number
}

/** Of a question whose words nothing has, and of one whose words some text has all. */
const VECTOR = { most: 0.45, least: 0.15 }
const POORLY_COVERED = 0.2
const WELL_COVERED = 0.7
/** What meaning gains where one text stands out by it. */
const STANDS_OUT = 0.6

/**
 * Where a text has the very words, they decide; the fewer of them any text has, the more the question was asked in other words
 * than it was answered in, and the more meaning counts; more still where one text is near and the others are not. The more of a question is identifiers, the more their exact spelling
 * decides: a small model knows little of `ERR_LOCK_HELD`.
 */
export const armWeights = ({
  identifierShare,
  coverage,
  distinction,
}: QuestionNature): ArmWeights => {
  const bare = identifierShare ** 3
  const usual = VECTOR.most - (VECTOR.most - VECTOR.least) * coveredPart(coverage)
  const vector = usual * (1 + STANDS_OUT * distinction)
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
