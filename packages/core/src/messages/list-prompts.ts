import type { UnitOfWork } from '@teamlore/db'
import type { ListPromptsQuery, ListTotal, Prompt } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { timeCursor } from '../platform/cursor.ts'
import { isoOf } from '../platform/iso-of.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { resolveSessionFilter } from '../sessions/resolve-session-filter.ts'
import { cleanText } from '../text/clean-text.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type PromptPage = {
  items: Prompt[]
  next_cursor: string | null
  total: ListTotal | null
}

const cursors = timeCursor('prompts')

/** What people asked for, newest first; what has no time comes last. */
export const makeListPrompts =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, query: ListPromptsQuery): Promise<PromptPage> => {
    const after = cursors.decode(query.cursor)
    const { items, next, total } = await unitOfWork.inTeam(scope, async ({ ids, promptList }) =>
      promptList.list(
        {
          project: projectFilter(query.project),
          sessionId: await resolveSessionFilter(ids, query.session),
          tool: query.tool,
          author: query.author,
          text: query.text === undefined ? undefined : cleanText(query.text),
          before: isoOf(query.before),
          after: isoOf(query.after),
        },
        { limit: query.limit, after, isCounted: after === undefined },
      ),
    )
    return { items, next_cursor: cursors.encode(next), total }
  }

export type ListPrompts = ReturnType<typeof makeListPrompts>
