import { z } from 'zod'
import { pageOf, pageQuerySchema, personSchema } from './common.contract.ts'
import { userSchema } from './people.contract.ts'

/** What is written down of what people do: by what, never with a key, a token or a session's text. */
export const AUDIT_ACTIONS = [
  'agent_traces.exported',
  'agents_md.exported',
  'agents_md_policy.removed',
  'agents_md_policy.set',
  'agents_md_pull_request.removed',
  'agents_md_pull_request.set',
  'api_key.claimed',
  'api_key.created',
  'api_key.revoked',
  'api_key.used',
  'book.exported',
  'book.home_moved',
  'book.links_set',
  'book.undone',
  'browser.all_ended',
  'browser.ended',
  'browser.stolen_token_ended',
  'client.connected',
  'client.denied',
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
  'holdout.paused',
  'holdout.set',
  'hold.lifted',
  'hold.set',
  'retention.applied',
  'retention.removed',
  'retention.set',
  'integration.backfilled',
  'integration.check_overridden',
  'integration.connected',
  'integration.dismissed',
  'integration.item_acknowledged',
  'integration.removed',
  'integration.replayed',
  'integration.set',
  'webhook.added',
  'webhook.removed',
  'webhook.replayed',
  'webhook.rotated',
  'webhook.set',
  'webhook.switched_off',
  'incoming_hook.added',
  'incoming_hook.removed',
  'incoming_hook.rotated',
  'incoming_hook.set',
  'integration.undismissed',
  'managed_client.added',
  'managed_client.removed',
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
  'own_data.exported',
  'passkey.added',
  'passkey.removed',
  'project.exported',
  'project.granted',
  'project.revoked',
  'project.set',
  'redaction_rules.set',
  'service.created',
  'session.exported',
  'session.restored',
  'session.shared',
  'session.unshared',
  'sign_in.failed',
  'sign_in.succeeded',
  'sign_in_link.created',
  'sign_in_provider.changed',
  'sign_in_provider.created',
  'sign_in_provider.removed',
  'sign_out.succeeded',
  'slack.connected',
  'slack.removed',
  'slack.replayed',
  'slack.set',
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

export const verifyAuditQuerySchema = z.strictObject({
  /** The head of an earlier answer, kept elsewhere: it must still be in the chain. */
  head: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a head as `lore team audit --verify` prints it')
    .optional(),
})
export type VerifyAuditQuery = z.infer<typeof verifyAuditQuerySchema>

export const auditBreakSchema = z.object({
  kind: z.enum([
    'changed',
    'removed',
    'inserted',
    'batch_changed',
    'batch_removed',
    'head_missing',
  ]),
  batch: z.number().int().nullable(),
  event: z.string().nullable(),
  /** What is wrong, as a sentence. */
  message: z.string(),
})
export type AuditBreak = z.infer<typeof auditBreakSchema>

export const auditVerificationSchema = z.object({
  state: z.enum(['verified', 'broken']),
  /** How many batches and events hold, up to the first that does not. */
  batches: z.number().int(),
  events: z.number().int(),
  /** When the last batch that holds was sealed; null before there is one. */
  sealed_until: z.string().nullable(),
  /** Hash of the last batch that holds. Kept elsewhere, it shows later that nothing before it was cut off or written anew. */
  head: z.string().nullable(),
  /** Events that are not sealed yet, and since when. */
  waiting: z.number().int(),
  waiting_since: z.string().nullable(),
  /** The first that does not hold. */
  broken: auditBreakSchema.nullable(),
})
export type AuditVerification = z.infer<typeof auditVerificationSchema>
