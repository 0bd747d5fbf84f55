import type { UnitOfWork } from '@teamlore/db'
import type { SessionDetail } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { noteOf } from './session-notes.ts'
import { sessionNotFound } from './sessions.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** `id` may be the beginning of one. */
export const makeGetSession =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<SessionDetail> =>
    unitOfWork.inTeam(scope, async ({ ids, sessionList, sessionNotes, sessionSharing }) => {
      const whole = await resolveId(ids, 'session', id, sessionNotFound)
      const session = await sessionList.find(whole)
      if (session === undefined) throw sessionNotFound()
      await sessionSharing.noteReading([session.id])
      const notes = await sessionNotes.ofSession(session.id)
      return { ...session, notes: notes.map(noteOf) }
    })

export type GetSession = ReturnType<typeof makeGetSession>
