import { z } from 'zod'
import { MEMORY_EVENTS } from '../kinds/memory-kinds.ts'
import {
  asOfSchema,
  pageOf,
  pageQuerySchema,
  personSchema,
  projectRefSchema,
} from './common.contract.ts'
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

export const memoryEventSchema = z.enum(MEMORY_EVENTS)
export type MemoryEvent = z.infer<typeof memoryEventSchema>

const project = z.string().max(300).optional().describe('Id, name or remote URL of a project.')

export const memoryLogQuerySchema = pageQuerySchema.extend({
  project,
  from: asOfSchema
    .optional()
    .describe('Only what was recorded after then: a date, or a commit by its hash or id.'),
  to: asOfSchema.optional().describe('Only what was recorded until then.'),
  event: memoryEventSchema
    .optional()
    .describe(
      '`came`: it is served from now on; `changed`: in other words; `replaced`; `withdrawn`: served no more; `proposed`: a draft; `declined`: a draft no more.',
    ),
})
export type MemoryLogQuery = z.output<typeof memoryLogQuerySchema>

export const memoryLogEntrySchema = z.object({
  memory_id: z.string(),
  version: z.int(),
  event: memoryEventSchema,
  at: z.string(),
  /** Null: background work. */
  by: personSchema.nullable(),
  /** The word of its history: `written`, `approved`, `edited` … */
  change: z.string(),
  note: z.string().nullable(),
  kind: memoryKindSchema,
  status: memoryStatusSchema,
  topic: z.string(),
  statement: z.string(),
  project: projectRefSchema.nullable(),
  /** What took its place, where something did. */
  successor: memoryRefSchema.nullable(),
})
export type MemoryLogEntry = z.infer<typeof memoryLogEntrySchema>

export const memoryLogSchema = pageOf(memoryLogEntrySchema)
export type MemoryLog = z.infer<typeof memoryLogSchema>

export const memoryDiffQuerySchema = z.strictObject({
  project,
  from: asOfSchema
    .default('7d')
    .describe('The earlier time: a date, or a commit by its hash or id. A week ago by default.'),
  to: asOfSchema.default('now').describe('The later time; now by default.'),
  limit: z.coerce.number().int().min(1).max(200).default(100).describe('Of each sort, so many.'),
})
export type MemoryDiffQuery = z.output<typeof memoryDiffQuerySchema>

/** How a memory stood at both times. */
export const memoryDifferenceSchema = z.object({
  memory_id: z.string(),
  kind: memoryKindSchema,
  project: projectRefSchema.nullable(),
  /** What it said at the earlier time; null where it was not served then. */
  before: z.string().nullable(),
  /** What it says at the later time; null where it is not served any more. */
  after: z.string().nullable(),
  /** When it last changed between the two. */
  at: z.string(),
  change: z.string(),
  note: z.string().nullable(),
  successor: memoryRefSchema.nullable(),
})
export type MemoryDifference = z.infer<typeof memoryDifferenceSchema>

const sort = z.object({ count: z.int(), items: z.array(memoryDifferenceSchema) })

export const memoryDiffSchema = z.object({
  from: z.string(),
  to: z.string(),
  came: sort,
  changed: sort,
  replaced: sort,
  withdrawn: sort,
})
export type MemoryDiff = z.infer<typeof memoryDiffSchema>
