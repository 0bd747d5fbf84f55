import type { RecentKey, UnitOfWork } from '@teamlore/db'
import type { SearchQuery, SearchResponse } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import type { Clock } from '../platform/clock.ts'
import type { HitPage } from './present-hits.ts'
import type { DateOrder } from './query/order.ts'
import type { TypedQuery } from './query/query.types.ts'
import type { QuestionTerms } from './query/question-terms.ts'
import type { ResolvedFilters } from './query/resolve-filters.ts'
import type { PendingQuestion } from './question-embedder.ts'
import type { ArmWeights } from './ranking/arm-weights.ts'
import type { Fusion } from './ranking/fuse.ts'
import type { Bounds } from './read-in-bounds.ts'
import type { TextEmbedder } from './text-embedder.ts'

export type SearchDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'searchInTeam'>
  /** Undefined: search by words alone. */
  embedder?: TextEmbedder | undefined
  /** Of the models before this one, those that can still read a question. */
  earlierEmbedders?: readonly TextEmbedder[]
  now?: Clock
  /** Of how many questions the vectors are kept; a bench keeps none. */
  questionsKept?: number
  /** How arms become one ranking; the default is what the benchmark chose. */
  fusion?: Fusion
  /** Fixed weights of the arms, to measure what each is worth. */
  weights?: ArmWeights
  /** False leaves the priors out, to measure what they are worth. */
  hasPriors?: boolean
  /** What one statement may take, where the server can stop it. */
  timeoutMs?: number
  /** What a list without words looks at. */
  bounds?: Bounds
}

/** A question on its way to an answer. */
export type Asked = {
  scope: TeamScope
  query: SearchQuery
  typed: TypedQuery
  question: QuestionTerms
  /** By date where that was asked for. */
  order: DateOrder | undefined
  offset: number
  /** Where a list goes on. */
  after?: RecentKey | undefined
  begun: Date
  isPast: boolean
  /** The time that is asked about; undefined is now. */
  asOf?: Date | undefined
  /** What a memory rests on stays a hit of its own. */
  keepsEvidence?: boolean
  embedded: PendingQuestion
  signal: AbortSignal | undefined
}

export type Answer = {
  page: HitPage
  arms: SearchResponse['arms']
  notes: string[]
  resolved: ResolvedFilters
  /** Says which words nothing has. */
  absent?: string | undefined
  /** The question as it was probably meant. */
  meant?: string | undefined
  /** Nothing shares a word with the question or is near it in meaning. */
  isUnknown?: boolean | undefined
  /** More has these words than was weighed. */
  isCut?: boolean | undefined
  /** Where a list goes on; a ranking goes on by its offset. */
  next?: RecentKey | null
}

export const TIMEOUT_MS = 3_000
/** Sources of one ranking at most. */
export const MAX_HITS = 400
/** Further hits of a session that an entry carries by default. */
export const MORE_CARRIED = 3

export const NOTHING: HitPage = { items: [], hasMore: false, found: 0 }
