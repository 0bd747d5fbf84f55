import type { TeamRepositories } from '@teamlore/db'
import type { SearchResponse } from '@teamlore/shared'
import { isCancelledStatement } from './is-cancelled-statement.ts'
import { type Prepared, prepareSearch } from './prepare-search.ts'
import { presentHits } from './present-hits.ts'
import { suggestQuery } from './query/suggest-query.ts'
import type { EmbeddedQuestion } from './question-embedder.ts'
import { rankSources } from './rank-sources.ts'
import { searchUnavailable } from './search.errors.ts'
import {
  type Answer,
  type Asked,
  MAX_HITS,
  NOTHING,
  type SearchDeps,
  TIMEOUT_MS,
} from './search.types.ts'
import { type Outlook, searchByText, searchByVector, type TextArms } from './search-arms.ts'

/** How far a question has come; what is filled in survives the transaction it was read in. */
type Progress = { prepared?: Prepared; text?: TextArms; answer?: Answer }

const TEXT_TOO_SLOW = 'The search by words took too long and was left out; ask for rarer words.'
const VECTOR_TOO_SLOW = 'The search by meaning took too long and was left out.'

/**
 * Asks every arm and ranks what they found. The words are searched while the model reads the question, and no
 * transaction stays open to wait for it; when the vector is there in time, one transaction does everything.
 */
export const searchAllArms = async (deps: SearchDeps, asked: Asked): Promise<Answer> => {
  const progress: Progress = {}
  const notes: string[] = []
  const isDone = await stopping(() => searchWords(deps, asked, progress))
  const { prepared } = progress
  if (prepared === undefined) throw searchUnavailable()
  if (progress.answer !== undefined) return progress.answer
  const meaning = await asked.embedded.promise
  asked.signal?.throwIfAborted()
  if (progress.text === undefined) notes.push(TEXT_TOO_SLOW)
  const finish = (question: EmbeddedQuestion) =>
    finishInTurn(deps, asked, prepared, progress.text, question)
  // Words that were found before the statement was stopped leave only the vectors to have taken too long.
  const isVectorSlow = isDone === undefined && progress.text !== undefined
  let answer = isVectorSlow ? undefined : await stopping(() => finish(meaning))
  if (answer === undefined && progress.text !== undefined && meaning.vector !== undefined) {
    notes.push(VECTOR_TOO_SLOW)
    answer = await stopping(() => finish({}))
  }
  if (answer === undefined) throw searchUnavailable()
  return { ...answer, notes: [...answer.notes, ...notes] }
}

/** What `work` gives; undefined when the database stopped it for taking too long. */
const stopping = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (isCancelledStatement(error)) return undefined
    throw error
  }
}

const searchWords = (
  { timeoutMs = TIMEOUT_MS, ...deps }: SearchDeps,
  asked: Asked,
  progress: Progress,
): Promise<boolean> =>
  deps.unitOfWork.searchInTeam(asked.scope, { timeoutMs }, async (repositories) => {
    const { search } = repositories
    // Somebody who waited for a connection may have gone meanwhile.
    asked.signal?.throwIfAborted()
    const prepared = await prepareSearch(repositories, asked)
    asked.signal?.throwIfAborted()
    progress.prepared = prepared
    const { resolved, outlook } = prepared
    if (resolved.isImpossible) {
      progress.answer = { page: NOTHING, arms: [], notes: resolved.notes }
      return true
    }
    progress.text = await searchByText(search, asked.question, outlook, resolved.filters)
    const meaning = asked.embedded.current()
    if (meaning !== undefined) {
      progress.answer = await finishHere(search, deps, asked, {
        prepared,
        text: progress.text,
        meaning,
      })
    }
    return true
  })

const finishInTurn = async (
  { timeoutMs = TIMEOUT_MS, ...deps }: SearchDeps,
  asked: Asked,
  prepared: Prepared,
  text: TextArms | undefined,
  meaning: EmbeddedQuestion,
): Promise<Answer | undefined> => {
  if (text === undefined && meaning.vector === undefined) return undefined
  return deps.unitOfWork.searchInTeam(asked.scope, { timeoutMs }, async ({ search }) => {
    asked.signal?.throwIfAborted()
    return finishHere(search, deps, asked, { prepared, text, meaning })
  })
}

type Found = { prepared: Prepared; text: TextArms | undefined; meaning: EmbeddedQuestion }

const finishHere = async (
  search: TeamRepositories['search'],
  { fusion, weights }: SearchDeps,
  asked: Asked,
  { prepared: { resolved, outlook }, text, meaning }: Found,
): Promise<Answer> => {
  const { question, query, offset, begun } = asked
  const found = text ?? { text: [], exact: [] }
  const arms =
    meaning.vector === undefined
      ? { ...found, vector: [] }
      : await searchByVector(search, meaning, outlook, {
          filters: { ...resolved.filters, excluded: question.excluded },
          found,
          isAmongFound: question.required !== null,
        })
  const ranked = rankSources(arms, {
    identifierShare: question.identifierShare,
    now: begun,
    fusion,
    weights,
  })
  const page = await presentHits(search, ranked.slice(0, MAX_HITS), {
    offset,
    limit: query.limit,
    worth: worthOf(outlook),
    now: begun,
  })
  const notes = meaning.note === undefined ? resolved.notes : [...resolved.notes, meaning.note]
  const meant = offset > 0 ? undefined : await suggestQuery(search, query.q, outlook.terms)
  return { page, arms: armsOf(asked, text, meaning), notes, meant }
}

const armsOf = (
  { question }: Asked,
  text: TextArms | undefined,
  meaning: EmbeddedQuestion,
): SearchResponse['arms'] => {
  const arms: SearchResponse['arms'] = []
  if (text !== undefined) arms.push('text')
  if (text !== undefined && question.terms.some(({ kind }) => kind === 'whole')) arms.push('exact')
  if (meaning.vector !== undefined) arms.push('vector')
  return arms
}

const worthOf = ({ terms }: Outlook): Map<string, number> =>
  new Map(terms.flatMap(({ lexemes, idf }) => lexemes.map((lexeme) => [lexeme, idf] as const)))
