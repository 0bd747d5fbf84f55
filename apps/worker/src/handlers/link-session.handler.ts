import { grantSystemScope } from '@teamlore/core'
import type { LinkSession } from '@teamlore/core/linking'
import type { DrawFromSession } from '@teamlore/core/outcomes'
import type { JobHandlers } from '@teamlore/queue'

/** Session → what it did with git, its commits looked at again, and what it says of memories. */
export const createLinkSessionHandler =
  (linkSession: LinkSession, drawFromSession: DrawFromSession): JobHandlers['link-session'] =>
  async ({ team_id, session_id }, { signal }) => {
    const scope = grantSystemScope(team_id)
    await linkSession(scope, { sessionId: session_id }, signal)
    await drawFromSession(scope, { sessionId: session_id }, signal)
  }
