import { type DrawOutcomes, grantSystemScope, type LinkCommits } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

/** Commits of a project → the sessions behind them, and what follows from what was taken back. */
export const createLinkCommitsHandler =
  (linkCommits: LinkCommits, drawOutcomes: DrawOutcomes): JobHandlers['link-commits'] =>
  async ({ team_id, project_id }, { signal }) => {
    const scope = grantSystemScope(team_id)
    await linkCommits(scope, { projectId: project_id }, signal)
    await drawOutcomes(scope, { projectId: project_id }, signal)
  }
