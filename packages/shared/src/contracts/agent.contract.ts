import { z } from 'zod'

/** The agent that a server hands out, for machines to follow. */
export const servedAgentSchema = z.object({
  version: z.string(),
  /** Where its package lies. */
  url: z.string(),
  /** SHA-512 of the package, as npm writes it. */
  integrity: z.string(),
  bytes: z.number().int(),
  /** Native packages that some tools' stores need, by name and version; from a registry, where there is one. */
  optional: z.record(z.string(), z.string()),
})
export type ServedAgent = z.infer<typeof servedAgentSchema>
