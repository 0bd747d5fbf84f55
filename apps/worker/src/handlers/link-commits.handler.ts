import { grantSystemScope, type LinkCommits } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

/** Commits of a project → the sessions behind them. */
export const createLinkCommitsHandler =
  (linkCommits: LinkCommits): JobHandlers['link-commits'] =>
  async ({ team_id, project_id }, { signal }) => {
    await linkCommits(grantSystemScope(team_id), { projectId: project_id }, signal)
  }
