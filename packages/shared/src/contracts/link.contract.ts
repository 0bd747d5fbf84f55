import { z } from 'zod'
import { linkTypeSchema, sessionLinkSchema } from './commit.contract.ts'
import { INGEST_LIMITS } from './ingest.contract.ts'

/** Most commits whose links are asked for at once: those of one file's lines. */
export const MOST_LINK_COMMITS = 100

const targetSchema = z.string().min(1).max(Math.min(2_000, INGEST_LIMITS.maxBytes))

export const listLinksQuerySchema = z.strictObject({
  session: z.string().max(60).describe('Links of this session.').optional(),
  /** A commit by id or hash, or several, separated by commas. */
  commit: z
    .string()
    .max(70 * MOST_LINK_COMMITS)
    .describe('Links of this commit, or of several separated by commas: ids or hashes.')
    .optional(),
  branch: z.string().max(500).describe('Links to this branch.').optional(),
  /** Only links at least so sure. */
  min_confidence: z.coerce
    .number()
    .min(0)
    .max(1)
    .describe('Only links at least so sure, from 0 to 1.')
    .default(0),
})
export type ListLinksQuery = z.infer<typeof listLinksQuerySchema>

export const linkListSchema = z.object({ items: z.array(sessionLinkSchema) })
export type LinkList = z.infer<typeof linkListSchema>

export const createLinkRequestSchema = z.strictObject({
  session: z.string().min(8).max(60),
  type: linkTypeSchema.default('commit'),
  /** The commit by id or hash, the branch, or the address of a pull request. */
  target: targetSchema,
  /** Says what would be linked, and links nothing. */
  dry_run: z.boolean().default(false),
})
export type CreateLinkRequest = z.infer<typeof createLinkRequestSchema>

export const createLinkResponseSchema = z.object({
  /** Null where nothing was written. */
  link: sessionLinkSchema.nullable(),
  session: z.object({ id: z.string(), title: z.string() }),
  target: z.string(),
  /** Whether a link stood there already, such as one that was inferred. */
  was_linked: z.boolean(),
})
export type CreateLinkResponse = z.infer<typeof createLinkResponseSchema>

export const removeLinkResponseSchema = z.object({
  removed: z.number().int(),
  session: z.object({ id: z.string(), title: z.string() }),
  target: z.string(),
})
export type RemoveLinkResponse = z.infer<typeof removeLinkResponseSchema>
