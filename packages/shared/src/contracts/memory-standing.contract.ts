import { z } from 'zod'

/** What spoke against a memory after it was written, and lowers its confidence. */
export const memorySetbackSchema = z.object({
  type: z.enum([
    'contradicted',
    'corrected',
    'reverted',
    'change_rejected',
    'test_failed',
    'mended',
  ]),
  at: z.string(),
  /** In words, such as those of the person who corrected it; empty where there are none. */
  reason: z.string(),
  /** Where it happened; null where that is no session, or one that is not for you. */
  session_id: z.string().nullable(),
  /** The message, commit or pull request that says so, such as `message:msg_…`. */
  source: z.string(),
})
export type MemorySetback = z.infer<typeof memorySetbackSchema>
