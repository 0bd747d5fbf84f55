import { grantSystemScope } from '@teamlore/core'
import type { SealAudit } from '@teamlore/core/teams'
import type { JobHandlers } from '@teamlore/queue'

/** Team → its audit events sealed. What is left when the time is up is found by the next look. */
export const createSealAuditHandler =
  (seal: SealAudit): JobHandlers['seal-audit'] =>
  async ({ team_id }, { signal, isTimeUp }) => {
    await seal(grantSystemScope(team_id), { signal, isTimeUp })
  }
