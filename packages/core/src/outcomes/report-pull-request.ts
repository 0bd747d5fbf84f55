import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import type { ReportedPullRequest, ReportPullRequest } from '@teamlore/shared/pull-requests'
import { speakerOf, type TeamScope } from '../identity/teams/team-scope.ts'
import type { Remember } from '../memories/remember.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createConcluding } from './conclude-pull-request.ts'
import { graveOf } from './grave-of-pull-request.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  remember: Remember
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/**
 * What became of a pull request. Of a rejected one, what rests on its commits is trusted less, and it becomes a graveyard draft.
 * Opened again or merged after all, everything is as before. What rests on a session that is private by now is left as it is.
 *
 * @throws DomainError `code.project_not_found`.
 */
export const makeReportPullRequest = ({
  unitOfWork,
  remember,
  now = systemClock,
  ids = newId,
}: Deps) => {
  const concluding = createConcluding({ unitOfWork, now, ids })
  return async (
    scope: TeamScope<'member'>,
    asked: ReportPullRequest,
  ): Promise<ReportedPullRequest> => {
    const saying = { scope, by: speakerOf(scope) }
    const request = await concluding.clean(saying, asked)
    if (request.state !== 'rejected')
      return { lowered: 0, graveyard: null, ...(await concluding.restore(saying, request)) }
    const found = await concluding.takeBack(saying, request)
    const { projectId, commits, lowered, graves } = found
    const answer = { commits: commits.length, lowered, restored: 0 }
    const standing = graves.find(({ status }) => status !== 'archived')
    if (standing !== undefined) return { ...answer, graveyard: standing.id }
    if (commits.length === 0) return { ...answer, graveyard: null }
    const quoted = await concluding.quoted(scope, request, found)
    const { id } = await remember(
      scope,
      rememberRequestSchema.parse({
        ...graveOf(request, { commits, quoted }),
        // A tool's words are no person's, whoever gave it the address.
        ...(saying.by === null && { origin: 'tool' }),
        project: projectId,
        draft: true,
        anchors: found.paths.map((path) => ({ path })),
      }),
    )
    return { ...answer, graveyard: id }
  }
}
