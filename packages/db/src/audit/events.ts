import type { MachineId, TeamId, UserId } from '@teamlore/shared'
import type { AuditAction } from '@teamlore/shared/audit'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'

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
  /** What was done by a way in that somebody else made names who made it. */
  async add({ id, action, userId, machineId, subject, details }: AuditEvent): Promise<void> {
    const said = { ...details, ...(given && { given_by: given.by }) }
    await tx.execute(sql`
      insert into teamlore.audit_events (id, team_id, user_id, machine_id, action, subject, details)
      values (${id}, ${teamId}, ${userId}, ${machineId ?? null}, ${action}, ${subject ?? null},
        ${JSON.stringify(said)}::text::jsonb)`)
  },
})
