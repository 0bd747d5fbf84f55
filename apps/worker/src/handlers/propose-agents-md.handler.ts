import { grantSystemScope } from '@teamlore/core'
import type { ProposeAgentsMd } from '@teamlore/core/integrations'
import type { JobHandlers } from '@teamlore/queue'

/** Project → its one pull request for AGENTS.md, after edits by hand were taken in. */
export const createProposeAgentsMdHandler =
  (proposeAgentsMd: ProposeAgentsMd): JobHandlers['propose-agents-md'] =>
  async ({ team_id, project_id }) => {
    await proposeAgentsMd(grantSystemScope(team_id), { projectId: project_id })
  }
