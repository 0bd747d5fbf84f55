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

const ACTIONS = {
  sessions: 'session.exported',
  project: 'project.exported',
  own_data: 'own_data.exported',
  agent_traces: 'agent_traces.exported',
  restored_session: 'session.restored',
} as const

/** Ids of what is exported, of each of which there is an event. */
const subjectsOf = async (
  repos: Repositories,
  scope: TeamScope,
  { what, project = '', sessions = [] }: ReportExport,
): Promise<(string | null)[]> => {
  if (what === 'agent_traces') return [null]
  if (what === 'own_data') return [requirePerson(scope)]
  if (what === 'project') return [await projectToRead(repos, project)]
  // By what was found, not by what was typed: an id and the beginning of it name one session.
  const found = new Set<string>()
  for (const typed of new Set(sessions)) found.add(await sessionToRead(repos, typed))
  return [...found]
}

/**
 * What a client is about to export out of what anybody reads page by page, written down. Whoever copies pages without saying so is
 * not in it: this says what those do who go by our commands.
 */
export const makeReportExport =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, asked: ReportExport): Promise<void> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { what, counts, formats } = asked
      const said = { ...counts, formats: formats?.join(' ') }
      const details = Object.fromEntries(
        Object.entries(said).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        ),
      )
      for (const subject of await subjectsOf(repos, scope, asked))
        await noteExport(repos, scope, { action: ACTIONS[what], subject, details })
    })
