import { grantSystemScope } from '@teamlore/core'
import type { LinkSession } from '@teamlore/core/linking'
import type { JobHandlers } from '@teamlore/queue'

/** Session → what it did with git, and its commits looked at again. */
export const createLinkSessionHandler =
  (linkSession: LinkSession): JobHandlers['link-session'] =>
  async ({ team_id, session_id }) => {
    await linkSession(grantSystemScope(team_id), { sessionId: session_id })
  }
