import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ProjectId, SessionId, UserId } from '@teamlore/shared'
import { hidesPrivate, type TeamScope } from './team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
type Where = { projectId: ProjectId | null; privateTo: UserId | null }

/**
 * Whether the answer to something taken in may say what became of it: not by a way in that somebody else made, where it is
 * private or in a project that is closed to its maker. That machine loses nothing, and learns nothing.
 */
export const mayTell = async (
  { unitOfWork }: Deps,
  scope: TeamScope,
  { projectId, privateTo }: Where,
): Promise<boolean> => {
  if (scope.given === null) return true
  if (privateTo !== null && hidesPrivate(scope)) return false
  if (projectId === null) return true
  const project = await unitOfWork.inTeam(scope, ({ team }) => team.project(projectId))
  return project !== undefined && !project.is_closed_to_you
}

/** Those of these sessions of which an answer may say what became of them. */
export const sessionsToTell = async (
  { unitOfWork }: Deps,
  scope: TeamScope,
  ids: readonly SessionId[],
): Promise<ReadonlySet<string>> => {
  if (scope.given === null) return new Set(ids)
  return unitOfWork.inTeam(scope, (repos) => openOf(repos, ids))
}

const openOf = async (
  { sessions }: Pick<TeamRepositories, 'sessions'>,
  ids: readonly SessionId[],
): Promise<ReadonlySet<string>> => {
  const open = new Set<string>()
  for (const id of ids) if ((await sessions.findById(id)) !== undefined) open.add(id)
  return open
}
