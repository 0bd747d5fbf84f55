import { z } from 'zod'
import { pageOf, pageQuerySchema, personSchema } from './common.contract.ts'
import { userSchema } from './people.contract.ts'

/** What is written down of what people do: by what, never with a key, a token or a session's text. */
export const AUDIT_ACTIONS = [
  'agents_md_policy.removed',
  'agents_md_policy.set',
  'api_key.claimed',
  'api_key.created',
  'api_key.revoked',
  'book.home_moved',
  'book.links_set',
  'book.undone',
  'browser.all_ended',
  'browser.ended',
  'browser.stolen_token_ended',
  'client.connected',
  'client.disconnected',
  'client.reused_token_ended',
  'client.revoked',
  'device.allowed',
  'device.denied',
  'distil_rule.set',
  'forgetting.made',
  'forgetting.purged',
  'forgetting.set',
  'forgetting.undone',
  'group.provisioned',
  'group.removed',
  'hold.lifted',
  'hold.set',
  'retention.applied',
  'retention.removed',
  'retention.set',
  'integration.connected',
  'integration.removed',
  'integration.replayed',
  'integration.set',
  'webhook.added',
  'webhook.removed',
  'webhook.replayed',
  'webhook.rotated',
  'webhook.set',
  'webhook.switched_off',
  'invitation.created',
  'invitation.declined',
  'invitation.revoked',
  'invitation.sent',
  'job.retried',
  'machine.registered',
  'member.address_changed',
  'member.deprovisioned',
  'member.joined',
  'member.left',
  'member.provisioned',
  'member.removed',
  'member.renamed',
  'member.role_changed',
  'memory_policy.removed',
  'memories.unreviewed_moved',
  'memory_policy.set',
  'ownership.transferred',
  'passkey.added',
  'passkey.removed',
  'project.granted',
  'project.revoked',
  'project.set',
  'redaction_rules.set',
  'service.created',
  'session.shared',
  'session.unshared',
  'sign_in.succeeded',
  'sign_in_link.created',
  'sign_in_provider.changed',
  'sign_in_provider.created',
  'sign_in_provider.removed',
  'sign_out.succeeded',
  'team.created',
  'team.renamed',
  'team.switched',
  'usage_settings.set',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const auditQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  /** Who did it, by id or email address. */
  user: userSchema.optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
})
export type AuditQuery = z.infer<typeof auditQuerySchema>

export const auditEventSchema = z.object({
  id: z.string(),
  at: z.string(),
  /** Not one of `AUDIT_ACTIONS` where an older server wrote it. */
  action: z.string(),
  /** Who did it; null for the server itself, and for what nobody was signed in for. */
  user: personSchema.nullable(),
  /** Who made the credential by which it was done, where that was somebody else. */
  given_by: personSchema.nullable(),
  machine: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** What it was done to; null where that is nothing, or hidden from the reader. */
  subject: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditEntry = z.infer<typeof auditEventSchema>
export const auditPageSchema = pageOf(auditEventSchema)
