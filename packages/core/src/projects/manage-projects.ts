import type { ChangedSettings, StoredSettings, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId, type UserId } from '@teamlore/shared'
import type { ProjectMember, ProjectSettings, SetProject } from '@teamlore/shared/projects'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { memberNotFound } from '../identity/teams/teams.errors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { askCommentsAnew } from './ask-comments-anew.ts'
import { readSettings } from './get-project.ts'
import { letIn } from './let-commits-in.ts'
import { parentOf } from './project-identity.ts'
import { projectFollows, projectNotFound } from './projects.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
}

/** @throws DomainError `project.not_found`; `project.follows` for a folder that its repository keeps apart. */
const findToSet = async (repos: TeamRepositories, typed: string): Promise<StoredSettings> => {
  const id = await resolveId(repos.ids, 'project', typed, projectNotFound)
  const project = await repos.projectSettings.find(id as ProjectId, { forChange: true })
  if (project === undefined || (await repos.team.project(project.id)) === undefined)
    throw projectNotFound()
  if (parentOf(project.identity) !== undefined) throw projectFollows()
  return project
}

type Changes = Partial<ChangedSettings>

/** What is asked for and not so already. */
const changesOf = (before: StoredSettings, asked: SetProject): Changes =>
  Object.fromEntries(
    Object.entries(asked).filter(
      ([name, value]) => value !== undefined && before[name as keyof SetProject] !== value,
    ),
  )

/** What nobody outside may read, nobody may learn from how frequent its words are either. */
const countApart = async (
  { projectSettings, documentLexemes }: TeamRepositories,
  id: ProjectId,
  isRestricted: boolean,
): Promise<void> => {
  for (const project of await projectSettings.folders(id))
    await documentLexemes.recountProject(project, { isRestricted })
}

/** What others read of it on pull requests goes there, too. */
const restrict = async (repos: TeamRepositories, id: ProjectId, at: Date): Promise<void> => {
  await countApart(repos, id, true)
  await askCommentsAnew(repos, id, { at })
}

/** Who sees a project, and what its new sessions are. Restricting counts at once, for all that is there. */
export const makeSetProject =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  async (
    scope: TeamScope<'admin'>,
    { id, ...asked }: { id: string } & SetProject,
  ): Promise<ProjectSettings> => {
    const opened: Opened = { people: [], projects: [] }
    const settings = await unitOfWork.inTeam(scope, async (repos) => {
      const { projectSettings, audit } = repos
      const userId = requirePerson(scope)
      const before = await findToSet(repos, id)
      const changes = changesOf(before, asked)
      if (Object.keys(changes).length === 0) return readSettings(repos, before.id)
      // Never closed to everybody: an empty list begins with who asks for it.
      if (changes.is_restricted === true && (await projectSettings.grants(before.id)).length === 0)
        await projectSettings.grant(before.id, userId, userId, now())
      if (changes.is_restricted === true) await restrict(repos, before.id, now())
      await projectSettings.set(before.id, { ...before, ...changes })
      if (changes.is_restricted === false) {
        await countApart(repos, before.id, false)
        opened.people.push(...(await everybody(repos)))
        opened.projects.push(...(await projectSettings.folders(before.id)))
      }
      await audit.add({
        id: ids.event(),
        action: 'project.set',
        userId,
        subject: before.id,
        details: Object.fromEntries(
          Object.entries(changes).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value]],
          ),
        ),
      })
      return readSettings(repos, before.id)
    })
    await letIn({ unitOfWork }, scope.teamId, opened)
    return settings
  }

/** Whom which projects were opened to: what they sent from outside is given to the members then. */
type Opened = { people: UserId[]; projects: ProjectId[] }

const everybody = async ({ memberList }: TeamRepositories): Promise<UserId[]> => {
  const all: UserId[] = []
  let after: { id: string } | undefined
  do {
    const { items, next } = await memberList.page({ limit: 200, after })
    all.push(...items.map(({ id }) => id as UserId))
    after = next ?? undefined
  } while (after !== undefined)
  return all
}

type Named = { id: string } & ProjectMember

const findMember = async ({ people }: TeamRepositories, named: string) => {
  const member = named.includes('@') ? await people.findByEmail(named) : await people.find(named)
  if (member === undefined) throw memberNotFound()
  return member
}

export const makeGrantProject =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  async (scope: TeamScope<'admin'>, { id, user }: Named): Promise<ProjectSettings> => {
    const opened: Opened = { people: [], projects: [] }
    const settings = await unitOfWork.inTeam(scope, async (repos) => {
      const by = requirePerson(scope)
      const project = await findToSet(repos, id)
      const member = await findMember(repos, user)
      if (await repos.projectSettings.grant(project.id, member.id, by, now()))
        await repos.audit.add({
          id: ids.event(),
          action: 'project.granted',
          userId: by,
          subject: project.id,
          details: { user: member.id },
        })
      opened.people.push(member.id)
      opened.projects.push(...(await repos.projectSettings.folders(project.id)))
      return readSettings(repos, project.id)
    })
    await letIn({ unitOfWork }, scope.teamId, opened)
    return settings
  }

/** Counts at once: live streams of the member end with it. */
export const makeRevokeProject =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: TeamScope<'admin'>, { id, user }: Named): Promise<ProjectSettings> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const project = await findToSet(repos, id)
      const member = await findMember(repos, user)
      if (await repos.projectSettings.revoke(project.id, member.id)) {
        await repos.outbox.notifyAccess(member.id)
        await repos.audit.add({
          id: ids.event(),
          action: 'project.revoked',
          userId: requirePerson(scope),
          subject: project.id,
          details: { user: member.id },
        })
      }
      return readSettings(repos, project.id)
    })
