import type { UnitOfWork } from '@teamlore/db'
import type { ListPromptsQuery, Prompt } from '@teamlore/shared'
import { timeCursor } from '../platform/cursor.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { resolveSessionFilter } from '../sessions/resolve-session-filter.ts'
import type { TeamScope } from '../teams/team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type PromptPage = { items: Prompt[]; next_cursor: string | null }

const cursors = timeCursor('prompts')

/** What people asked for, newest first. */
export const makeListPrompts =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, query: ListPromptsQuery): Promise<PromptPage> => {
    const after = cursors.decode(query.cursor)
    const { items, next } = await unitOfWork.inTeam(scope, async ({ ids, promptList }) =>
      promptList.list(
        {
          project: projectFilter(query.project),
          sessionId: await resolveSessionFilter(ids, query.session),
          tool: query.tool,
        },
        { limit: query.limit, after },
      ),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

export type ListPrompts = ReturnType<typeof makeListPrompts>
