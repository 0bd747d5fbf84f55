import { z } from 'zod'
import { BLAME_LIMITS, blamedSchema } from './blame.contract.ts'
import { codePathSchema } from './code.contract.ts'
import { fileStatusSchema } from './commit.contract.ts'
import { projectRefSchema } from './common.contract.ts'
import { ingestMachineSchema, ingestProjectSchema } from './ingest.contract.ts'

/** Limits of one `POST /v1/shared-code`, shared by agent and server so neither guesses. */
export const SHARED_CODE_LIMITS = {
  /** Hashes that are asked about at once. */
  maxAsked: 2_000,
  maxCommits: 200,
  /** Of one commit. */
  maxFiles: 20_000,
  /** Of one file. */
  maxHunks: 5_000,
  /** Lines that a commit adds to a file: of a file to which it adds more, none is sent. */
  maxLines: 5_000,
  maxLineChars: 1_000,
  /** Bytes of the commits of one request, as the agent makes them. */
  partBytes: 1_000_000,
  /** Of one commit, which goes alone then; of a larger one the smallest files keep their text. */
  commitBytes: 8_000_000,
  /** Lines of one answer. */
  maxShown: BLAME_LIMITS.maxLines,
} as const

const countSchema = z.int().min(0).max(10_000_000)
const pathSchema = z.string().min(1).max(4_096)
const hashSchema = z
  .string()
  .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'must be a whole hash: 40 or 64 hex digits')

/** One place at which a file changed: `removed` lines from the line with this index on became `added` others. */
export const sharedHunkSchema = z
  .strictObject({
    /** Index, from 0, in the file before the commit. */
    at: countSchema,
    removed: countSchema,
    added: countSchema,
    /** Text of the added lines, without secrets; null where it was not sent. */
    lines: z
      .array(z.string().max(SHARED_CODE_LIMITS.maxLineChars))
      .max(SHARED_CODE_LIMITS.maxLines)
      .nullable(),
  })
  .refine(({ added, lines }) => lines === null || lines.length === added, {
    error: 'must have as many lines as it says were added, or null',
  })
export type SharedHunk = z.infer<typeof sharedHunkSchema>

export const sharedCommitSchema = z.strictObject({
  sha: hashSchema,
  files: z
    .array(
      z.strictObject({
        path: pathSchema,
        old_path: pathSchema.nullable(),
        status: fileStatusSchema,
        hunks: z.array(sharedHunkSchema).max(SHARED_CODE_LIMITS.maxHunks),
      }),
    )
    .max(SHARED_CODE_LIMITS.maxFiles),
  /** Files were left out: what it did to those that are not named here is unknown. */
  is_cut: z.boolean().default(false),
})
export type SharedCommit = z.infer<typeof sharedCommitSchema>

export const sendSharedCodeSchema = z.strictObject({
  machine: ingestMachineSchema,
  project: ingestProjectSchema,
  /** Commits of this machine: which of them is code wanted of? */
  asked: z.array(hashSchema).max(SHARED_CODE_LIMITS.maxAsked).default([]),
  commits: z.array(sharedCommitSchema).max(SHARED_CODE_LIMITS.maxCommits).default([]),
})
export type SendSharedCode = z.infer<typeof sendSharedCodeSchema>

export const sharedCodeReceiptSchema = z.object({
  /** While it is false, no code is taken: of a project that shares none, and of one that is closed to you or not known. */
  shares_code: z.boolean(),
  /** Commits of the project whose code is not here; 0 while none is taken. */
  lacking: z.int(),
  /** Of those that were asked about, the ones whose code is not here yet. */
  wanted: z.array(z.string()),
  commits: z.object({ received: z.int(), stored: z.int() }),
  /** Secrets the server still found and took out. */
  server_redactions: z.int(),
})
export type SharedCodeReceipt = z.infer<typeof sharedCodeReceiptSchema>

export const sharedFileQuerySchema = z.strictObject({
  project: z.string().min(1).max(2_000).describe('A project by id, name or remote URL.'),
  path: codePathSchema.describe('Path of the file from the root of its project.'),
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .describe('As it was at this commit; the newest of the default branch by default.')
    .optional(),
  from: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(1)
    .describe('The first line, from 1.'),
})
export type SharedFileQuery = z.infer<typeof sharedFileQuerySchema>

export const sharedFileSchema = z.object({
  project: projectRefSchema,
  path: z.string(),
  /** The commit at which it is so. */
  commit: z.object({
    id: z.string(),
    sha: z.string(),
    subject: z.string(),
    authored_at: z.string(),
  }),
  /** Lines there are, as far as is known. */
  total: z.int(),
  /** False where what came before is not here: lines may be missing then, also at the end. */
  is_whole: z.boolean(),
  from: z.int(),
  lines: z.array(
    z.object({
      /** Null: this line was not sent. */
      text: z.string().nullable(),
      /** Place of its answer in `answers`; null where nothing is known. */
      answer: z.int().nullable(),
    }),
  ),
  answers: z.array(blamedSchema),
})
export type SharedFile = z.infer<typeof sharedFileSchema>
