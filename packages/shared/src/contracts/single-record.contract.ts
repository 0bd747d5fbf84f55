import { z } from 'zod'
import { happenedAtSchema } from './common.contract.ts'
import { IMPORT_LIMITS } from './import.contract.ts'
import { observationTypeSchema } from './observation.contract.ts'

const textSchema = z.string().regex(/\S/, 'must have a word').max(IMPORT_LIMITS.maxTextChars)

const common = {
  /** Its remote URL, or the name or id of one that is known; none where it is left out. */
  project: z.string().min(1).max(2_000).optional(),
  text: textSchema,
  /** Sent again under its key it is the same record, with what it says now; left out, the same text is the same record. */
  key: z.string().min(1).max(200).optional(),
  /** When it was; now, where it is left out. */
  occurred_at: happenedAtSchema.optional(),
}
const titled = { ...common, title: z.string().min(1).max(500).optional() }

export const createObservationRequestSchema = z.strictObject({
  ...titled,
  type: observationTypeSchema.default('discovery'),
  facts: z.array(z.string().max(IMPORT_LIMITS.maxFactChars)).max(500).default([]),
  concepts: z.array(z.string().min(1).max(200)).max(100).default([]),
  files: z.array(z.string().min(1).max(IMPORT_LIMITS.maxPathChars)).max(1_000).default([]),
})
export type CreateObservationRequest = z.infer<typeof createObservationRequestSchema>

export const createSummaryRequestSchema = z.strictObject(titled)
export type CreateSummaryRequest = z.infer<typeof createSummaryRequestSchema>

export const createPromptRequestSchema = z.strictObject(common)
export type CreatePromptRequest = z.infer<typeof createPromptRequestSchema>

export const singleRecordSchema = z.object({
  /** Null where it was stored and your credential may not read it. */
  id: z.string().nullable(),
  session_id: z.string(),
  /** False where it was there already. */
  created: z.boolean(),
})
export type SingleRecord = z.infer<typeof singleRecordSchema>
