import type { CandidateBranch } from '@teamlore/db'
import { reachQuery, type WeighedTerm } from '../query/question-terms.ts'

type Corpus = {
  documents: number
  /** Part of them that can fit the filters, at most. */
  share: number
}

/** Rows that rare terms may make the search visit, all in all; common ones get as many again. */
const BUDGET = 500
/** Statistics lag: rows beyond what they promise. */
const MARGIN = 200
const MAX_BRANCHES = 12
/** With fewer documents within reach of rare terms, combinations of common ones are looked at too. */
const ENOUGH = 300
const MAX_COMBINED = 6
/** Documents that may have terms together by chance where that shall say something. */
const BY_CHANCE = 60
/** So few that they are all read, also when the terms belong together and stand together ten times as often. */
const HARDLY_EVER = 8
/** Entries of the text index that combinations may read, all in all; the first of them is read in any case. */
const POSTINGS = 60_000

/**
 * Chooses what to read off the text index so that the work is bounded by rarity, whatever is typed. Every document with
 * a rare term is a candidate. Common terms only lift candidates that rare ones have named, as any document with nothing
 * else would rank low; where nothing rare was asked for, they count in combination.
 */
export const planCandidates = (
  terms: readonly WeighedTerm[],
  corpus: Corpus,
): CandidateBranch[] => {
  const known = terms
    .filter((term) => reachOf(term) > 0)
    .sort((a, b) => reachOf(a) - reachOf(b))
    .slice(0, MAX_BRANCHES)
  const rare = rareAmong(known, corpus)
  const common = known.slice(rare.length)
  const reach = sum(rare.map((term) => rowsOf(term, corpus)))
  const branches = rare.map((term) => ({
    match: reachQuery(term),
    worth: worthOf(term),
    limit: limitFor(rowsOf(term, corpus)),
  }))
  if (rare.length > 0) branches.push(...lifting(common, rare, { ...corpus, reach }))
  return reach >= ENOUGH ? branches : [...branches, ...combining(common, corpus, rare.length === 0)]
}

/** Documents that contain it or a longer word with it. */
const reachOf = ({ documents, longer }: WeighedTerm): number => longer?.documents ?? documents

const rowsOf = (term: WeighedTerm, { share }: Corpus): number => Math.ceil(reachOf(term) * share)

const limitFor = (rows: number): number => Math.min(BUDGET, rows * 2 + MARGIN)

const worthOf = ({ idf, times, kind, longer }: WeighedTerm): number =>
  (longer?.idf ?? idf) * Math.min(times, 3) * (kind === 'whole' ? 0.3 : 1)

const rareAmong = (known: readonly WeighedTerm[], corpus: Corpus): WeighedTerm[] => {
  let rows = 0
  const end = known.findIndex((term) => {
    rows += rowsOf(term, corpus)
    return rows > BUDGET
  })
  return end === -1 ? [...known] : known.slice(0, end)
}

/** Common terms among the documents of rare ones. */
const lifting = (
  common: readonly WeighedTerm[],
  rare: readonly WeighedTerm[],
  { reach, ...corpus }: Corpus & { reach: number },
): CandidateBranch[] => {
  const named = `(${rare.map(reachQuery).join(' | ')})`
  const affordable = Math.max(1, Math.floor(BUDGET / Math.max(1, reach)))
  return common.slice(0, affordable).map((term) => ({
    match: `${reachQuery(term)} & ${named}`,
    worth: worthOf(term),
    limit: limitFor(Math.min(reach, rowsOf(term, corpus))),
  }))
}

/**
 * Documents that have common terms together: all of them, and of the rarest so many that few documents have them by chance,
 * one of which may be missing. What has all terms but one has those as well. With nothing rarer to go by and little found,
 * also the rarest of them alone.
 */
const combining = (
  common: readonly WeighedTerm[],
  corpus: Corpus,
  isAllThereIs: boolean,
): CandidateBranch[] => {
  const chosen = common.slice(0, MAX_COMBINED)
  const [rarest] = chosen
  if (rarest === undefined) return []
  const few = chosen.slice(0, enoughTogether(chosen, corpus, BY_CHANCE) + 1)
  // So rare a pair is read to its end, and what has all terms is in it.
  const isCovered = few.length > 2 && enoughTogether(chosen, corpus, HARDLY_EVER) < few.length
  // What is left out first is the most common, which says least.
  const allButOne = [...few].reverse().map((left) => few.filter((term) => term !== left))
  const groups = affordable(
    [
      ...(chosen.length > 1 && !isCovered ? [chosen] : []),
      ...(few.length > 2 ? allButOne : []),
      ...(isAllThereIs ? [[rarest]] : []),
    ],
    corpus,
  )
  const distinct = new Map(groups.map((group) => [group.map(reachQuery).join(' & '), group]))
  return [...distinct].map(([match, group]) => ({
    match,
    worth: sum(group.map(worthOf)),
    limit: Math.min(Math.ceil(BUDGET / distinct.size), limitFor(rowsOf(rarest, corpus))),
  }))
}

/** How many of the rarest terms only few documents have together by chance. */
const enoughTogether = (
  chosen: readonly WeighedTerm[],
  { documents, share }: Corpus,
  most: number,
): number => {
  let expected = documents * share
  const last = chosen.findIndex((term) => {
    expected *= reachOf(term) / Math.max(1, documents)
    return expected <= most
  })
  return last === -1 ? chosen.length : Math.max(2, last + 1)
}

/** An intersection costs about what its shortest list holds. */
const affordable = (groups: readonly WeighedTerm[][], corpus: Corpus): WeighedTerm[][] => {
  let postings = 0
  return groups.filter((group, index) => {
    const cost = Math.min(...group.map((term) => rowsOf(term, corpus)))
    if (index > 0 && postings + cost > POSTINGS) return false
    postings += cost
    return true
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
