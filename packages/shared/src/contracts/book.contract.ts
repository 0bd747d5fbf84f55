import { z } from 'zod'

export const BOOK_LIMITS = {
  /** Files of one book. */
  maxFiles: 50_000,
  /** Bytes of one request after decompression; larger books come in several. */
  maxBytes: 16 * 1024 * 1024,
  maxCompressedBytes: 8 * 1024 * 1024,
  /** Pictures of one book, how large each may be, and all of them. */
  maxPictures: 1_000,
  maxPictureBytes: 5 * 1024 * 1024,
  maxPicturesBytes: 200 * 1024 * 1024,
  /** Steps of relationships. */
  maxDepth: 5,
} as const

export const bookTextSchema = z.string().min(1).max(300)
export const bookNameSchema = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,119}$/u,
    'must be letters, digits, spaces, "-", "_" and "."',
  )
export const bookParamsSchema = z.strictObject({
  book: bookNameSchema.describe('Name of the lorebook.'),
})

export const jsonRecord = z.record(z.string(), z.json())

/** Where the files come from: a repository or folder, its branch, and whether that is its default branch. */
export const bookFromSchema = z.strictObject({
  repository: z.string().min(1).max(2_000),
  branch: z.string().min(1).max(500).nullable(),
  is_default_branch: z.boolean(),
  /** The folder of the book in that repository; empty where it is all of it. */
  folder: z.string().max(1_000).optional(),
})

export const ingestBookRequestSchema = z.strictObject({
  /** Text of `lorecraft.yaml` and `schema.yaml`. */
  project: z.string().max(262_144),
  schema: z.string().max(1_048_576),
  /** All files of the book; the text of those that the server has not said it has. */
  files: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(1_000),
        hash: z.string().min(1).max(128),
        text: z.string().max(2_200_000).optional(),
      }),
    )
    .max(BOOK_LIMITS.maxFiles),
  /** More of the book follows in another request: keep the texts, change nothing yet. */
  has_more: z.boolean().default(false),
  /** The commit at which the files are so; then it can be asked how things were at that commit. */
  version: z
    .strictObject({
      commit: z.string().regex(/^[0-9a-f]{7,64}$/u),
      committed_at: z.iso.datetime({ offset: true }),
      tags: z.array(z.string().min(1).max(300)).max(100),
    })
    .optional(),
  /** Keep them as those of the version alone; the book stays as it is. */
  is_past: z.boolean().default(false),
  /** Read and write everything again, whatever is known of it. */
  full: z.boolean().optional(),
  /** Say what would change, change nothing. */
  dry_run: z.boolean().default(false),
  from: bookFromSchema.optional(),
  /** Make that the home of the book; for who made it and for admins. */
  move_home: z.boolean().optional(),
  /** Go on although many entities are deleted by it. */
  allow_deletions: z.boolean().optional(),
})
export type IngestBookRequest = z.infer<typeof ingestBookRequestSchema>

export const bookProblemSchema = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  file: z.string(),
  line: z.int(),
  column: z.int(),
  message: z.string(),
  expected: z.string().optional(),
  nearest: z.string().optional(),
})

/** The line at which a file cannot be read, so that what it said before is shown. */
export const bookStaleSchema = z.object({ line: z.int(), message: z.string() })

export const bookHomeSchema = z.object({
  repository: z.string(),
  /** Null where it is no branch of a repository. */
  branch: z.string().nullable(),
})

const planSchema = z.object({
  created: z.array(z.string()),
  updated: z.array(z.string()),
  deleted: z.array(z.string()),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
})

export const ingestBookResponseSchema = z.object({
  /**
   * The book is as before but for `ingested`. `incomplete`: texts are wanted or follow; `refused`: `lorecraft.yaml` has errors, or
   * `schema.yaml` has and there is no earlier one;
   * `elsewhere`: the files do not come from its home; `deletions`: so many would be deleted that it has to be allowed.
   */
  state: z.enum([
    'ingested',
    'unchanged',
    'recorded',
    'incomplete',
    'refused',
    'planned',
    'elsewhere',
    'deletions',
  ]),
  /** What an ingest of the same would be that is no dry run: held back, from elsewhere or for its deletions. */
  would_be: z.enum(['elsewhere', 'deletions']).optional(),
  home: bookHomeSchema.nullable().optional(),
  /** This ingest made that its home: the first of the book, the first since homes are kept, or one that moved it. */
  is_new_home: z.boolean().optional(),
  /** Paths whose text the server lacks; send them and ask again. */
  wanted: z.array(z.string()),
  summary: z.record(z.string(), z.int()).nullable(),
  plan: planSchema.nullable(),
  problems: z.array(bookProblemSchema),
  server_redactions: z.int(),
})
export type IngestBookResponse = z.infer<typeof ingestBookResponseSchema>

export const bookSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  ingested_at: z.string(),
  summary: z.record(z.string(), z.int()),
  /** Where its files come from; null where that is not known yet. */
  home: bookHomeSchema.nullable(),
})
export const bookListSchema = z.object({ items: z.array(bookSummarySchema) })

export const bookSchema = bookSummarySchema.extend({
  layers: z.array(
    z.object({
      name: z.string(),
      canonical: z.boolean(),
      depends_on: z.array(z.string()),
      /** A what-if layer: it may restate what the layers beneath it say. */
      overrides: z.boolean(),
    }),
  ),
  schema: jsonRecord,
  /** Folders of the book on your own machines, as far as they are known. */
  checkouts: z.array(z.object({ machine: z.string(), folder: z.string() })),
  /** What is wrong with `schema.yaml`, so that this is the last good one; null where it is as the file says. */
  stale_schema: bookStaleSchema.nullable(),
  problems: z.array(bookProblemSchema),
})
export type BookAnswer = z.infer<typeof bookSchema>

export const bookGenerationsSchema = z.object({
  /** What the book is and was, newest first. */
  items: z.array(
    z.object({
      generation: z.int(),
      is_current: z.boolean(),
      made_at: z.string(),
      made_by: z.object({ id: z.string(), name: z.string() }).nullable(),
      from: bookHomeSchema.nullable(),
      /** The generation that was restored, where an undo made it. */
      restores: z.int().nullable(),
      summary: z.record(z.string(), z.int()),
    }),
  ),
})
export type BookGenerations = z.infer<typeof bookGenerationsSchema>

export const undoBookRequestSchema = z.strictObject({
  /** The generation to restore; the one before the last unless said. */
  generation: z.int().min(1).max(2_147_483_647).optional(),
})
export type UndoBookRequest = z.infer<typeof undoBookRequestSchema>
export const undoBookResponseSchema = z.object({
  /** The generation that was restored, and the one that the book is now. */
  restored: z.int(),
  generation: z.int(),
  summary: z.record(z.string(), z.int()),
  plan: planSchema,
})
export type UndoBookResponse = z.infer<typeof undoBookResponseSchema>

export const bookLinksSchema = z.object({
  /** Whether links in texts are relationships of this book. */
  links: z.boolean(),
  /** Who says so: `lorecraft.yaml`, its page, or nobody yet, so that they are not. */
  decided_by: z.enum(['file', 'page', 'nobody']),
  /** Relationships that links in texts make. */
  relationships: z.int(),
  /** Relationships that they would make besides, and the first of these. */
  would_add: z.int(),
  items: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      relationship: z.string(),
      source_file: z.string(),
      line: z.int(),
    }),
  ),
})
export type BookLinks = z.infer<typeof bookLinksSchema>
export const setBookLinksRequestSchema = z.strictObject({ links: z.boolean() })
export type SetBookLinksRequest = z.infer<typeof setBookLinksRequestSchema>
