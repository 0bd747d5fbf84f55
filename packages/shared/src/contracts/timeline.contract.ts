import { z } from 'zod'
import { personSchema, projectRefSchema } from './common.contract.ts'
import { documentKindSchema, questionSchema } from './search.contract.ts'

export const timelineKindSchema = z.enum([...documentKindSchema.options, 'session'])
export type TimelineKind = z.infer<typeof timelineKindSchema>

const MAX_SIDE = 50
const sideSchema = z.coerce.number().int().min(0).max(MAX_SIDE).default(10)

/** What happened around something: one of `around`, `at` and `q` says around what. */
export const timelineQuerySchema = z.strictObject({
  /** Id of a message, observation, summary, session or memory file, or a unique beginning of one. */
  around: z.string().max(60).optional(),
  /** A moment: `2026-03-09`, a full ISO time, `yesterday`, `7d`. */
  at: z.string().max(40).optional(),
  /** A question as for a search; its best hit is taken. */
  q: questionSchema.optional(),
  /** How many entries before and after. */
  before: sideSchema,
  after: sideSchema,
  /** Comma-separated kinds; all of them by default. */
  kinds: z.string().max(200).optional(),
  /** `project`: of the project of what stands in the middle; `session`: of its session alone; `team`: of everything. */
  within: z.enum(['project', 'session', 'team']).optional(),
  /** Only this project: by name, id or remote URL. */
  project: z.string().max(2_000).optional(),
  /** Most tokens the entries may cost; what lies farthest is left out first. */
  budget_tokens: z.coerce.number().int().min(100).max(50_000).optional(),
})
export type TimelineQuery = z.infer<typeof timelineQuerySchema>

export const timelineItemSchema = z.object({
  id: z.string(),
  kind: timelineKindSchema,
  /** Observation type and the like; null where the kind has none. */
  type: z.string().nullable(),
  title: z.string(),
  /** When it happened; a session stands where it began. */
  at: z.string().nullable(),
  author: personSchema.nullable(),
  project: projectRefSchema.nullable(),
  tool: z.string().nullable(),
  session_id: z.string().nullable(),
  message_id: z.string().nullable(),
  status: z.enum(['current', 'unreviewed', 'superseded', 'rejected']),
  /** Path of the evidence in the dashboard. */
  url: z.string(),
  /** Tokens it costs to open this record whole. */
  tokens: z.number().int(),
})
export type TimelineItem = z.infer<typeof timelineItemSchema>

export const timelineResponseSchema = z.object({
  /** What stands in the middle. `id` is null where it is a moment, `at` where nothing was found to look around. */
  anchor: z.object({ id: z.string().nullable(), at: z.string().nullable() }),
  within: z.enum(['project', 'session', 'team']),
  /** Oldest first; what stands in the middle is among them. */
  items: z.array(timelineItemSchema),
  /** Whether there is more before the first and after the last. */
  has_earlier: z.boolean(),
  has_later: z.boolean(),
  /** Tokens of the entries themselves. */
  tokens: z.number().int(),
  /** What the budget left out, and what it would have cost. */
  left_out: z.object({ count: z.number().int(), tokens: z.number().int() }),
  /** Sentences for the asker. */
  notes: z.array(z.string()),
})
export type TimelineResponse = z.infer<typeof timelineResponseSchema>
