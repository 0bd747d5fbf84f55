import type { UnitOfWork } from '@teamlore/db'
import type { ListSummariesQuery, ListTotal, Summary } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { timeCursor } from '../platform/cursor.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { resolveSessionFilter } from '../sessions/resolve-session-filter.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type SummaryPage = {
  items: Summary[]
  next_cursor: string | null
  total: ListTotal | null
}

const cursors = timeCursor('summaries')

/** What was done per prompt, newest first. */
export const makeListSummaries =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, query: ListSummariesQuery): Promise<SummaryPage> => {
    const after = cursors.decode(query.cursor)
    const { items, next, total } = await unitOfWork.inTeam(scope, async ({ ids, summaryList }) =>
      summaryList.list(
        {
          project: projectFilter(query.project),
          sessionId: await resolveSessionFilter(ids, query.session),
        },
        { limit: query.limit, after, isCounted: after === undefined },
      ),
    )
    return { items, next_cursor: cursors.encode(next), total }
  }

export type ListSummaries = ReturnType<typeof makeListSummaries>
