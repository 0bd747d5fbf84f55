import { z } from 'zod'
import { anchorStateSchema, memoryEntrySchema } from './memory.contract.ts'

export const staleQuerySchema = z.strictObject({
  project: z.string().max(300).optional().describe('Id, name or remote URL of a project.'),
  /** Only what the asker wrote. */
  mine: z
    .stringbool()
    .or(z.boolean())
    .default(false)
    .describe('true: only memories that you wrote.'),
  state: anchorStateSchema
    .exclude(['fresh'])
    .optional()
    .describe('`dirty`: the code changed; `broken`: it is gone; `unknown`: nobody knows.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type StaleQuery = z.output<typeof staleQuerySchema>

export const staleListSchema = z.object({
  /** Those whose code is gone first, then what changed last. */
  items: z.array(
    z.object({
      memory: memoryEntrySchema,
      /** The asker wrote it, and this was not reported to them yet. */
      is_news: z.boolean(),
    }),
  ),
  total: z.int(),
  news: z.int(),
})
export type StaleList = z.infer<typeof staleListSchema>

export const reportedStaleRequestSchema = z.strictObject({
  ids: z.array(z.string().min(8).max(60)).min(1).max(200),
})
export const reportedStaleSchema = z.object({ reported: z.int() })
export type ReportedStale = z.infer<typeof reportedStaleSchema>

/** As agents of the release before name it. */
export const formerlyReportedStaleSchema = z.object({ told: z.int() })
