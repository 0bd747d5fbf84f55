import type { KnownObservation, UnitOfWork } from '@teamlore/db'
import { type MessageId, newId, type SessionId } from '@teamlore/shared'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { type AskModel, NotAskedError } from '../../usage/ask-model.ts'
import { isSaidAmong } from '../succession.ts'
import type { DistilledObservation } from '../transcript/distil.types.ts'
import {
  isReadInTime,
  type Reading,
  type ReadSession,
  readAndDistil,
} from '../transcript/read-session.ts'
import { isDeclaration } from '../wording/observations.ts'
import { type ClaimIds, writeClaims } from '../write-claims.ts'
import { modelAnswerSchema } from './answer-schema.ts'
import { askOrPostpone, type NotAsked } from './ask-or-postpone.ts'
import { type AskReview, type AskSegment, createModelDistiller } from './create-model-distiller.ts'
import { DISTIL_SYSTEM, MAX_OUTPUT_TOKENS } from './prompt.ts'
import { MAX_REVIEW_TOKENS, REVIEW_SYSTEM, reviewSchema } from './review.ts'
import { type SummaryIds, writeModelSummaries } from './write-model-summaries.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  askModel: AskModel
  ids?: ClaimIds & SummaryIds
}

export type ModelOutcome =
  | { state: 'gone' }
  /** The session changed meanwhile. */
  | { state: 'overtaken' }
  | NotAsked
  | { state: 'done'; observations: number; changed: number }

/**
 * Distils a session by a language model. Its findings take the place of those that rules had made of the same stretch; the
 * ids of those stay openable. So do its summaries, prompt by prompt. Running it again costs nothing and changes nothing.
 */
export const makeDistilByModel =
  ({ unitOfWork, askModel, ids = newId }: Deps) =>
  async (
    scope: SystemScope,
    { sessionId }: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<ModelOutcome> => {
    const about = await unitOfWork.inTeam(scope, ({ sessions }) => sessions.findById(sessionId))
    if (about === undefined) return { state: 'gone' }
    const ask: Asking = {
      segment: (prompt) =>
        askModel(scope, about, {
          purpose: 'distil',
          system: DISTIL_SYSTEM,
          prompt,
          schema: modelAnswerSchema,
          maxOutputTokens: MAX_OUTPUT_TOKENS,
          signal,
        }),
      review: (prompt) =>
        askModel(scope, about, {
          purpose: 'distil',
          system: REVIEW_SYSTEM,
          prompt,
          schema: reviewSchema,
          maxOutputTokens: MAX_REVIEW_TOKENS,
          signal,
        }).catch(withoutReview),
    }
    return askOrPostpone({ unitOfWork, scope, sessionId }, () =>
      distilByAsking({ unitOfWork, ids }, { scope, sessionId, signal }, ask),
    )
  }

/** Whom segments and what was found in them are put to. */
export type Asking = { segment: AskSegment; review: AskReview }

/** Distils a session by whoever answers, and writes what is borne out. What asking throws, it throws. */
export const distilByAsking = async (
  { unitOfWork, ids = newId }: Omit<Deps, 'askModel'>,
  reading: Omit<Reading, 'unitOfWork'>,
  { segment, review }: Asking,
): Promise<Exclude<ModelOutcome, { state: 'not_asked' }>> => {
  const distiller = createModelDistiller(segment, review)
  const read = await readAndDistil({ unitOfWork, ...reading }, distiller)
  if (read === undefined) return { state: 'gone' }
  return write({ unitOfWork, ids }, reading.scope, read)
}

/** A review that failed too often keeps nothing from being found: what is there is borne out by its quotes. */
const withoutReview = (error: unknown): undefined => {
  if (error instanceof NotAskedError && error.why === 'failed_before') return
  throw error
}

export type DistilByModel = ReturnType<typeof makeDistilByModel>

/**
 * What a person declared and a model passed over stays: a plain statement of two lines is read at a glance where it was said,
 * and nowhere else. A model that looked at that message, or says the same of another, has decided.
 */
const isLeft = (
  one: KnownObservation,
  { found, weighed }: { found: readonly DistilledObservation[]; weighed: ReadonlySet<MessageId> },
): boolean =>
  isDeclaration(one) &&
  !(one.messageId !== null && weighed.has(one.messageId)) &&
  !isSaidAmong(one, found)

const write = (
  { unitOfWork, ids }: { unitOfWork: Deps['unitOfWork']; ids: ClaimIds & SummaryIds },
  scope: Reading['scope'],
  read: ReadSession,
): Promise<Exclude<ModelOutcome, { state: 'not_asked' }>> =>
  unitOfWork.inTeam(scope, async (repos) => {
    const { distillation } = repos
    const session = await repos.sessions.lock(read.session.id)
    if (session === undefined) return { state: 'gone' }
    // It has grown since it was read. It is not quiet, then; what was answered is kept for the next time.
    if (session.revision !== read.session.revision || !(await isReadInTime(repos, read)))
      return { state: 'overtaken' }
    const all = read.distillate.observations
    // What the coding agent itself handed over is closer to what happened: a model does not say it again.
    const handedOver = await distillation.coveredAmong(
      session.id,
      all.map(({ messageId }) => messageId),
      ['agent'],
    )
    const found = all.filter(({ messageId }) => !handedOver.has(messageId))
    const coverage = await distillation.cover(session.id, 'model')
    const ofRules = await distillation.findingsUntil(session.id, coverage, ['extractive'])
    const { summaries, weighed = new Set() } = read.distillate
    const givesWay = ofRules.filter((one) => !isLeft(one, { found, weighed }))
    const alsoWritten = await writeModelSummaries(repos, ids, { session, summaries })
    const claims = { session, distiller: 'model' as const, found, givesWay, alsoWritten }
    const changed = await writeClaims(repos, ids, claims)
    return { state: 'done', observations: found.length, changed }
  })
