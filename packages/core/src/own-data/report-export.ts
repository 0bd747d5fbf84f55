import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { ReportExport } from '@teamlore/shared/report-export'
import { noteExport } from '../identity/teams/note-export.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { projectNotFound } from '../projects/projects.errors.ts'
import { sessionNotFound } from '../sessions/sessions.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
type Repositories = Pick<TeamRepositories, 'ids' | 'sessionList' | 'team'>
type Noted = Parameters<typeof noteExport>[2]

/** A whole id is taken as it is, so that the session is looked for as well. */
const sessionToRead = async (
  { ids, sessionList }: Repositories,
  typed: string,
): Promise<string> => {
  const id = await resolveId(ids, 'session', typed, sessionNotFound)
  if ((await sessionList.find(id)) === undefined) throw sessionNotFound()
  return id
}

/** An admin may know of a project without reading it: what they may not read they do not export. */
const projectToRead = async ({ ids, team }: Repositories, typed: string): Promise<string> => {
  const id = await resolveId(ids, 'project', typed, projectNotFound)
  const found = await team.project(id as ProjectId)
  if (found === undefined || found.is_closed_to_you) throw projectNotFound()
  return id
}

const notedOf = async (
  repos: Repositories,
  scope: TeamScope,
  asked: ReportExport,
): Promise<Noted[]> => {
  switch (asked.what) {
    case 'sessions': {
      const details = { formats: asked.formats.join(' ') }
      const subjects = []
      for (const typed of new Set(asked.sessions)) subjects.push(await sessionToRead(repos, typed))
      return subjects.map((subject) => ({ action: 'session.exported', subject, details }))
    }
    case 'project': {
      const { sessions, formats } = asked
      const subject = await projectToRead(repos, asked.project)
      const details = { sessions, formats: formats.join(' ') }
      return [{ action: 'project.exported', subject, details }]
    }
    case 'own_data': {
      const { sessions, memories, formats } = asked
      const details = { sessions, memories, formats: formats.join(' ') }
      return [{ action: 'own_data.exported', subject: requirePerson(scope), details }]
    }
    case 'agent_traces':
      return [
        { action: 'agent_traces.exported', subject: null, details: { commits: asked.commits } },
      ]
    case 'restored_session':
      return [{ action: 'session.restored', subject: await sessionToRead(repos, asked.session) }]
  }
}

/**
 * What a client is about to export out of what anybody reads page by page, written down. Whoever copies pages without saying so is
 * not in it: this says what those do who go by our commands.
 */
export const makeReportExport =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, asked: ReportExport): Promise<void> =>
    unitOfWork.inTeam(scope, async (repos) => {
      for (const noted of await notedOf(repos, scope, asked)) await noteExport(repos, scope, noted)
    })
