import { z } from 'zod'
import { projectRefSchema } from './common.contract.ts'
import { memoryKindSchema, memoryStatusSchema } from './memory.contract.ts'
import { reviewBatchSchema } from './memory-review.contract.ts'

/** The first steps, in the order in which they help. */
export const GUIDE_STEPS = ['machine', 'import', 'distil', 'agents', 'invite'] as const
export type GuideStep = (typeof GUIDE_STEPS)[number]

export const homeQuerySchema = z.strictObject({
  items: z.coerce
    .number()
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('How many of each part are named; all are counted.'),
})
export type HomeQuery = z.output<typeof homeQuerySchema>

const homeMemorySchema = z.object({
  id: z.string(),
  kind: memoryKindSchema,
  status: memoryStatusSchema,
  topic: z.string(),
  statement: z.string(),
  project: projectRefSchema.nullable(),
})
export type HomeMemory = z.infer<typeof homeMemorySchema>

const homeSessionSchema = z.object({
  id: z.string(),
  title: z.string(),
  tool: z.string(),
  person: z.string(),
  project: projectRefSchema.nullable(),
  at: z.string(),
})
export type HomeSession = z.infer<typeof homeSessionSchema>

/** Calls of language models, as far as their price is known. */
const spentSchema = z.object({ calls: z.int(), tokens: z.number(), usd: z.number() })

export const homeGuideSchema = z.object({
  /** The asker put it away; `PUT /v1/home/guide` brings it back. */
  is_hidden: z.boolean(),
  /** Each is done as soon as it happened, whoever clicked what. None for those who cannot do any. */
  steps: z.array(z.object({ id: z.enum(GUIDE_STEPS), is_done: z.boolean() })),
})
export type HomeGuide = z.infer<typeof homeGuideSchema>

export const homeSchema = z.object({
  at: z.string(),
  /** Up to when the asker had seen everything; a week ago for somebody who was never here. */
  since: z.string(),
  is_first_visit: z.boolean(),
  guide: homeGuideSchema,
  news: z.object({
    sessions: z.object({ count: z.int(), items: z.array(homeSessionSchema) }),
    findings: z.object({ count: z.int() }),
    memories: z.object({ count: z.int(), items: z.array(homeMemorySchema) }),
  }),
  /** What waits for the asker this week; `waiting` is how much waits for anybody at all. */
  review: reviewBatchSchema.extend({ items: z.array(homeMemorySchema), waiting: z.int() }),
  contradictions: z.object({
    /** Counted up to `most`. */
    count: z.int(),
    most: z.int(),
    items: z.array(z.object({ first: homeMemorySchema, second: homeMemorySchema })),
  }),
  stale: z.object({ count: z.int(), items: z.array(homeMemorySchema) }),
  /** Where capture has gaps, on the machines that the asker oversees; the worst first. */
  capture: z.object({
    count: z.int(),
    items: z.array(
      z.object({
        severity: z.enum(['error', 'warning']),
        message: z.string(),
        remedy: z.string(),
      }),
    ),
  }),
  cost: z.object({
    days: z.int(),
    team: spentSchema,
    /** Of the asker’s own coding agents, which cost the team nothing. */
    own: spentSchema,
  }),
})
export type Home = z.infer<typeof homeSchema>

export const homeVisitSchema = z.object({ seen_at: z.string(), since: z.string() })
export type HomeVisit = z.infer<typeof homeVisitSchema>

export const setGuideSchema = z.strictObject({
  is_hidden: z.boolean().describe('true: put away; false: shown again.'),
})
export type SetGuide = z.infer<typeof setGuideSchema>
