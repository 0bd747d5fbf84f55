import type { Forgetting, SessionsWanted, TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { Deletion, ForgetMany, ForgetPreview } from '@teamlore/shared/forgetting'
import { grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { projectFilter } from '../projects/project-identity.ts'
import {
  forgettingAdminAlone,
  forgettingNameNeeded,
  forgettingNothing,
  forgettingProjectUnknown,
} from './forgetting.errors.ts'
import { type HideDeps, hide } from './hide.ts'
import { type ForgetDeps, type Plan, previewOf } from './plan.ts'
import { isAdmin, requireForgetter } from './who-may-forget.ts'

type Named = { id: ProjectId; name: string }

/** The one project that is meant, among those that the asker knows by name. */
const projectOf = async (
  { unitOfWork }: ForgetDeps,
  scope: TeamScope<'member'>,
  named: string,
): Promise<Named> => {
  const found = await unitOfWork.inTeam(scope, async ({ memories, team }) => {
    const filter = projectFilter(named)
    const [first, second] = filter === undefined ? [] : await memories.projectsNamed(filter)
    if (first === undefined || second !== undefined) return undefined
    const project = await team.project(first.id)
    return project && { id: first.id, name: project.name }
  })
  if (found === undefined) throw forgettingProjectUnknown()
  return found
}

const planOf = async (
  deps: ForgetDeps,
  scope: TeamScope<'member'>,
  { mine, project: named, before, confirm }: ForgetMany,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<Plan> => {
  const by = requireForgetter(scope)
  if (!mine && named === undefined && before === undefined) throw forgettingNothing()
  const project = named === undefined ? undefined : await projectOf(deps, scope, named)
  const isWhole = project !== undefined && !mine
  if (isWhole && !isAdmin(scope)) throw forgettingAdminAlone()
  if (isWhole && isConfirmed && confirm !== project.name)
    throw forgettingNameNeeded({ details: { name: project.name } })
  const wanted = {
    userId: isWhole ? undefined : by,
    projectId: project?.id,
    before: before === undefined ? undefined : new Date(before),
  }
  const forgetting = await deps.unitOfWork.inTeam(
    grantSystemScope(scope.teamId),
    ({ forgetSelection }) => select(forgetSelection, wanted),
  )
  return {
    kind: isWhole ? 'project' : 'mine',
    subject: isWhole ? project.id : by,
    ownerId: isWhole ? null : by,
    forgetting,
    memoryHashes: [],
    listener: isWhole ? undefined : by,
  }
}

/** All of a project takes its memories along, whatever they rest on. */
const select = async (
  selection: TeamRepositories['forgetSelection'],
  wanted: SessionsWanted,
): Promise<Forgetting> => {
  const { userId, projectId, before } = wanted
  const sessions = await selection.sessionsOf(wanted)
  const resting = await selection.memoriesRestingOn({ sessions, messages: [] })
  const isAll = userId === undefined && before === undefined && projectId !== undefined
  const all = isAll ? await selection.memoriesOfProject(projectId) : []
  return { sessions, messages: [], memories: [...new Set([...resting, ...all])].sort() }
}

/** As `makeForgetMany` would do it. Changes nothing. */
export const makePreviewForgetMany =
  (deps: ForgetDeps) =>
  async (scope: TeamScope<'member'>, asked: ForgetMany): Promise<ForgetPreview> =>
    previewOf(deps, scope, await planOf(deps, scope, asked, { isConfirmed: false }))

/**
 * Forgets many sessions at once: one's own, or, for an admin who typed its name, all of a project with its memories.
 *
 * @throws DomainError `forgetting.nothing`, `forgetting.admin_alone`, `forgetting.name_needed`, `forgetting.project_unknown`,
 *   `forgetting.service_account`.
 */
export const makeForgetMany =
  (deps: HideDeps) =>
  async (scope: TeamScope<'member'>, asked: ForgetMany): Promise<Deletion> =>
    hide(deps, scope, await planOf(deps, scope, asked, { isConfirmed: true }))
