import type { TeamRepositories, VectorRow } from '@teamlore/db'
import type { SearchResponse } from '@teamlore/shared'
import { foldEvidence } from './fold-evidence.ts'
import { isCancelledStatement } from './is-cancelled-statement.ts'
import { type Prepared, prepareSearch } from './prepare-search.ts'
import { presentAnswers } from './present-answers.ts'
import { presentHits } from './present-hits.ts'
import { noteOnAbsentWords } from './query/absent-words.ts'
import { nameFilters } from './query/name-filters.ts'
import { suggestQuery } from './query/suggest-query.ts'
import type { EmbeddedQuestion } from './question-embedder.ts'
import { type Arms, type RankedSource, rankSources } from './rank-sources.ts'
import { coverageOf, heldPart } from './ranking/bm25.ts'
import { NEAR, NEAR_ALONE } from './ranking/nearness.ts'
import { worthOf } from './ranking/outlook.ts'
import { asksForNow } from './ranking/recency.ts'
import { searchUnavailable } from './search.errors.ts'
import {
  type Answer,
  type Asked,
  MAX_HITS,
  MORE_CARRIED,
  NOTHING,
  type SearchDeps,
  TIMEOUT_MS,
} from './search.types.ts'
import { byWordsAndMeaning, type FoundByText, searchByText, searchByVector } from './search-arms.ts'

/** How far a question has come; what is filled in survives the transaction it was read in. */
type Progress = { prepared?: Prepared; text?: FoundByText; answer?: Answer }

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
      progress.answer = { page: NOTHING, arms: [], notes: resolved.notes, resolved }
      return true
    }
    const known = asked.embedded.current()
    const text = searchByText(search, asked.question, outlook, {
      filters: resolved.filters,
      near: vectorOf(known),
    }).then((found) => {
      progress.text = found
      return found
    })
    // Asked for before the words have answered, so both travel together.
    const nearest = findNearest(search, known, asked, prepared)
    const found = { prepared, nearest: await both(nearest, text), text: await text }
    const meaning = asked.embedded.current()
    if (meaning !== undefined)
      progress.answer = await finishHere(search, deps, asked, { ...found, meaning })
    return true
  })

/** The first, once the second is there too. */
const both = async <T>(first: Promise<T>, second: Promise<unknown>): Promise<T> => {
  const [result] = await Promise.all([first, second])
  return result
}

const sourcesIn = ({ text, vector }: Arms): string[] => [
  ...new Set([...text, ...vector].map(({ row }) => row.sourceId)),
]

type Read = Extract<EmbeddedQuestion, { vector: Float32Array }>

const vectorOf = (meaning: EmbeddedQuestion | undefined): Read | undefined =>
  meaning?.vector === undefined ? undefined : meaning

/** Undefined where there is no vector yet. What must contain a phrase is found by words alone. */
const findNearest = async (
  search: TeamRepositories['search'],
  meaning: EmbeddedQuestion | undefined,
  { question }: Asked,
  { resolved, outlook }: Prepared,
): Promise<VectorRow[] | undefined> => {
  const near = vectorOf(meaning)
  if (near === undefined || question.required !== null) return near && []
  const filters = { ...resolved.filters, excluded: question.excluded }
  return searchByVector(search, near, outlook, filters)
}

const finishInTurn = async (
  { timeoutMs = TIMEOUT_MS, ...deps }: SearchDeps,
  asked: Asked,
  prepared: Prepared,
  text: FoundByText | undefined,
  meaning: EmbeddedQuestion,
): Promise<Answer | undefined> => {
  if (text === undefined && meaning.vector === undefined) return undefined
  return deps.unitOfWork.searchInTeam(asked.scope, { timeoutMs }, async ({ search }) => {
    asked.signal?.throwIfAborted()
    return finishHere(search, deps, asked, { prepared, text, meaning })
  })
}

type Found = {
  prepared: Prepared
  text: FoundByText | undefined
  nearest?: VectorRow[] | undefined
  meaning: EmbeddedQuestion
}

const finishHere = async (
  search: TeamRepositories['search'],
  { fusion, weights, hasPriors }: SearchDeps,
  asked: Asked,
  found: Found,
): Promise<Answer> => {
  const { question, query, offset } = asked
  const { prepared, text, meaning } = found
  const { resolved, outlook } = prepared
  const arms = await armsFound(search, asked, found)
  const isOneSession = resolved.filters.sessions?.some(({ isNegated }) => !isNegated) ?? false
  const coverage = coverageOf(Math.max(0, ...arms.text.map(({ score }) => score)), outlook.terms)
  const turns = hasPriors === false ? [] : await search.turnsOfTalk(sourcesIn(arms))
  const ranked = rankSources(arms, {
    question: {
      identifierShare: question.identifierShare,
      coverage,
      held: heldPart(arms.text, outlook.terms),
    },
    fusion,
    weights,
    hasPriors,
    isOneSession,
    isPast: asked.isPast,
    isAboutNow: !asked.isPast && asksForNow(question.prose),
    turns,
    nearFrom: arms.text.length > 0 ? NEAR : NEAR_ALONE,
  })
  const isUnknown = ranked.every(({ match }) => match === 'loose')
  const isGrouped = query.group === 'session' && !isOneSession
  const present = hasPriors === false ? presentHits : presentAnswers
  const page = await present(search, await onceEach(search, ranked, asked, hasPriors), {
    ...(isGrouped ? { more: query.more ?? MORE_CARRIED } : {}),
    offset,
    limit: query.limit,
    worth: worthOf(outlook),
    files: resolved.filters.files,
    question: query.q,
    isPast: asked.isPast,
    space: vectorOf(meaning)?.space,
  })
  const absent =
    text === undefined
      ? undefined
      : noteOnAbsentWords(asked.typed, {
          terms: outlook.terms,
          met: arms.met,
          found: page.found === 0 ? 'nothing' : isUnknown ? 'loose' : 'near',
          nothing: nameFilters(resolved.applied, { ...query, ...asked.typed, asOf: asked.asOf })
            ?.nothing,
        })
  const notes = [...resolved.notes, meaning.note].filter((note) => note !== undefined)
  const meant = offset > 0 ? undefined : await suggestQuery(search, query.q, outlook.terms)
  return {
    page,
    arms: armsOf(asked, text, meaning),
    notes,
    resolved,
    absent,
    meant,
    isCut: text?.isCut,
    isUnknown,
  }
}

/** As far as hits are carried, each fact once; an earlier time, and who counts hits, are given all. */
const onceEach = async (
  search: TeamRepositories['search'],
  ranked: readonly RankedSource[],
  { isPast, keepsEvidence = false }: Asked,
  hasPriors = true,
): Promise<readonly RankedSource[]> => {
  const best = ranked.slice(0, MAX_HITS)
  return hasPriors && !isPast && !keepsEvidence ? foldEvidence(search, best) : best
}

const NO_WORDS: FoundByText = { text: [], exact: [], met: new Set() }

/** Every arm, each document scored by all of them. */
const armsFound = async (
  search: TeamRepositories['search'],
  asked: Asked,
  { prepared, text = NO_WORDS, nearest: known, meaning }: Found,
): Promise<Arms & Pick<FoundByText, 'met' | 'text'>> => {
  const near = vectorOf(meaning)
  if (near === undefined) return { ...text, vector: [] }
  const ids = text.text.map(({ row }) => row.id)
  const [nearest = [], similarities] = await Promise.all([
    known ?? findNearest(search, meaning, asked, prepared),
    text.similarities ?? search.similaritiesOf(near, ids),
  ])
  return byWordsAndMeaning(text, { nearest, similarities, space: near.space }, prepared.outlook)
}

const armsOf = (
  { question }: Asked,
  text: FoundByText | undefined,
  meaning: EmbeddedQuestion,
): SearchResponse['arms'] => {
  const arms: SearchResponse['arms'] = []
  if (text !== undefined) arms.push('text')
  if (text !== undefined && question.terms.some(({ kind }) => kind === 'whole')) arms.push('exact')
  if (meaning.vector !== undefined) arms.push('vector')
  return arms
}
