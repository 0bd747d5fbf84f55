import type { SessionFilter, UnitOfWork } from '@teamlore/db'
import type { ListSessionsQuery, ListTotal, Session } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { timeCursor } from '../platform/cursor.ts'
import { isoOf } from '../platform/iso-of.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { tagOf } from './session-notes.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type SessionPage = {
  items: Session[]
  next_cursor: string | null
  total: ListTotal | null
}

const cursors = timeCursor('sessions')

const filterOf = (query: ListSessionsQuery): SessionFilter => ({
  project: projectFilter(query.project),
  tool: query.tool,
  author: query.author,
  branch: query.branch,
  kind: query.kind,
  startedBy: query.started_by === 'anyone' ? undefined : (query.started_by ?? 'person'),
  title: query.title,
  tag: query.tag === undefined ? undefined : tagOf(query.tag),
  before: isoOf(query.before),
  after: isoOf(query.after),
})

/** Sessions by their last activity, newest first; those without a time come last. */
export const makeListSessions =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, query: ListSessionsQuery): Promise<SessionPage> => {
    const after = cursors.decode(query.cursor)
    const { items, next, total } = await unitOfWork.inTeam(scope, ({ sessionList }) =>
      sessionList.list(filterOf(query), {
        limit: query.limit,
        after,
        isCounted: after === undefined,
      }),
    )
    return { items, next_cursor: cursors.encode(next), total }
  }

export type ListSessions = ReturnType<typeof makeListSessions>
