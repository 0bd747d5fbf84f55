import type { MachineId, TeamId, UserId } from '@teamlore/shared'
import type { AuditAction } from '@teamlore/shared/audit'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { auditEventsTable } from './table.ts'

/** What is written down of who did what; never a key, a token or a session's text. */
export type AuditEvent = {
  id: string
  action: AuditAction
  userId: UserId | null
  machineId?: MachineId | null
  /** Id of what it was done to. */
  subject?: string | null
  details?: Record<string, string | number | boolean | null>
}

type Writer = { teamId: TeamId; given?: DbScope['given'] }

export const createAuditRepository = (tx: DbExecutor, { teamId, given }: Writer) => ({
  /** What was done by a credential that somebody else made names who made it. */
  async add({ id, action, userId, machineId, subject, details }: AuditEvent): Promise<void> {
    await tx.insert(auditEventsTable).values({
      id,
      teamId,
      userId,
      machineId,
      action,
      subject,
      details: { ...details, ...(given && { given_by: given.by }) },
    })
  },
})
