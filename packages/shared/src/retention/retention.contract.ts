import { z } from 'zod'
import { personSchema } from '../contracts/common.contract.ts'
import { retentionLimitsSchema, type sessionRemovalSchema } from '../contracts/session.contract.ts'

/** Least and most that a policy may say; `suggested` is what a form begins with. */
export const RETENTION_LIMITS = {
  days: { least: 1, most: 3_650, suggested: 120 },
  maxBytes: { least: 1_000_000, most: 1_000_000_000_000, suggested: 1_000_000_000 },
} as const

const daysSchema = z.number().int().min(RETENTION_LIMITS.days.least).max(RETENTION_LIMITS.days.most)
const maxBytesSchema = z
  .number()
  .int()
  .min(RETENTION_LIMITS.maxBytes.least)
  .max(RETENTION_LIMITS.maxBytes.most)

export type SessionRemoval = z.infer<typeof sessionRemovalSchema>

export const retentionPolicySchema = retentionLimitsSchema.extend({
  set_by: personSchema,
  set_at: z.string(),
  /** Nothing goes before then. */
  effective_at: z.string(),
})
export type RetentionPolicy = z.infer<typeof retentionPolicySchema>

export const retentionRunSchema = retentionLimitsSchema.extend({
  id: z.string(),
  started_at: z.string(),
  /** Null: it is at it. */
  finished_at: z.string().nullable(),
  sessions: z.number().int(),
  messages: z.number().int(),
  bytes: z.number().int(),
  kept_messages: z.number().int(),
})
export type RetentionRun = z.infer<typeof retentionRunSchema>

/** What holds for a project, and what it made go so far. */
export const retentionSchema = z.object({
  project: z.object({ id: z.string(), name: z.string() }),
  /** Null: it is off, and everything stays. */
  policy: retentionPolicySchema.nullable(),
  /** Receipts, the newest first. */
  runs: z.array(retentionRunSchema),
})
export type Retention = z.infer<typeof retentionSchema>

export const setRetentionSchema = z.strictObject({
  days: daysSchema.nullable().default(null),
  max_bytes: maxBytesSchema.nullable().default(null),
  keeps_prompts: z.boolean().default(true),
})
export type SetRetention = z.infer<typeof setRetentionSchema>

const flagParam = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A policy to try out: as it would be set, from the address. */
export const previewRetentionQuerySchema = z.strictObject({
  days: z.coerce.number().pipe(daysSchema).optional(),
  max_bytes: z.coerce.number().pipe(maxBytesSchema).optional(),
  keeps_prompts: flagParam.optional(),
})
export type PreviewRetentionQuery = z.infer<typeof previewRetentionQuerySchema>

/** Why the text of a session that is due does not go yet. */
export const NOT_READY = ['held', 'at_work', 'not_distilled', 'not_read', 'not_curated'] as const
export type NotReady = (typeof NOT_READY)[number]

export const retentionPreviewSchema = z.object({
  project: z.object({ id: z.string(), name: z.string() }),
  policy: retentionLimitsSchema,
  /** All that the project holds. */
  holds: z.object({ sessions: z.number().int(), bytes: z.number().int() }),
  goes: z.object({
    sessions: z.number().int(),
    messages: z.number().int(),
    bytes: z.number().int(),
    /** Last activity of the oldest and the newest of these sessions; null where nothing goes. */
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
  }),
  /** Messages of these sessions that stay because a memory, a finding or a summary rests on them. */
  evidence: z.number().int(),
  not_ready: z.array(z.object({ why: z.enum(NOT_READY), sessions: z.number().int() })),
  /** When it would begin, if it were set now. */
  effective_at: z.string(),
})
export type RetentionPreview = z.infer<typeof retentionPreviewSchema>
