import { z } from 'zod'
import { memoryKindSchema } from './memory.contract.ts'

export const AGENTS_MD_LIMITS = {
  /** Of a request. */
  maxBytes: 4_000_000,
  /** Of a file that is compared. */
  maxChars: 400_000,
  /** Of a file that is compared; more would be compared for minutes. */
  maxSectionLines: 3_000,
  /** Texts of the repository that are not to be said again. */
  maxSaid: 60,
  maxSaidChars: 60_000,
  minTokens: 100,
  maxTokens: 8_000,
} as const

const policyFields = {
  kinds: z.array(memoryKindSchema).min(1).max(5),
  min_confidence: z.number().min(0).max(1),
  /** Of the whole section, headings and markers included. */
  max_tokens: z.int().min(AGENTS_MD_LIMITS.minTokens).max(AGENTS_MD_LIMITS.maxTokens),
}

export const setAgentsMdPolicySchema = z
  .strictObject(policyFields)
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'must say at least one of kinds, min_confidence and max_tokens',
  })
export type SetAgentsMdPolicy = z.infer<typeof setAgentsMdPolicySchema>

export const agentsMdPolicySchema = z.object({
  ...policyFields,
  /** Decided for this project; else it is what holds everywhere. */
  is_own: z.boolean(),
})
export type AgentsMdPolicy = z.infer<typeof agentsMdPolicySchema>

const leftOutSchema = z.object({
  id: z.string(),
  kind: memoryKindSchema,
  statement: z.string(),
  /** By the policy; because somebody doubts it; because the repository says so already; or because the budget is used up. */
  because: z.enum(['kind', 'confidence', 'disputed', 'said', 'tokens']),
})
export type AgentsMdLeftOut = z.infer<typeof leftOutSchema>

export const agentsMdSchema = z.object({
  project: z.object({ id: z.string(), name: z.string() }),
  policy: agentsMdPolicySchema,
  /** The section as it would be written, without what only the repository can say is said already. */
  text: z.string(),
  tokens: z.int(),
  entries: z.array(
    z.object({
      id: z.string(),
      kind: memoryKindSchema,
      /** The line between its dash and its marker. */
      text: z.string(),
      tokens: z.int(),
      confidence: z.number(),
      /** Files it is about. */
      paths: z.array(z.string()),
    }),
  ),
  left_out: z.array(leftOutSchema),
})
export type AgentsMd = z.infer<typeof agentsMdSchema>

/** A file as it lies in a working copy. */
export const agentsMdFileSchema = z.strictObject({
  /** The whole file; empty where there is none yet. */
  text: z.string().max(AGENTS_MD_LIMITS.maxChars),
  /** Texts of the repository, such as its README and comments of the code: what they say is left out. */
  said: z
    .array(z.string().max(AGENTS_MD_LIMITS.maxSaidChars))
    .max(AGENTS_MD_LIMITS.maxSaid)
    .default([]),
})
export type AgentsMdFile = z.input<typeof agentsMdFileSchema>

export const agentsMdImportSchema = agentsMdFileSchema.extend({
  /** Goes on where the section lost more than ten entries, or more than a tenth of them. */
  allow_deletions: z.boolean().default(false),
})
export type AgentsMdImport = z.input<typeof agentsMdImportSchema>

export const agentsMdEditSchema = z.object({
  /** `changed`: another wording of `id`. `added`: a line without a marker. `deleted`: `id` was taken out. */
  type: z.enum(['changed', 'added', 'deleted']),
  id: z.string().nullable(),
  kind: memoryKindSchema.nullable(),
  /** What stands there now; of what was deleted, what stood there. */
  text: z.string(),
  /** The memory changed meanwhile, or does not hold any more. */
  is_conflict: z.boolean(),
  /** `new`: to be proposed. `waits`: it was, and nobody decided yet. `known`: the team says the same. `rejected`: a person said no. */
  state: z.enum(['new', 'waits', 'known', 'rejected']),
  /** The memory that it became, where it did. */
  memory: z.string().nullable(),
})
export type AgentsMdEdit = z.infer<typeof agentsMdEditSchema>

export const agentsMdMergedSchema = z.object({
  project: z.object({ id: z.string(), name: z.string() }),
  /** The file as it should be. */
  text: z.string(),
  /** It is so already. */
  is_current: z.boolean(),
  entries: z.int(),
  tokens: z.int(),
  edits: z.array(agentsMdEditSchema),
  /** So many entries were taken out that an import of it has to allow it; an older server does not say. */
  many_deleted: z.boolean().default(false),
  left_out: z.array(leftOutSchema),
  /** Sections beyond the first that were put into it. */
  collapsed: z.int(),
})
export type AgentsMdMerged = z.infer<typeof agentsMdMergedSchema>

export const agentsMdImportedSchema = z.object({
  project: z.object({ id: z.string(), name: z.string() }),
  /** What became of each edit; `new` ones are proposed by it and answered as `waits`. */
  edits: z.array(agentsMdEditSchema),
  proposed: z.int(),
  /** Edits that one request had no room for; they come with the next. */
  left: z.int().default(0),
})
export type AgentsMdImported = z.infer<typeof agentsMdImportedSchema>
