import type { UnitOfWork } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import type { SystemScope, TeamScope } from '../../identity/teams/team-scope.ts'
import type { StandsInSession } from './refusals.ts'

/** Looks in the messages as they are stored: what is distilled of a long output is its beginning and its end. */
export const standsIn =
  (
    unitOfWork: Pick<UnitOfWork, 'inTeam'>,
    scope: SystemScope | TeamScope,
    sessionId: SessionId,
  ): StandsInSession =>
  (letters) =>
    unitOfWork.inTeam(scope, ({ handovers }) => handovers.isSaid(sessionId, letters))
