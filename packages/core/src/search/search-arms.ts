import type {
  AskedVector,
  RankedRow,
  SearchFilters,
  TeamRepositories,
  TextRow,
  VectorRow,
} from '@teamlore/db'
import { allOf, measuresOf, type QuestionTerms, type WeighedTerm } from './query/question-terms.ts'
import type { UnreadText } from './ranking/arm-weights.ts'
import { metIn, scoreText } from './ranking/bm25.ts'
import { nearnessOf, type Unrelated } from './ranking/nearness.ts'
import type { Outlook } from './ranking/outlook.ts'
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

/** Candidates whose occurrences are counted. */
const MAX_CANDIDATES = 120

/** Finds by words: candidates by rarity, ranked by BM25. */
export const searchByText = async (
  search: Pick<TeamRepositories['search'], 'findByText'>,
  question: QuestionTerms,
  { terms, common, documents, share, averageLength, within }: Outlook,
  { filters, near }: { filters: SearchFilters; near?: AskedVector | undefined },
): Promise<FoundByText> => {
  const rows = await search.findByText({
    branches: planCandidates(terms, { documents, share }),
    always: allOf([question.requiredWords, within, negated(question.excluded)]),
    required: question.required,
    measures: measuresOf({ terms, common }),
    filters,
    averageLength,
    limit: MAX_CANDIDATES,
    near,
  })
  const arms = {
    ...scoreRows(rows, { terms, common, averageLength }),
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
  { terms, common, averageLength }: Pick<Outlook, 'terms' | 'common' | 'averageLength'>,
): TextArms => {
  const found: TextArms = { text: [], exact: [], met: new Set() }
  for (const row of rows) {
    const { text, exact, hasAllWords, held } = scoreText(row, { terms, common }, averageLength)
    if (text > 0) found.text.push({ row, score: text, hasAllWords, held })
    if (exact > 0) found.exact.push({ row, score: exact })
    for (const term of metIn(row, terms)) found.met.add(term)
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
  { documents, share, within, terms, common }: Outlook,
  filters: SearchFilters,
): Promise<VectorRow[]> =>
  search.findByVector({
    ...near,
    filters,
    measures: measuresOf({ terms, common }),
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
