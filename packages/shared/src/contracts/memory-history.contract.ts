import { z } from 'zod'
import { asOfSchema, personSchema } from './common.contract.ts'
import {
  memoryKindSchema,
  memoryRefSchema,
  memorySlotsSchema,
  memoryStatusSchema,
} from './memory.contract.ts'

/** One state in the thread of a memory and of those whose place it took. */
export const memoryVersionSchema = z.object({
  memory_id: z.string(),
  version: z.number().int(),
  kind: memoryKindSchema,
  status: memoryStatusSchema,
  topic: z.string(),
  statement: z.string(),
  reason: z.string(),
  rejected: z.array(z.string()),
  slots: memorySlotsSchema,
  questions: z.array(z.string()),
  valid_from: z.string(),
  /** Null: still. */
  valid_to: z.string().nullable(),
  recorded_at: z.string(),
  recorded_by: personSchema.nullable(),
  change: z.string(),
  note: z.string().nullable(),
})
export type MemoryVersion = z.infer<typeof memoryVersionSchema>

export const memoryHistoryQuerySchema = z.strictObject({
  as_of: asOfSchema
    .optional()
    .describe('Also say what held then: a date, or a commit by its hash or id.'),
})
export const memoryHistorySchema = z.object({
  /** What holds now. */
  head: memoryRefSchema,
  /** What held on `as_of`; null where nothing did, or nobody asked. */
  held: memoryVersionSchema.nullable(),
  /** The whole thread, the oldest first. */
  versions: z.array(memoryVersionSchema),
})
export type MemoryHistory = z.infer<typeof memoryHistorySchema>
