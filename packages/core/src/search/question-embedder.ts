import type { UnitOfWork } from '@teamlore/db'
import type { TeamId } from '@teamlore/shared'
import { nameRemover } from '../documents/without-names.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createQuestionSpace } from './question-space.ts'
import { createQuestionVectors, QUESTIONS_KEPT } from './question-vectors.ts'
import type { TextEmbedder } from './text-embedder.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  embedder?: TextEmbedder | undefined
  earlierEmbedders?: readonly TextEmbedder[] | undefined
  now?: Clock
  /** Of how many questions the vectors are kept; a bench keeps none. */
  questionsKept?: number
}

/** The question as a vector; without one, `note` says why where the asker should know. */
export type EmbeddedQuestion =
  | { vector: Float32Array; space: TextEmbedder['space']; note?: undefined }
  | { vector?: undefined; note?: string }

/** A question a model is reading. `current` is what is known of it by now. */
export type PendingQuestion = {
  promise: Promise<EmbeddedQuestion>
  current: () => EmbeddedQuestion | undefined
}

/** Longer than any healthy model takes for one question; words alone can still answer. */
const EMBED_TIMEOUT_MS = 2_000
const NAMES_KEPT_MS = 60_000
const MAX_TEAMS_KEPT = 1_000

/** Embeds questions as documents were embedded: without the names of the team's people. Never rejects. */
export const createQuestionEmbedder = ({
  unitOfWork,
  embedder: configured,
  earlierEmbedders = [],
  now = systemClock,
  questionsKept = QUESTIONS_KEPT,
}: Deps) => {
  const vectorOf = createQuestionVectors(questionsKept)
  const embedderFor =
    configured && createQuestionSpace({ unitOfWork, embedder: configured, earlierEmbedders, now })
  const kept = new Map<TeamId, { withoutNames: (text: string) => string; until: number }>()
  const removerFor = async (scope: TeamScope): Promise<(text: string) => string> => {
    const known = kept.get(scope.teamId)
    if (known !== undefined && known.until > now().getTime()) return known.withoutNames
    const names = await unitOfWork.inTeam(scope, ({ search }) => search.personNames())
    const withoutNames = nameRemover(names)
    if (kept.size >= MAX_TEAMS_KEPT) kept.clear()
    kept.set(scope.teamId, { withoutNames, until: now().getTime() + NAMES_KEPT_MS })
    return withoutNames
  }
  const embedNow = async (
    scope: TeamScope,
    prose: string,
    signal: AbortSignal | undefined,
  ): Promise<EmbeddedQuestion> => {
    if (prose.trim() === '') return {}
    if (embedderFor === undefined)
      return { note: 'Search by meaning is switched off; this is by words alone.' }
    try {
      const limit = AbortSignal.timeout(EMBED_TIMEOUT_MS)
      const embedder = await withinLimit(limit, embedderFor(scope))
      if (embedder === undefined) return { note: CATCHING_UP }
      const withoutNames = await removerFor(scope)
      const limits = [limit, ...(signal === undefined ? [] : [signal])]
      const vector = await vectorOf({
        teamId: scope.teamId,
        embedder,
        text: withoutNames(prose),
        signal: AbortSignal.any(limits),
      })
      return vector === undefined ? { note: UNAVAILABLE } : { vector, space: embedder.space }
    } catch {
      return { note: UNAVAILABLE }
    }
  }
  return (scope: TeamScope, prose: string, signal: AbortSignal | undefined): PendingQuestion => {
    let known: EmbeddedQuestion | undefined
    const promise = embedNow(scope, prose, signal).then((question) => {
      known = question
      return question
    })
    return { promise, current: () => known }
  }
}

const withinLimit = <T>(limit: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      limit.addEventListener('abort', () => reject(limit.reason), { once: true })
    }),
  ])

const UNAVAILABLE = 'Search by meaning is not available right now; this is by words alone.'

const CATCHING_UP =
  'Everything is being embedded again for another model; until that is done this is by words alone.'
