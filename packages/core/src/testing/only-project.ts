import { readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { ProjectId, TeamId } from '@teamlore/shared'

/** The project of a team that has one: whoever sends commits is not told it. */
export const onlyProject = async ({ engine }: TestDatabase, teamId: TeamId): Promise<ProjectId> => {
  const query = `select id from teamlore.projects where team_id = '${teamId}'`
  const [project] = await readAsOwner<{ id: ProjectId }>(engine, query)
  if (project === undefined) throw new Error('There is no project yet.')
  return project.id
}
