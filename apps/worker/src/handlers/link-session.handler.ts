import { grantSystemScope } from '@teamlore/core'
import type { LinkSession } from '@teamlore/core/linking'
import type { DrawTests } from '@teamlore/core/outcomes'
import type { JobHandlers } from '@teamlore/queue'

/** Session → what it did with git, its commits looked at again, and what its tests say of what rests on it. */
export const createLinkSessionHandler =
  (linkSession: LinkSession, drawTests: DrawTests): JobHandlers['link-session'] =>
  async ({ team_id, session_id }, { signal }) => {
    const scope = grantSystemScope(team_id)
    await linkSession(scope, { sessionId: session_id })
    await drawTests(scope, { sessionId: session_id }, signal)
  }
