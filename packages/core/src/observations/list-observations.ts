import type { UnitOfWork } from '@teamlore/db'
import type { ListObservationsQuery, ListTotal, Observation } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { timeCursor } from '../platform/cursor.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { resolveSessionFilter } from '../sessions/resolve-session-filter.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type ObservationPage = {
  items: Observation[]
  next_cursor: string | null
  total: ListTotal | null
}

const cursors = timeCursor('observations')

/** What sessions found out, newest first. */
export const makeListObservations =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, query: ListObservationsQuery): Promise<ObservationPage> => {
    const after = cursors.decode(query.cursor)
    const { items, next, total } = await unitOfWork.inTeam(
      scope,
      async ({ ids, observationList }) =>
        observationList.list(
          {
            project: projectFilter(query.project),
            sessionId: await resolveSessionFilter(ids, query.session),
            type: query.type,
            purpose: query.purpose,
            file: query.file,
            concept: query.concept,
          },
          { limit: query.limit, after, isCounted: after === undefined },
        ),
    )
    return { items, next_cursor: cursors.encode(next), total }
  }

export type ListObservations = ReturnType<typeof makeListObservations>
