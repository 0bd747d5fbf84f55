import type {
  NewObservation,
  NewSummary,
  StoredSession,
  TeamRepositories,
  UnitOfWork,
} from '@teamlore/db'
import { newId, type SessionId } from '@teamlore/shared'
import { documentsOfObservation } from '../documents/documents-of-observation.ts'
import { documentsOfSummary } from '../documents/documents-of-summary.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { createExtractiveDistiller } from './rules/distil-extractive.ts'
import { isSaidAmong, successionsOf } from './succession.ts'
import type { Distillate, DistilledObservation } from './transcript/distil.types.ts'
import type { Distiller } from './transcript/distiller.ts'
import { isReadInTime, readAndDistil } from './transcript/read-session.ts'
import { isDeclaration } from './wording/observations.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** By default rules and the form of sentences. */
  distiller?: Distiller
  ids?: Pick<typeof newId, 'observation' | 'summary' | 'document'>
}

type Repositories = Pick<TeamRepositories, 'sessions' | 'distillation' | 'documents' | 'outbox'>

/** What one run came to. `gone`: there is no such session any more. `overtaken`: text of it was removed meanwhile. */
export type DistilOutcome =
  | { state: 'gone' | 'overtaken' }
  | { state: 'done'; observations: number; summaries: number; changed: number }

/**
 * Distils a session (again) and writes what changed, with its documents and what follows from it, in one transaction.
 * Findings that stay keep their ids; those that are no longer found are superseded: out of search, but there for who
 * has their id. Running it twice changes nothing the second time.
 */
export const makeDistilSession =
  ({ unitOfWork, distiller = createExtractiveDistiller(), ids = newId }: Deps) =>
  async (
    scope: SystemScope,
    { sessionId }: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<DistilOutcome> => {
    const read = await readAndDistil({ unitOfWork, scope, sessionId, signal }, distiller)
    if (read === undefined) return { state: 'gone' }
    signal?.throwIfAborted()
    return unitOfWork.inTeam(scope, async (repos) => {
      const session = await repos.sessions.lock(sessionId)
      if (session === undefined) return { state: 'gone' }
      if (!(await isReadInTime(repos, read))) return { state: 'overtaken' }
      const changed = await write(repos, session, read.distillate, ids)
      // What came in meanwhile was not read, so the session stays pending.
      const isCurrent = session.revision === read.session.revision
      const isNewlyDone = isCurrent && (await repos.distillation.markDone(sessionId))
      await announce(repos, sessionId, { isCurrent, hasChanged: changed > 0 })
      if (changed > 0 || isNewlyDone) {
        const { privateTo } = session
        await repos.outbox.notifyLive({ type: 'session.distilled', sessionId, privateTo })
      }
      const { observations, summaries } = read.distillate
      return {
        state: 'done',
        observations: observations.length,
        summaries: summaries.length,
        changed,
      }
    })
  }

/** What changed meanwhile may say more, so the session is distilled again: not each such change brings an event that asks for it. */
const announce = (
  { outbox }: Pick<Repositories, 'outbox'>,
  sessionId: SessionId,
  { isCurrent, hasChanged }: { isCurrent: boolean; hasChanged: boolean },
): Promise<void> => {
  const payload = { session_id: sessionId }
  return outbox.add(
    ...(isCurrent ? [] : [{ type: 'session.overtaken' as const, payload }]),
    ...(hasChanged ? [{ type: 'session.distilled' as const, payload }] : []),
  )
}

export type DistilSessionUseCase = ReturnType<typeof makeDistilSession>

type Declared = {
  declared: readonly DistilledObservation[]
  known: Awaited<ReturnType<Repositories['distillation']['known']>>
}

/** Keys of declarations that a model has left, or came before it could see them as findings. What an agent has handed over is all of it. */
const leftToRules = async (
  distillation: Repositories['distillation'],
  { id }: StoredSession,
  { declared, known }: Declared,
): Promise<Set<string>> => {
  if (declared.length === 0) return new Set()
  const messages = declared.map(({ messageId }) => messageId)
  const byAgent = await distillation.coveredAmong(id, messages, ['agent'])
  const theirs = [...(await distillation.known(id, 'model')).observations.values()].filter(
    ({ stands }) => stands,
  )
  return new Set(
    declared
      .filter((one) => !byAgent.has(one.messageId))
      .filter((one) => known.observations.get(one.key)?.stands ?? !isSaidAmong(one, theirs))
      .map(({ key }) => key),
  )
}

/** @returns how many findings were written or superseded. */
const write = async (
  { distillation, documents }: Repositories,
  session: StoredSession,
  distillate: Distillate,
  ids: NonNullable<Deps['ids']>,
): Promise<number> => {
  const known = await distillation.known(session.id)
  // What somebody better than rules has distilled is theirs; the record of work stays ours.
  const covered = await distillation.coveredAmong(
    session.id,
    distillate.observations.map(({ messageId }) => messageId),
  )
  const declared = await leftToRules(distillation, session, {
    declared: distillate.observations.filter(
      (one) => isDeclaration(one) && covered.has(one.messageId),
    ),
    known,
  })
  const isOurs = (one: DistilledObservation) =>
    one.purpose === 'work' || !covered.has(one.messageId) || declared.has(one.key)
  const own = distillate.observations.filter((one) => !known.fixed.has(one.key) && isOurs(one))
  const observations: NewObservation[] = own.map((observation) => ({
    ...observation,
    id: known.observations.get(observation.key)?.id ?? ids.observation(),
  }))
  // A prompt that somebody else summed up keeps that summary.
  const ownSummaries = distillate.summaries.filter(
    ({ promptNumber }) => !known.taken.has(promptNumber),
  )
  const summaries: NewSummary[] = ownSummaries.map((summary) => ({
    ...summary,
    id: known.summaries.get(summary.promptNumber) ?? ids.summary(),
  }))
  const kept = new Set<string>([...observations, ...summaries].map(({ id }) => id))
  const gone = [...known.observations.values()].filter(({ id, stands }) => stands && !kept.has(id))
  const goneSummaries = [...known.summaries.values()].filter((id) => !kept.has(id))
  const left =
    (await distillation.supersede(successionsOf(gone, observations))) +
    (await distillation.supersedeSummaries(goneSummaries))
  const written =
    (await distillation.writeObservations(session, observations)) +
    (await distillation.writeSummaries(session, summaries))
  const options = { newDocumentId: ids.document }
  await documents.replace(
    [
      ...observations.flatMap((row) => documentsOfObservation(session, row, options)),
      ...summaries.flatMap((row) => documentsOfSummary(session, row, options)),
    ],
    { sources: [...kept, ...gone.map(({ id }) => id), ...goneSummaries] },
  )
  return written + left
}
