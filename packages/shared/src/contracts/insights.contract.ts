import { z } from 'zod'

export const INSIGHT_LIMITS = { maxDays: 730, commits: 1_000, lines: 40_000 } as const
/** After so many days it is looked which lines are still there. */
export const SURVIVAL_DAYS = [7, 30, 90] as const

export const insightsQuerySchema = z.strictObject({
  project: z
    .string()
    .max(300)
    .optional()
    .describe('Id, name or remote URL of a project; all by default.'),
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(INSIGHT_LIMITS.maxDays)
    .default(120)
    .describe('How far back to look.'),
})
export type InsightsQuery = z.output<typeof insightsQuerySchema>

const survivalSchema = z.object({
  days: z.int(),
  /** Lines old enough for this to be known, and those of them that no commit has removed within that time. */
  lines: z.int(),
  kept: z.int(),
})

export const insightsSchema = z.object({
  days: z.int(),
  /** Commits that were looked at: merges and what was rewritten left out. */
  commits: z.object({
    all: z.int(),
    /** The newest of them, of which lines were looked at. */
    sampled: z.int(),
    with_session: z.int(),
  }),
  origins: z.array(
    z.object({
      origin: z.enum(['session', 'person']),
      lines: z.int(),
      survival: z.array(survivalSchema),
    }),
  ),
  tools: z.array(z.object({ name: z.string(), sessions: z.int(), commits: z.int() })),
  models: z.array(z.object({ name: z.string(), sessions: z.int(), commits: z.int() })),
  hot_files: z.array(
    z.object({
      path: z.string(),
      project: z.string(),
      commits: z.int(),
      with_session: z.int(),
      added_lines: z.int(),
      removed_lines: z.int(),
    }),
  ),
  people: z.array(
    z.object({
      folder: z.string(),
      person: z.string(),
      commits: z.int(),
      lines: z.int(),
      last_at: z.string(),
    }),
  ),
  /** What each figure cannot say. */
  method: z.array(z.string()),
})
export type Insights = z.infer<typeof insightsSchema>
