import { readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { ProjectId, TeamId } from '@teamlore/shared'

/** The project of a team that has commits: whoever sends them does not learn it. */
export const projectWithCommits = async (
  { engine }: TestDatabase,
  teamId: TeamId,
): Promise<ProjectId> => {
  const query = `select distinct project_id as id from teamlore.commits where team_id = '${teamId}'`
  const projects = await readAsOwner<{ id: ProjectId }>(engine, query)
  const [project] = projects
  if (project === undefined || projects.length > 1)
    throw new Error(`${projects.length} projects have commits where one should.`)
  return project.id
}
