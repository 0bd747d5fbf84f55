import type { ProposalRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { AgentsMdPath, AgentsMdPullRequest } from '@teamlore/shared/agents-md-pull-request'
import type { HostProposals } from '@teamlore/shared/host-proposals'
import type { IntegrationKind } from '@teamlore/shared/integrations'
import { projectToSet } from '../agents-md/project-to-write.ts'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type ProposalPlace, placeOfProject } from './agents-md-place.ts'
import {
  hostFailure,
  permissionMissing,
  projectNotHosted,
  projectTooOpen,
} from './integrations.errors.ts'
import { appOf } from './keys.ts'

/** The branch that is the app's alone. */
export const AGENTS_MD_BRANCH = 'teamlore/agents-md'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  hosts: { [Kind in IntegrationKind]: Pick<HostProposals, 'lackingToWrite'> }
  secretBox: SecretBox | undefined
  now?: Clock
}

const shown = (
  row: ProposalRow | undefined,
  place: ProposalPlace | undefined,
): AgentsMdPullRequest => ({
  is_on: row?.isOn ?? false,
  path: row?.path ?? 'AGENTS.md',
  host: place?.integration.kind ?? null,
  repository: place?.repository.fullName ?? null,
  branch: AGENTS_MD_BRANCH,
  state: row?.state ?? 'none',
  number: row?.number ?? null,
  url: row?.url ?? null,
  note: row?.note ?? null,
  looked_at: row?.lookedAt?.toISOString() ?? null,
  written_at: row?.writtenAt?.toISOString() ?? null,
})

const shownIn = async (
  repos: TeamRepositories,
  projectId: ProjectId,
): Promise<AgentsMdPullRequest> => {
  const row = await repos.agentsMdPullRequests.find(projectId)
  return shown(row, await placeOfProject(repos, projectId, row))
}

/** @throws DomainError `project.not_found` */
export const makeGetAgentsMdPullRequest =
  ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) =>
  (scope: TeamScope, { id }: { id: string }): Promise<AgentsMdPullRequest> =>
    unitOfWork.inTeam(scope, async (repos) => shownIn(repos, (await projectToSet(repos, id)).id))

/** Whether the host lets the app or the token write there, asked before anything is stored. */
const ensureMayWrite = async (
  { hosts, secretBox }: Deps,
  { integration, repository, project }: ProposalPlace,
): Promise<void> => {
  if (project.isRestricted && repository.visibility !== 'private') throw projectTooOpen()
  const { installationId, fullName } = repository
  const app = appOf(secretBox, integration)
  const place = { app, installationId, fullName }
  const lacking = await hosts[integration.kind].lackingToWrite(place).catch((error: unknown) => {
    throw hostFailure(error)
  })
  if (lacking !== null) throw permissionMissing({ message: lacking })
}

/**
 * From now on the section of a project is kept up to date by one pull request.
 *
 * @throws DomainError `project.not_found`, `agents_md.not_hosted`, `agents_md.too_open`, `agents_md.permission_missing`, `integration.host_failed`
 */
export const makeSetAgentsMdPullRequest =
  (deps: Deps) =>
  async (
    scope: TeamScope<'admin'>,
    { id, path }: { id: string; path: AgentsMdPath },
  ): Promise<AgentsMdPullRequest> => {
    const { unitOfWork, now = systemClock } = deps
    const by = requirePerson(scope)
    const { projectId, place } = await unitOfWork.inTeam(scope, async (repos) => {
      const project = await projectToSet(repos, id)
      return { projectId: project.id, place: await placeOfProject(repos, project.id) }
    })
    if (place === undefined) throw projectNotHosted()
    await ensureMayWrite(deps, place)
    return unitOfWork.inTeam(scope, async (repos) => {
      await repos.agentsMdPullRequests.switchOn(projectId, path, { by, at: now() })
      await repos.audit.add({
        id: newId.event(),
        action: 'agents_md_pull_request.set',
        userId: by,
        subject: projectId,
        details: { path, repository: place.repository.fullName },
      })
      await repos.outbox.add({ type: 'agents_md.asked', payload: { project_id: projectId } })
      return shownIn(repos, projectId)
    })
  }

/** A pull request that is open stays as it is. Doing it again changes nothing. @throws DomainError `project.not_found` */
export const makeRemoveAgentsMdPullRequest =
  ({ unitOfWork, now = systemClock }: Pick<Deps, 'unitOfWork' | 'now'>) =>
  (scope: TeamScope<'admin'>, { id }: { id: string }): Promise<AgentsMdPullRequest> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const by = requirePerson(scope)
      const project = await projectToSet(repos, id)
      if (await repos.agentsMdPullRequests.switchOff(project.id, { by, at: now() }))
        await repos.audit.add({
          id: newId.event(),
          action: 'agents_md_pull_request.removed',
          userId: by,
          subject: project.id,
          details: {},
        })
      return shownIn(repos, project.id)
    })
