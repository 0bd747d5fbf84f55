import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import { hidesPrivate, type TeamScope } from './team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
/**
 * Whether the answer to something taken in may say what became of it: not by a credential that somebody else made. It hears the same of
 * everything, for if it heard of what it may read alone, the rest would show by that. That machine loses nothing, and learns nothing.
 */
export const mayReportOutcome = ({ given }: Pick<TeamScope, 'given'>): boolean => given === null

/**
 * Those of these sessions of which an answer may say what became of them. An account of a service, which nothing is hidden from but
 * what is closed to its maker, hears of the others.
 */
export const sessionsToReport = async (
  { unitOfWork }: Deps,
  scope: TeamScope,
  ids: readonly SessionId[],
): Promise<ReadonlySet<string>> => {
  if (scope.given === null) return new Set(ids)
  if (hidesPrivate(scope)) return new Set()
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
