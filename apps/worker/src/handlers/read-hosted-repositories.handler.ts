import { grantSystemScope } from '@teamlore/core'
import type { ReadHostedRepositories } from '@teamlore/core/integrations'
import type { JobHandlers } from '@teamlore/queue'

/** Connected host → which repositories there are. */
export const createReadHostedRepositoriesHandler =
  (read: ReadHostedRepositories): JobHandlers['read-hosted-repositories'] =>
  async ({ team_id, integration_id }) => {
    await read(grantSystemScope(team_id), { integrationId: integration_id })
  }
