import { grantSystemScope } from '@teamlore/core'
import type { BackfillPullRequests, ReadHostedRepositories } from '@teamlore/core/integrations'
import type { JobHandlers } from '@teamlore/queue'

/** Connected host → which repositories there are, and then the pull requests of before that somebody asked for. */
export const createReadHostedRepositoriesHandler =
  (
    read: ReadHostedRepositories,
    backfill: BackfillPullRequests,
  ): JobHandlers['read-hosted-repositories'] =>
  async ({ team_id, integration_id }) => {
    const scope = grantSystemScope(team_id)
    await read(scope, { integrationId: integration_id })
    await backfill(scope, { integrationId: integration_id })
  }
