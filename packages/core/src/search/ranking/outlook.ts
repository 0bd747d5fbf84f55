import type { TeamRepositories, TermStatistics } from '@teamlore/db'
import { quoteLexeme } from '../../text/analyse.ts'
import {
  allOf,
  anyOf,
  type QuestionTerms,
  type Term,
  type WeighedTerm,
  type WeighedWords,
} from '../query/question-terms.ts'
import type { ResolvedFilters } from '../query/resolve-filters.ts'
import { inverseFrequency } from './bm25.ts'
import { type LongerFound, partsSought, withLonger } from './longer-words.ts'

/** What the statistics say of a question within its filters. */
export type Outlook = {
  terms: WeighedTerm[]
  /** Stop words that the statistics know. */
  common: WeighedWords['common']
  documents: number
  averageLength: number
  /** Part of all documents that can fit the filters, at most. */
  share: number
  /** tsquery of the filters; null where the text index knows none of them. */
  within: string | null
}

/** Terms that are counted in each candidate. */
const MAX_MEASURED = 24
/** A scope that holds for more documents than this narrows nothing the text index should spend work on. */
const WIDE_SHARE = 0.5

export const weigh = async (
  search: Pick<TeamRepositories['search'], 'statisticsOf' | 'lexemesWith'>,
  question: Pick<QuestionTerms, 'terms' | 'common'>,
  { scopes }: Pick<ResolvedFilters, 'scopes'>,
): Promise<Outlook> => {
  const lexemes = [...question.terms.flatMap((term) => term.lexemes), ...scopes.flat()]
  const parts = partsSought(question.terms)
  // Asked for before the counts have come, so both travel together.
  const [statistics, longer] = await Promise.all([
    search.statisticsOf([...new Set(lexemes)], { known: question.common }),
    parts.length === 0 ? [] : search.lexemesWith(parts),
  ])
  const shares = scopes.map((alternatives) => shareOf(alternatives, statistics))
  return {
    terms: question.terms
      .map((term) => weighTerm(term, statistics, longer))
      .sort((a, b) => b.idf - a.idf)
      .slice(0, MAX_MEASURED),
    common: commonOf(question.common, statistics),
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
  new Map(
    terms.flatMap(({ lexemes, idf, longer }) => [
      ...(longer?.lexemes ?? []).map((lexeme) => [lexeme, longer?.idf ?? idf] as const),
      ...lexemes.map((lexeme) => [lexeme, idf] as const),
    ]),
  )

const countOf = (lexemes: readonly string[], { counts, documents }: TermStatistics): number =>
  Math.min(
    documents,
    lexemes.reduce((sum, lexeme) => sum + (counts.get(lexeme) ?? 0), 0),
  )

const shareOf = (lexemes: readonly string[], statistics: TermStatistics): number =>
  statistics.documents === 0 ? 1 : countOf(lexemes, statistics) / statistics.documents

/** One that nothing was counted of says nothing. */
const commonOf = (
  lexemes: readonly string[],
  { counts, documents }: TermStatistics,
): WeighedWords['common'] =>
  lexemes.flatMap((lexeme) => {
    const containing = counts.get(lexeme)
    if (containing === undefined) return []
    return [{ lexeme, idf: inverseFrequency(documents, containing) }]
  })

const weighTerm = (
  term: Term,
  statistics: TermStatistics,
  found: readonly LongerFound[],
): WeighedTerm => {
  const documents = countOf(term.lexemes, statistics)
  const weighed = { ...term, documents, idf: inverseFrequency(statistics.documents, documents) }
  return withLonger(weighed, found, statistics.documents)
}
