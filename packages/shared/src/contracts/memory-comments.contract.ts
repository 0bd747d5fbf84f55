import { z } from 'zod'
import { happenedAtSchema } from './common.contract.ts'
import { MEMORY_LIMITS } from './memory.contract.ts'
import { relativePathSchema } from './relative-path.ts'

/** Words that begin a comment which says something to know. */
export const COMMENT_MARKERS = ['WARNING', 'HACK', 'IMPORTANT', 'DECISION'] as const
export type CommentMarker = (typeof COMMENT_MARKERS)[number]

export const MEMORY_COMMENT_LIMITS = {
  maxComments: 2_000,
  /** So many drafts are made at once, so that others have their turn. */
  maxAdded: 100,
  maxChars: MEMORY_LIMITS.maxStatementChars,
  maxBytes: 8 * 1024 * 1024,
} as const

export const memoryCommentSchema = z.strictObject({
  marker: z.enum(COMMENT_MARKERS),
  text: z.string().trim().min(1).max(MEMORY_COMMENT_LIMITS.maxChars),
  path: relativePathSchema('the repository', MEMORY_LIMITS.maxPathChars),
  line: z.int().min(1).max(10_000_000),
})
export type MemoryComment = z.infer<typeof memoryCommentSchema>

export const memoryCommentsReportSchema = z.strictObject({
  project: z.string().min(1).max(300).describe('Id, name or remote URL of a project.'),
  at: happenedAtSchema.describe(
    'Of which time the code is: that of its commit. An older report takes nothing away.',
  ),
  is_complete: z
    .boolean()
    .describe('These are all there are on the default branch: what is not among them is gone.'),
  comments: z.array(memoryCommentSchema).max(MEMORY_COMMENT_LIMITS.maxComments),
})
export type MemoryCommentsReport = z.infer<typeof memoryCommentsReportSchema>

export const memoryCommentsReceiptSchema = z.object({
  /** Drafts that were made. */
  added: z.int(),
  /** Comments that stand in another file or line than before. */
  moved: z.int(),
  /** Comments that are not there any more. */
  gone: z.int(),
  /** Comments that came back. */
  back: z.int(),
  /** Comments that were there before. */
  known: z.int(),
  /** New ones that the same report, sent again, adds next. */
  left: z.int(),
  drafts: z.array(z.object({ id: z.string(), statement: z.string(), path: z.string() })),
})
export type MemoryCommentsReceipt = z.infer<typeof memoryCommentsReceiptSchema>
