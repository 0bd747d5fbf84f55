import type { UnitOfWork } from '@teamlore/db'
import type { newId } from '@teamlore/shared'
import type { TeamScope } from '../teams/team-scope.ts'
import { createSession } from './create-session.ts'
import { extendSession } from './extend-session.ts'
import { findStanding } from './find-standing.ts'
import type { DocumentsOfMessage } from './index-messages.ts'
import { sessionBusy } from './ingest.errors.ts'
import type { SessionOwner, Whereabouts, WrittenSession } from './ingest.types.ts'
import type { ArrivedSession } from './prepare-session.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  documentsOf: DocumentsOfMessage
  ids: Pick<typeof newId, 'session' | 'message'>
}

/** Writes one session, whether it is new, grown, or the same as before, in one transaction. */
export const makeWriteSession =
  ({ unitOfWork, documentsOf, ids }: Deps) =>
  (
    scope: TeamScope<'member'>,
    arrived: ArrivedSession,
    owner: SessionOwner,
    whereabouts: Whereabouts,
  ): Promise<WrittenSession> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { tool, nativeId } = arrived
      const identity = { machineId: owner.machineId, tool, nativeId }
      const deps = { documentsOf, ids }
      const stored = await findStanding(repos, arrived, owner, whereabouts)
      if (stored !== undefined) return extendSession(repos, stored, arrived, owner, deps)
      const created = await createSession(repos, scope.teamId, arrived, owner, deps)
      if (created !== undefined) return created
      const rival = await repos.sessions.find(identity)
      if (rival === undefined) throw sessionBusy()
      return extendSession(repos, rival, arrived, owner, deps)
    })
