import type { MachineId, TeamId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'

/** What is written down of who did what; never a key, a token or a session's text. */
export type AuditEvent = {
  id: string
  action:
    | 'team.created'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'api_key.claimed'
    | 'machine.registered'
    | 'sign_in_link.created'
    | 'sign_in.succeeded'
    | 'sign_out.succeeded'
    | 'browser.all_ended'
    | 'browser.ended'
    | 'browser.stolen_token_ended'
    | 'device.allowed'
    | 'device.denied'
    | 'passkey.added'
    | 'passkey.removed'
    | 'sign_in_provider.changed'
    | 'sign_in_provider.created'
    | 'sign_in_provider.removed'
    | 'group.provisioned'
    | 'group.removed'
    | 'member.provisioned'
    | 'member.deprovisioned'
    | 'team.renamed'
    | 'team.switched'
    | 'member.role_changed'
    | 'member.removed'
    | 'member.left'
    | 'member.joined'
    | 'ownership.transferred'
    | 'service.created'
    | 'invitation.created'
    | 'invitation.sent'
    | 'invitation.declined'
    | 'invitation.revoked'
    | 'project.granted'
    | 'project.revoked'
    | 'project.set'
    | 'session.shared'
    | 'session.unshared'
    | 'job.retried'
    | 'redaction_rules.set'
    | 'usage_settings.set'
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
