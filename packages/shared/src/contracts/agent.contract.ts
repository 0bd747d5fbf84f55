import { z } from 'zod'

/** The agent that a server hands out, for machines to follow. */
export const servedAgentSchema = z.object({
  version: z.string(),
  /** Where its package lies. */
  url: z.string(),
  /** SHA-512 of the package, as npm writes it. */
  integrity: z.string(),
  bytes: z.number().int(),
})
export type ServedAgent = z.infer<typeof servedAgentSchema>
