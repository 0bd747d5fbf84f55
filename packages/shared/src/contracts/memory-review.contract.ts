import { z } from 'zod'
import { momentSchema, originSchema } from './common.contract.ts'
import {
  MEMORY_LIMITS,
  memoryAnchorInputSchema,
  memoryKindSchema,
  memoryQuestionsSchema,
  memorySchema,
  memorySlotsSchema,
} from './memory.contract.ts'

export const editMemoryRequestSchema = z
  .strictObject({
    kind: memoryKindSchema,
    /** Taken from the new statement where it is left out. */
    topic: z.string().trim().max(MEMORY_LIMITS.maxTopicChars),
    statement: z.string().trim().min(1).max(MEMORY_LIMITS.maxStatementChars),
    reason: z.string().trim().max(MEMORY_LIMITS.maxReasonChars),
    rejected: z.array(z.string().trim().min(1).max(500)).max(MEMORY_LIMITS.maxRejected),
    slots: memorySlotsSchema,
    questions: memoryQuestionsSchema,
    anchors: z.array(memoryAnchorInputSchema).max(MEMORY_LIMITS.maxAnchors),
    /** Id of a member; null for nobody. */
    assignee: z.string().max(60).nullable(),
    /** Since when the new wording holds; now by default. */
    valid_from: momentSchema,
    /** Why it was changed. */
    note: z.string().trim().max(1_000),
  })
  .partial()
export type EditMemoryRequest = z.infer<typeof editMemoryRequestSchema>

export const updateMemoryRequestSchema = z.strictObject({
  /** `confirm`: it still holds. `supersede`: `statement` takes its place. `stale`: it may not hold. `reject`: it never was so. */
  action: z.enum(['confirm', 'supersede', 'stale', 'reject']),
  /** What holds instead. */
  statement: z.string().trim().min(1).max(MEMORY_LIMITS.maxStatementChars).optional(),
  slots: memorySlotsSchema.optional(),
  reason: z.string().trim().max(MEMORY_LIMITS.maxReasonChars).default(''),
})
export type UpdateMemoryRequest = z.infer<typeof updateMemoryRequestSchema>

export const reviewQueueQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  project: z.string().max(300).optional().describe('Id, name or remote URL of a project.'),
  assignee: z.string().max(60).optional().describe('Id of the member who is to review them.'),
  batch: z
    .stringbool()
    .or(z.boolean())
    .optional()
    .describe('true: only your batch of this week, at most 15, the most valuable first.'),
})
export type ReviewQueueQuery = z.output<typeof reviewQueueQuerySchema>

/** What one person is asked to review in a week. */
export const reviewBatchSchema = z.object({
  /** Its Monday, in UTC: `2026-03-02`. */
  week: z.string(),
  /** How many are in it, and how many of them are decided. Nothing is in the batch of who may not decide. */
  size: z.int(),
  decided: z.int(),
})
export type ReviewBatch = z.infer<typeof reviewBatchSchema>

export const reviewQueueSchema = z.object({
  items: z.array(memorySchema),
  /** How many wait, those of this answer among them. */
  total: z.number().int(),
  /** Where a batch was asked for. */
  batch: reviewBatchSchema.optional(),
})
export type ReviewQueue = z.infer<typeof reviewQueueSchema>

export const reviewDecisionRequestSchema = z.strictObject({
  ids: z.array(z.string().max(60)).min(1).max(MEMORY_LIMITS.maxReviewed),
  decision: z.enum(['approve', 'reject', 'archive', 'assign']),
  reason: z.string().trim().max(1_000).default(''),
  /** Of `assign`: id of a member; null for nobody. */
  assignee: z.string().max(60).nullable().optional(),
})
export type ReviewDecisionRequest = z.infer<typeof reviewDecisionRequestSchema>

export const reviewReceiptSchema = z.object({
  /** Names the decision for undo; null where it changed nothing. */
  action: z.string().nullable(),
  changed: z.number().int(),
})
export type ReviewReceipt = z.infer<typeof reviewReceiptSchema>

/** What was undone. */
export const undoReceiptSchema = reviewReceiptSchema.extend({
  decision: z.string(),
  /** What it was about, as it stands again. */
  memories: z.array(z.object({ id: z.string(), statement: z.string() })),
})
export type UndoReceipt = z.infer<typeof undoReceiptSchema>

export const undoReviewRequestSchema = z.strictObject({
  /** The decision; the caller's last one by default. */
  action: z.string().max(60).optional(),
})

export const moveUnreviewedRequestSchema = z.strictObject({
  /** `unreviewed`: drafts that pass the gate are served, marked. `draft`: what is served so waits again. */
  to: z.enum(['unreviewed', 'draft']).default('unreviewed'),
  project: z.string().max(300).optional(),
  /** Of one portion, which one decision takes back. */
  limit: z.number().int().min(1).max(500).default(200),
})
export type MoveUnreviewedRequest = z.infer<typeof moveUnreviewedRequestSchema>

export const movedUnreviewedSchema = reviewReceiptSchema.extend({
  /** How many could still be moved by asking again. */
  left: z.number().int(),
})
export type MovedUnreviewed = z.infer<typeof movedUnreviewedSchema>

export const settleRequestSchema = z.strictObject({
  /** The memory that holds on. */
  keep: z.string().max(60),
  other: z.string().max(60),
  /**
   * `replaces`: it takes the place of the other. `both`: both hold; where one took the place of the other, that is taken back.
   */
  decision: z.enum(['replaces', 'both']),
  reason: z.string().trim().max(1_000).default(''),
})
export type SettleRequest = z.infer<typeof settleRequestSchema>

export const contradictionsQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  project: z.string().max(300).optional().describe('Id, name or remote URL of a project.'),
})
export type ContradictionsQuery = z.infer<typeof contradictionsQuerySchema>

export const contradictionsSchema = z.object({
  items: z.array(
    z.object({
      /** The one that was known first. */
      first: memorySchema,
      second: memorySchema,
      confidence: z.number(),
      reason: z.string(),
      since: z.string(),
    }),
  ),
})
export type Contradictions = z.infer<typeof contradictionsSchema>

const policyFields = {
  /** `manual`: a person, always. `confidence`: by itself from `threshold` on. `origin`: by itself for `origins`. */
  mode: z.enum(['manual', 'confidence', 'origin']),
  threshold: z.number().min(0).max(1),
  origins: z.array(originSchema).max(5),
}

export const memoryPolicyQuerySchema = z.strictObject({
  project: z
    .string()
    .max(300)
    .optional()
    .describe('Id, name or remote URL of a project; the whole team by default.'),
})
export const memoryPolicyRequestSchema = z.strictObject({
  /** Id, name or remote URL; the whole team by default. */
  project: z.string().max(300).optional(),
  mode: policyFields.mode,
  threshold: policyFields.threshold.default(0.6),
  origins: policyFields.origins.default(['human', 'import']),
  /** Whether what passed the checks is served before somebody reviewed it, marked and below the rest; as it was, where it is left out. */
  serves_unreviewed: z.boolean().optional(),
})
export type MemoryPolicyRequest = z.infer<typeof memoryPolicyRequestSchema>
export const memoryPolicySchema = z.object({
  ...policyFields,
  /** What passed the checks is served before somebody reviewed it, marked and below the rest. */
  serves_unreviewed: z.boolean(),
  /** Decided for this project or team itself, and not taken from above. */
  is_own: z.boolean(),
})
export type MemoryPolicyAnswer = z.infer<typeof memoryPolicySchema>
