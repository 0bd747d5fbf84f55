import { grantSystemScope } from '@teamlore/core'
import type { SendMailDigest } from '@teamlore/core/digest'
import type { JobHandlers } from '@teamlore/queue'

/** Sends the week of a team to a member who asked for it. */
export const createMailDigestHandler =
  (sendMailDigest: SendMailDigest): JobHandlers['mail-digest'] =>
  async ({ team_id, user_id }) => {
    await sendMailDigest(grantSystemScope(team_id), user_id)
  }
