import type {
  AskedVector,
  RankedRow,
  SearchFilters,
  TeamRepositories,
  TermStatistics,
  TextRow,
  VectorRow,
} from '@teamlore/db'
import { quoteLexeme } from '../text/analyse.ts'
import {
  allOf,
  anyOf,
  type QuestionTerms,
  type Term,
  termQuery,
  type WeighedTerm,
} from './query/question-terms.ts'
import type { ResolvedFilters } from './query/resolve-filters.ts'
import type { UnreadText } from './ranking/arm-weights.ts'
import { inverseFrequency, scoreText } from './ranking/bm25.ts'
import { nearnessOf, type Unrelated } from './ranking/nearness.ts'
import { planCandidates } from './ranking/plan-candidates.ts'

/** A document an arm found, with the arm's score. */
export type Scored = { row: RankedRow; score: number }

export type TextArms = {
  text: (Scored & UnreadText & { held: number })[]
  exact: Scored[]
  /** Terms that stand in something that was read. */
  met: Set<WeighedTerm>
}

/** What the words found; `similarities` of it when it was compared with the question's vector on the way. */
export type FoundByText = TextArms & {
  similarities?: ReadonlyMap<string, number>
  /** There may be more with these words: only the best candidates were weighed. */
  isCut?: boolean
}

/** What the statistics say of a question within its filters. */
export type Outlook = {
  terms: WeighedTerm[]
  documents: number
  averageLength: number
  /** Part of all documents that can fit the filters, at most. */
  share: number
  /** tsquery of the filters; null where the text index knows none of them. */
  within: string | null
}

/** Candidates whose occurrences are counted. */
const MAX_CANDIDATES = 120
/** Terms that are counted in each candidate. */
const MAX_MEASURED = 24
/** A scope that holds for more documents than this narrows nothing the text index should spend work on. */
const WIDE_SHARE = 0.5

export const weigh = async (
  search: Pick<TeamRepositories['search'], 'statisticsOf'>,
  question: Pick<QuestionTerms, 'terms'>,
  { scopes }: Pick<ResolvedFilters, 'scopes'>,
): Promise<Outlook> => {
  const lexemes = [...question.terms.flatMap((term) => term.lexemes), ...scopes.flat()]
  const statistics = await search.statisticsOf([...new Set(lexemes)])
  const shares = scopes.map((alternatives) => shareOf(alternatives, statistics))
  return {
    terms: question.terms
      .map((term) => weighTerm(term, statistics))
      .sort((a, b) => b.idf - a.idf)
      .slice(0, MAX_MEASURED),
    documents: statistics.documents,
    averageLength: statistics.averageLength,
    share: Math.min(1, ...shares),
    within: allOf(
      scopes.map((alternatives, index) =>
        (shares[index] ?? 1) > WIDE_SHARE ? null : anyOf(alternatives.map(quoteLexeme)),
      ),
    ),
  }
}

/** What each word of the question is worth where it stands. */
export const worthOf = ({ terms }: Pick<Outlook, 'terms'>): Map<string, number> =>
  new Map(terms.flatMap(({ lexemes, idf }) => lexemes.map((lexeme) => [lexeme, idf] as const)))

const countOf = (lexemes: readonly string[], { counts, documents }: TermStatistics): number =>
  Math.min(
    documents,
    lexemes.reduce((sum, lexeme) => sum + (counts.get(lexeme) ?? 0), 0),
  )

const shareOf = (lexemes: readonly string[], statistics: TermStatistics): number =>
  statistics.documents === 0 ? 1 : countOf(lexemes, statistics) / statistics.documents

const weighTerm = (term: Term, statistics: TermStatistics): WeighedTerm => {
  const documents = countOf(term.lexemes, statistics)
  return { ...term, documents, idf: inverseFrequency(statistics.documents, documents) }
}

/** Finds by words: candidates by rarity, ranked by BM25. */
export const searchByText = async (
  search: Pick<TeamRepositories['search'], 'findByText'>,
  question: QuestionTerms,
  { terms, documents, share, averageLength, within }: Outlook,
  { filters, near }: { filters: SearchFilters; near?: AskedVector | undefined },
): Promise<FoundByText> => {
  const rows = await search.findByText({
    branches: planCandidates(terms, { documents, share }),
    always: allOf([question.requiredWords, within, negated(question.excluded)]),
    required: question.required,
    measures: terms.map(termQuery),
    filters,
    averageLength,
    limit: MAX_CANDIDATES,
    near,
  })
  const arms = {
    ...scoreRows(rows, { terms, averageLength }),
    isCut: rows.length === MAX_CANDIDATES,
  }
  return near === undefined ? arms : { ...arms, similarities: similaritiesIn(rows) }
}

const similaritiesIn = (rows: readonly TextRow[]): Map<string, number> => {
  const similarities = new Map<string, number>()
  for (const { id, similarity } of rows) if (similarity !== null) similarities.set(id, similarity)
  return similarities
}

const scoreRows = (
  rows: readonly TextRow[],
  { terms, averageLength }: Pick<Outlook, 'terms' | 'averageLength'>,
): TextArms => {
  const found: TextArms = { text: [], exact: [], met: new Set() }
  for (const row of rows) {
    const { text, exact, hasAllWords, held } = scoreText(row, terms, averageLength)
    if (text > 0) found.text.push({ row, score: text, hasAllWords, held })
    if (exact > 0) found.exact.push({ row, score: exact })
    for (const [index, term] of terms.entries())
      if ((row.occurrences[index] ?? 0) > 0) found.met.add(term)
  }
  return found
}

const negated = (excluded: string | null): string | null =>
  excluded === null ? null : `!${excluded}`

/** Documents few enough to compare each vector are. */
const FEW_VECTORS = 2_500
const VECTOR_HITS = 60

/** Finds by meaning. */
export const searchByVector = async (
  search: Pick<TeamRepositories['search'], 'findByVector'>,
  near: AskedVector,
  { documents, share, within, terms }: Outlook,
  filters: SearchFilters,
): Promise<VectorRow[]> =>
  search.findByVector({
    ...near,
    filters,
    measures: terms.map(termQuery),
    within: documents * share <= FEW_VECTORS ? within : null,
    everyVector: documents <= FEW_VECTORS,
    limit: VECTOR_HITS,
  })

/** "hello", "continue" and "ls" are somewhat near to everything: with fewer words, its title's too, and none of the question's, a text answers nothing. */
const MIN_WORDS_ALONE = 5

/**
 * Scores each document by both: one that is near but not among the best by words still has words, and the other way
 * round. However far, all are kept: who asks can judge what is found, and not what is withheld.
 */
export const byWordsAndMeaning = (
  found: TextArms,
  {
    nearest,
    similarities,
    space = {},
  }: {
    nearest: readonly VectorRow[]
    similarities: ReadonlyMap<string, number>
    space?: Unrelated
  },
  outlook: Outlook,
): TextArms & { vector: Scored[]; unread: Map<string, UnreadText> } => {
  const known = new Set(found.text.map(({ row }) => row.id))
  const others = nearest.filter(({ id }) => !known.has(id))
  const more = scoreRows(others, outlook)
  const text = [...found.text, ...more.text]
  const worded = new Set(more.text.map(({ row }) => row.id))
  const met = new Set([...found.met, ...more.met])
  const near = new Map(similarities)
  for (const { id, similarity } of nearest) near.set(id, similarity)
  const unread = new Map<string, UnreadText>()
  const vector: Scored[] = []
  const judge = (row: RankedRow): void => {
    const cosine = near.get(row.id)
    if (cosine !== undefined) vector.push({ row, score: nearnessOf(cosine, space) })
  }
  for (const { row, hasAllWords } of found.text) {
    if (!near.has(row.id) && unread.get(row.sourceId)?.hasAllWords !== true)
      unread.set(row.sourceId, { hasAllWords })
    judge(row)
  }
  for (const row of others) if (row.length >= MIN_WORDS_ALONE || worded.has(row.id)) judge(row)
  return { unread, text, exact: [...found.exact, ...more.exact], met, vector }
}
