import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import { DISTIL_TOOLS, type LeaseStatus, type SetDistilRule } from '@teamlore/shared/distil-leases'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { resolveId } from '../../platform/resolve-id.ts'
import { projectNotFound } from '../../projects/projects.errors.ts'
import { readStatus } from './lease-status.ts'
import { distilRuleUnclear } from './leases.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; ids?: Pick<typeof newId, 'event'> }

/** Forbids people's own coding agents to distil, or allows it, for the team, a project or a coding agent. */
export const makeSetDistilRule =
  ({ unitOfWork, ids = newId }: Deps) =>
  async (scope: TeamScope<'admin'>, set: SetDistilRule): Promise<LeaseStatus> => {
    const userId = requirePerson(scope)
    const { kind, allowed } = set
    return unitOfWork.inTeam(scope, async (repos) => {
      const { distilLeases, audit } = repos
      const subject = await subjectOf(repos, set)
      if (allowed === null) await distilLeases.removeRule({ kind, subject })
      else await distilLeases.setRule({ kind, subject, allowed })
      await audit.add({
        id: ids.event(),
        action: 'distil_rule.set' as const,
        userId,
        details: { kind, subject, allowed },
      })
      return readStatus(repos, scope, { days: 30, limit: 50 })
    })
  }

/** @throws DomainError where it names nothing. */
const subjectOf = async (
  { ids, projectSettings }: Pick<TeamRepositories, 'ids' | 'projectSettings'>,
  { kind, subject }: SetDistilRule,
): Promise<string> => {
  if (kind === 'team' && subject === '') return subject
  if (kind === 'tool' && DISTIL_TOOLS.some((tool) => tool === subject)) return subject
  if (kind !== 'project') throw distilRuleUnclear()
  const id = await resolveId(ids, 'project', subject, projectNotFound)
  if ((await projectSettings.find(id as ProjectId)) === undefined) throw projectNotFound()
  return id
}
