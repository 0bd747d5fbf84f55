import type { UnitOfWork } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { type AskModel, NotAskedError } from '../../usage/ask-model.ts'
import { POSTPONED_MINUTES } from '../model/distil-by-model.ts'
import { MAX_READER_TOKENS, READER_SYSTEM, readerSchema } from './ask.ts'
import { type ReaderOutcome, readByAsking } from './read-handed-over.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; askModel: AskModel }

/** Has a language model read what an agent handed over of a session. What it cannot be asked now waits for later. */
export const makeReadByModel =
  ({ unitOfWork, askModel }: Deps) =>
  async (
    scope: SystemScope,
    { sessionId }: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<ReaderOutcome | { state: 'not_asked'; why: string }> => {
    try {
      return await readByAsking({ unitOfWork, scope, sessionId, signal }, (prompt) =>
        askModel(
          scope,
          { id: sessionId },
          {
            purpose: 'distil',
            system: READER_SYSTEM,
            prompt,
            schema: readerSchema,
            maxOutputTokens: MAX_READER_TOKENS,
            signal,
          },
        ),
      )
    } catch (error) {
      if (!(error instanceof NotAskedError)) throw error
      const { why } = error
      await unitOfWork.inTeam(scope, ({ distillation }) =>
        distillation.postpone(sessionId, 'model', POSTPONED_MINUTES[why]),
      )
      return { state: 'not_asked', why }
    }
  }

export type ReadByModel = ReturnType<typeof makeReadByModel>
