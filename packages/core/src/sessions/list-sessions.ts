import type { SessionFilter, UnitOfWork } from '@teamlore/db'
import type { ListSessionsQuery, Session } from '@teamlore/shared'
import { timeCursor } from '../platform/cursor.ts'
import { projectFilter } from '../projects/project-identity.ts'
import type { TeamScope } from '../teams/team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type SessionPage = { items: Session[]; next_cursor: string | null }

const cursors = timeCursor('sessions')

/** A date alone means its beginning, in UTC. */
const toIso = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(text).toISOString()

const filterOf = (query: ListSessionsQuery): SessionFilter => ({
  project: projectFilter(query.project),
  tool: query.tool,
  author: query.author,
  branch: query.branch,
  kind: query.kind,
  title: query.title,
  before: toIso(query.before),
  after: toIso(query.after),
})

/** Sessions by their last activity, newest first. */
export const makeListSessions =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, query: ListSessionsQuery): Promise<SessionPage> => {
    const after = cursors.decode(query.cursor)
    const { items, next } = await unitOfWork.inTeam(scope, ({ sessionList }) =>
      sessionList.list(filterOf(query), { limit: query.limit, after }),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

export type ListSessions = ReturnType<typeof makeListSessions>
