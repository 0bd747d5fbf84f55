import { type Term, termQuery } from '../query/question-terms.ts'

/** A term with what the statistics say of it. */
export type WeighedTerm = Term & {
  /** Documents that contain it. */
  documents: number
  /** What one occurrence is worth: its inverse document frequency. */
  idf: number
}

/** Which documents are worth ranking: a tsquery, and how many rows to expect of it. */
export type CandidatePlan = { match: string; expected: number }

/** Words of one subject come together more often than chance would have it. */
const CORRELATION = 4
/** Subsets of this many terms are weighed; rarer ones say more, so the most frequent are left to ranking. */
const MAX_PLANNED_TERMS = 9
const MAX_SUBSETS = 80

/**
 * Finds the widest tsquery that, by the statistics, matches about `budget` documents: all that contain any term when
 * these are few enough, else those that contain a combination of terms worth enough together. Work is thereby bounded
 * by rarity, whatever is typed, while a rare word alone still finds its document.
 */
export const planCandidates = (
  terms: readonly WeighedTerm[],
  { documents, share, budget }: { documents: number; share: number; budget: number },
): CandidatePlan | undefined => {
  const known = terms.filter((term) => term.documents > 0)
  if (known.length === 0) return undefined
  const all = sum(known.map((term) => term.documents)) * share
  if (all <= budget) return { match: known.map(termQuery).join(' | '), expected: all }
  const planned = [...known].sort((a, b) => a.documents - b.documents).slice(0, MAX_PLANNED_TERMS)
  const subsets = subsetsOf(planned, documents, share)
  return widestWithin(subsets, planned, budget)
}

type Subset = {
  /** Bits of the terms in it. */
  mask: number
  value: number
  expected: number
}

const subsetsOf = (terms: readonly WeighedTerm[], documents: number, share: number): Subset[] => {
  const subsets: Subset[] = []
  for (let mask = 1; mask < 1 << terms.length; mask++) {
    const chosen = terms.filter((_, index) => mask & (1 << index))
    subsets.push({
      mask,
      value: sum(chosen.map(worthOf)),
      expected: expectedTogether(chosen, documents) * share,
    })
  }
  return subsets
}

const worthOf = ({ idf, times, kind }: WeighedTerm): number =>
  idf * Math.min(times, 3) * (kind === 'whole' ? 0.5 : 1)

const expectedTogether = (terms: readonly WeighedTerm[], documents: number): number => {
  const counts = terms.map((term) => Math.min(term.documents, documents))
  let expected = counts[0] ?? 0
  for (const count of counts.slice(1)) expected *= Math.min(1, (CORRELATION * count) / documents)
  return Math.min(expected, ...counts)
}

/** Lowers the bar, from all terms together towards any one, as long as the budget allows. */
const widestWithin = (
  subsets: readonly Subset[],
  terms: readonly WeighedTerm[],
  budget: number,
): CandidatePlan => {
  const bars = [...new Set(subsets.map(({ value }) => value))].sort((a, b) => a - b)
  let low = 0
  let high = bars.length - 1
  let best = minimalAbove(subsets, terms, bars[high] ?? 0)
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = minimalAbove(subsets, terms, bars[middle] ?? 0)
    const fits = found.length <= MAX_SUBSETS && sum(found.map(({ expected }) => expected)) <= budget
    if (fits) {
      best = found
      high = middle - 1
    } else low = middle + 1
  }
  return {
    match: best.map(({ mask }) => conjunction(mask, terms)).join(' | '),
    expected: sum(best.map(({ expected }) => expected)),
  }
}

/** Subsets worth the bar that no longer are when any of their terms is left out. */
const minimalAbove = (
  subsets: readonly Subset[],
  terms: readonly WeighedTerm[],
  bar: number,
): Subset[] =>
  subsets.filter(({ mask, value }) => {
    if (value < bar) return false
    return terms.every((term, index) => !(mask & (1 << index)) || value - worthOf(term) < bar)
  })

const conjunction = (mask: number, terms: readonly WeighedTerm[]): string =>
  `(${terms
    .filter((_, index) => mask & (1 << index))
    .map(termQuery)
    .join(' & ')})`

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
