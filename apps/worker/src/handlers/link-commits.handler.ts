import { grantSystemScope } from '@teamlore/core'
import type { AskAfterLinking } from '@teamlore/core/integrations'
import type { LinkCommits } from '@teamlore/core/linking'
import type { DrawOutcomes } from '@teamlore/core/outcomes'
import type { JobHandlers } from '@teamlore/queue'

/** Commits of a project → the sessions behind them, what follows from what was taken back, and what pull requests say of them. */
export const createLinkCommitsHandler =
  (
    linkCommits: LinkCommits,
    drawOutcomes: DrawOutcomes,
    askAfterLinking: AskAfterLinking,
  ): JobHandlers['link-commits'] =>
  async ({ team_id, project_id }, { turn }) => {
    const scope = grantSystemScope(team_id)
    await linkCommits(scope, { projectId: project_id }, turn)
    await drawOutcomes(scope, { projectId: project_id }, turn)
    await askAfterLinking(scope, { projectId: project_id })
  }
