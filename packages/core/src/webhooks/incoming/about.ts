import { createHash } from 'node:crypto'
import type { UnitOfWork } from '@teamlore/db'
import type { IncomingPayload } from '@teamlore/shared/incoming-hooks'
import { findProject } from '../../code/get-code-graph.ts'
import { DomainError } from '../../errors.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'

/**
 * Which build, deploy, incident or review an event is about, as a hash: its key may be anything. Null for a draft, which none follows,
 * and where there is no such project, which is said when it is taken.
 */
export const aboutOf = async (
  { unitOfWork }: { unitOfWork: Pick<UnitOfWork, 'inTeam'> },
  scope: TeamScope<'member'>,
  event: IncomingPayload,
): Promise<string | null> => {
  if (event.type === 'memory.draft') return null
  const key = event.type === 'outcome.review' ? event.data.url : event.data.key
  try {
    const { id } = await unitOfWork.inTeam(scope, (repos) => findProject(repos, event.data.project))
    return createHash('sha256')
      .update(JSON.stringify([event.type, id, key]))
      .digest('hex')
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
