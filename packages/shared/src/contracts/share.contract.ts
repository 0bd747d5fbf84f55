import { z } from 'zod'
import { visibilitySchema } from './common.contract.ts'

/** What goes along with a session when its visibility changes, and what stands against it. */
export const sharePreviewSchema = z.object({
  session: z.object({ id: z.string(), title: z.string(), visibility: visibilitySchema }),
  /** What it would become. */
  becomes: visibilitySchema,
  /** Who would read it: null for the whole team, else the restricted project whose members would. */
  readers: z.object({ project: z.string().nullable() }),
  /** Why it cannot be changed, in a sentence; null where it can. */
  refused: z.string().nullable(),
  /** How much of each kind goes along; what there is none of is left out. */
  counts: z.array(
    z.object({
      kind: z.enum(['session', 'message', 'prompt', 'edit', 'observation', 'summary', 'memory']),
      count: z.number().int(),
    }),
  ),
  /** Titles of the first of each kind that people would meet. */
  titles: z.array(
    z.object({
      kind: z.enum(['session', 'prompt', 'observation', 'memory']),
      id: z.string(),
      title: z.string(),
    }),
  ),
})
export type SharePreview = z.infer<typeof sharePreviewSchema>
