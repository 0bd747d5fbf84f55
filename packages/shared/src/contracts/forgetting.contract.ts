import { z } from 'zod'
import { momentSchema, pageOf, pageQuerySchema, personSchema } from './common.contract.ts'

/** What a deletion was asked of: one thing, all of a project, or many sessions of one person. */
export const DELETION_KINDS = ['session', 'message', 'memory', 'project', 'mine', 'person'] as const
export type DeletionKind = (typeof DELETION_KINDS)[number]

/** Kinds of what goes, in the order in which people read them. */
export const FORGOTTEN_KINDS = [
  'sessions',
  'messages',
  'prompts',
  'edits',
  'observations',
  'summaries',
  'memories',
  'documents',
  'vectors',
  'queued',
  'notes',
  'links',
  'handovers',
  'model_answers',
  'machines',
  'credentials',
] as const
export type ForgottenKind = (typeof FORGOTTEN_KINDS)[number]

/** Hours until what was forgotten is purged. */
export const FORGET_DELAY = { default: 24, most: 720 } as const

const countsSchema = z.array(z.object({ kind: z.enum(FORGOTTEN_KINDS), count: z.number().int() }))

export const forgetPreviewSchema = z.object({
  kind: z.enum(DELETION_KINDS),
  /** Id of what goes: of many sessions, that of the project or the person. */
  subject: z.string(),
  /** How much of each kind goes; what there is none of is left out. */
  goes: countsSchema,
  /** Memories that stay and lose a part of what they rest on, and how many pieces that is. */
  loses_evidence: z.object({ memories: z.number().int(), pieces: z.number().int() }),
  /** Titles of the first of each kind, as far as the asker may read them. */
  titles: z.array(
    z.object({
      kind: z.enum(['sessions', 'prompts', 'observations', 'memories']),
      id: z.string(),
      title: z.string(),
    }),
  ),
  /** What stays where Teamlore does not reach, in sentences. */
  stays: z.array(z.string()),
  delay_hours: z.number().int(),
  /** A legal hold keeps some of it, so that it is refused. */
  is_held: z.boolean(),
})
export type ForgetPreview = z.infer<typeof forgetPreviewSchema>

export const deletionSchema = z.object({
  id: z.string(),
  kind: z.enum(DELETION_KINDS),
  subject: z.string(),
  /** Whose it was; null of a project. */
  owner: personSchema.nullable(),
  requested_by: personSchema,
  counts: countsSchema,
  hidden_at: z.string(),
  /** From when on it cannot be undone. */
  purge_after: z.string(),
  purged_at: z.string().nullable(),
  undone_at: z.string().nullable(),
  state: z.enum(['waiting', 'purged', 'undone']),
  /** Rows that were deleted or blanked when a person was erased, by table; empty until then, and for all else. */
  receipt: z.array(z.object({ table: z.string(), rows: z.number().int() })),
})
export type Deletion = z.infer<typeof deletionSchema>

/** Of many sessions at once. Without a project it is the asker's own; `mine` narrows a project to these. */
export const forgetManySchema = z.strictObject({
  mine: z.boolean().default(false),
  /** Id or name. Of all that people have in it, an admin alone. */
  project: z.string().min(1).max(500).optional(),
  /** Sessions whose last activity was before this. */
  before: momentSchema.optional(),
  /** The name of the project, typed once more; needed where all of a project goes. */
  confirm: z.string().max(500).optional(),
})
export type ForgetMany = z.infer<typeof forgetManySchema>

export const listDeletionsQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  state: z.enum(['waiting', 'purged', 'undone']).optional(),
})
export type ListDeletionsQuery = z.infer<typeof listDeletionsQuerySchema>

export const deletionPageSchema = pageOf(deletionSchema)
export type DeletionPage = z.infer<typeof deletionPageSchema>

export const forgettingSettingsSchema = z.object({
  /** Hours between hiding and purging; 0 purges at once. */
  delay_hours: z.number().int(),
})
export type ForgettingSettings = z.infer<typeof forgettingSettingsSchema>

export const setForgettingSettingsSchema = z.strictObject({
  delay_hours: z.number().int().min(0).max(FORGET_DELAY.most),
})

export const erasePersonSchema = z.strictObject({
  /** The name of the person, typed once more; of who is no member any more, their id. */
  confirm: z.string().max(500),
})
export type ErasePerson = z.infer<typeof erasePersonSchema>

export const HOLD_KINDS = ['person', 'project', 'session'] as const
export type HoldKind = (typeof HOLD_KINDS)[number]

export const setHoldSchema = z.strictObject({
  /** Id of a person, a project or a session. */
  subject: z.string().min(1).max(100),
  reason: z.string().trim().min(1).max(500),
})
export type SetHold = z.infer<typeof setHoldSchema>
export const liftHoldSchema = setHoldSchema.pick({ subject: true })
export type LiftHold = z.infer<typeof liftHoldSchema>

export const legalHoldSchema = z.object({
  kind: z.enum(HOLD_KINDS),
  subject: z.string(),
  reason: z.string(),
  set_by: personSchema,
  set_at: z.string(),
  lifted_by: personSchema.nullable(),
  /** Null: it holds. */
  lifted_at: z.string().nullable(),
})
export type LegalHold = z.infer<typeof legalHoldSchema>
export const legalHoldListSchema = z.object({ items: z.array(legalHoldSchema) })
export type LegalHoldList = z.infer<typeof legalHoldListSchema>
