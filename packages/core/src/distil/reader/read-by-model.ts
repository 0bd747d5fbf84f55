import type { UnitOfWork } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import type { AskModel } from '../../usage/ask-model.ts'
import { askOrPostpone, type NotAsked } from '../model/ask-or-postpone.ts'
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
  ): Promise<ReaderOutcome | NotAsked> =>
    askOrPostpone({ unitOfWork, scope, sessionId }, () =>
      readByAsking({ unitOfWork, scope, sessionId, signal }, (prompt) =>
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
      ),
    )

export type ReadByModel = ReturnType<typeof makeReadByModel>
