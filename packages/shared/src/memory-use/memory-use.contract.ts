import { z } from 'zod'
import {
  pageOf,
  pageQuerySchema,
  personSchema,
  projectRefSchema,
} from '../contracts/common.contract.ts'
import { memoryKindSchema, memoryStatusSchema } from '../contracts/memory.contract.ts'

/** Who was given a memory: an agent, in a brief or as an answer to its question, or a person who opened it. */
export const MEMORY_READERS = ['agent', 'person'] as const
export type MemoryReader = (typeof MEMORY_READERS)[number]

/** How somebody came to it. `unknown`: before that was recorded. */
export const SERVING_DOORS = ['brief', 'search', 'why', 'opened', 'unknown'] as const
export type ServingDoor = (typeof SERVING_DOORS)[number]

const days = z.coerce
  .number()
  .int()
  .min(1)
  .max(365)
  .default(28)
  .describe('How many days back, today with them.')

export const memoryUseQuerySchema = pageQuerySchema.extend({
  project: z.string().max(300).optional().describe('Id, name or remote URL of a project.'),
  days,
  unread: z
    .stringbool()
    .or(z.boolean())
    .optional()
    .describe('true: only what no agent was given in that time, the oldest first.'),
})
export type MemoryUseQuery = z.output<typeof memoryUseQuerySchema>

const givenSchema = z.object({
  times: z.int(),
  people: z.int().describe('How many people it was, or whose agents.'),
  last_on: z.string().nullable().describe('The last day, in UTC.'),
})

export const memoryUseEntrySchema = z.object({
  memory_id: z.string(),
  kind: memoryKindSchema,
  status: memoryStatusSchema,
  topic: z.string(),
  statement: z.string(),
  project: projectRefSchema.nullable(),
  recorded_at: z.string(),
  agents: givenSchema,
  people: givenSchema,
  /** Signals from the day on which it was first given in that time. */
  confirmed: z.int().describe('How often it was confirmed or approved after it was given.'),
  contradicted: z
    .int()
    .describe(
      'How often it was contradicted, corrected, or its change undone, after it was given.',
    ),
})
export type MemoryUseEntry = z.infer<typeof memoryUseEntrySchema>

export const memoryUseSchema = pageOf(memoryUseEntrySchema).extend({
  since: z.string().describe('The first day, in UTC.'),
  /** Of the memories that are served; only the first page counts them. */
  served: z.int().nullable(),
  unread: z.int().nullable().describe('Of these, how many no agent was given in that time.'),
})
export type MemoryUse = z.infer<typeof memoryUseSchema>

export const memoryReadersQuerySchema = z.strictObject({ days })
export type MemoryReadersQuery = z.output<typeof memoryReadersQuerySchema>

export const memoryReadersSchema = z.object({
  since: z.string(),
  /** One for each day, person and way, the newest first; at most 500. */
  items: z.array(
    z.object({
      on: z.string(),
      reader: z.enum(MEMORY_READERS),
      door: z.enum(SERVING_DOORS),
      times: z.int(),
      /** Yourself; others are named to admins alone. Null for everybody else. */
      person: personSchema.nullable(),
    }),
  ),
})
export type MemoryReaders = z.infer<typeof memoryReadersSchema>
