import { type CurateProject, grantSystemScope } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

/** Project with quiet sessions → what was found in them as memories. What is curated already is left as it is. */
export const createCurateProjectHandler =
  (curateProject: CurateProject): JobHandlers['curate-project'] =>
  async ({ team_id, project_id }, { signal, isTimeUp }) => {
    // What is left when the time is up is found by the next look for what is to be curated.
    await curateProject(grantSystemScope(team_id), { projectId: project_id, isTimeUp }, signal)
  }
