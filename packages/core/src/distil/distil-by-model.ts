import type { NewObservation, StoredSession, UnitOfWork } from '@teamlore/db'
import { newId, type SessionId } from '@teamlore/shared'
import { documentsOfObservation } from '../search/documents/documents-of-observation.ts'
import type { SystemScope } from '../teams/team-scope.ts'
import { type AskModel, NotAskedError } from '../usage/ask-model.ts'
import type { Distillate } from './distil.types.ts'
import { modelAnswerSchema } from './model/answer-schema.ts'
import { createModelDistiller } from './model/create-model-distiller.ts'
import { DISTIL_SYSTEM, MAX_OUTPUT_TOKENS, segmentPrompt } from './model/prompt.ts'
import { readAndDistil } from './read-session.ts'
import { successionsOf } from './succession.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  askModel: AskModel
  ids?: Pick<typeof newId, 'observation' | 'document'>
}

export type ModelOutcome =
  | { state: 'gone' }
  /** The session changed meanwhile. */
  | { state: 'overtaken' }
  /** Nobody was asked; what rules found stands. */
  | { state: 'not_asked'; why: string }
  | { state: 'done'; observations: number; changed: number }

/** When it is worth asking again. */
const POSTPONED_MINUTES: Record<NotAskedError['why'], number> = {
  switched_off: 5,
  over_cap: 60,
  failed_before: 360,
  breaker: 15,
  running: 10,
}

/**
 * Distils a session by a language model. Its findings take the place of those that rules had made of the same stretch; the
 * ids of those stay openable. Running it again costs nothing and changes nothing.
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
    const distiller = createModelDistiller((lines) =>
      askModel(scope, about, {
        purpose: 'distil',
        system: DISTIL_SYSTEM,
        prompt: segmentPrompt(lines),
        schema: modelAnswerSchema,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        signal,
      }),
    )
    try {
      const read = await readAndDistil({ unitOfWork, scope, sessionId, signal }, distiller)
      if (read === undefined) return { state: 'gone' }
      return await write({ unitOfWork, ids }, scope, read)
    } catch (error) {
      if (!(error instanceof NotAskedError)) throw error
      const { why } = error
      await unitOfWork.inTeam(scope, ({ distillation }) =>
        distillation.postpone(sessionId, 'model', POSTPONED_MINUTES[why]),
      )
      return { state: 'not_asked', why }
    }
  }

export type DistilByModel = ReturnType<typeof makeDistilByModel>

const write = (
  { unitOfWork, ids }: { unitOfWork: Deps['unitOfWork']; ids: NonNullable<Deps['ids']> },
  scope: SystemScope,
  read: { session: StoredSession; distillate: Distillate },
): Promise<ModelOutcome> =>
  unitOfWork.inTeam(scope, async ({ sessions, distillation, documents, outbox }) => {
    const session = await sessions.lock(read.session.id)
    if (session === undefined) return { state: 'gone' }
    // It has grown since it was read. It is not quiet, then; what was answered is kept for the next time.
    if (session.revision !== read.session.revision) return { state: 'overtaken' }
    const known = await distillation.known(session.id, 'model')
    const rows: NewObservation[] = read.distillate.observations.map((one) => ({
      ...one,
      id: known.observations.get(one.key)?.id ?? ids.observation(),
    }))
    const kept = new Set<string>(rows.map(({ id }) => id))
    const coverage = await distillation.cover(session.id, 'model')
    const gone = [
      ...[...known.observations.values()].filter(({ id, stands }) => stands && !kept.has(id)),
      ...(await distillation.findingsOfRules(session.id, coverage)),
    ]
    const left = await distillation.supersede(successionsOf(gone, rows))
    const written = await distillation.writeObservations(session, rows, 'model')
    const { id: sessionId, privateTo } = session
    await documents.replace(
      rows.flatMap((row) => documentsOfObservation(session, row, { newDocumentId: ids.document })),
      { sources: [...kept, ...gone.map(({ id }) => id)] },
    )
    const changed = written + left
    if (changed > 0) {
      await distillation.noteDistilled(session.id)
      await outbox.add({ type: 'session.distilled', payload: { session_id: sessionId } })
      await outbox.notifyLive({ type: 'session.distilled', sessionId, privateTo })
    }
    return { state: 'done', observations: rows.length, changed }
  })
