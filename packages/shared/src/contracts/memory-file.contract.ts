import { z } from 'zod'
import {
  pageOf,
  pageQuerySchema,
  projectRefSchema,
  timestampSchema,
  toolSchema,
  visibilitySchema,
} from './common.contract.ts'
import { ingestMachineSchema, ingestProjectSchema } from './ingest.contract.ts'
import { relativePathSchema } from './relative-path.ts'

/** Limits of one `PUT /v1/memory-files`, shared by agent and server so neither guesses. */
export const MEMORY_FILE_LIMITS = {
  /** Files of one folder. */
  maxFiles: 300,
  /** Characters of one file; what is longer is cut at its end, and says so. */
  maxChars: 200_000,
  /** Characters of all files of a report together. */
  maxTotalChars: 4_000_000,
  maxPathChars: 300,
} as const

/** `CLAUDE.md`, `packages/core/AGENTS.md`; a personal one that lies in no project begins with `~/`. */
const memoryFilePathSchema = relativePathSchema('its folder', MEMORY_FILE_LIMITS.maxPathChars)

export const reportedMemoryFileSchema = z.strictObject({
  path: memoryFilePathSchema,
  /** The coding tool that reads it; null where several do. */
  tool: toolSchema.nullable(),
  /** Somebody's own, such as CLAUDE.local.md: only they may read it here, and each machine's is a file of its own. */
  is_personal: z.boolean(),
  text: z.string().max(MEMORY_FILE_LIMITS.maxChars),
  /** The file goes on after `text`. */
  is_cut: z.boolean(),
  /** When the text became what it is: of a committed one, when it was committed. */
  modified_at: timestampSchema,
  git_branch: z.string().max(500).nullable(),
})
export type ReportedMemoryFile = z.infer<typeof reportedMemoryFileSchema>

/** `PUT /v1/memory-files`: all memory files of one folder on one machine. What is not named is not there any more. */
export const memoryFilesReportSchema = z
  .strictObject({
    machine: ingestMachineSchema,
    /** Whose files these are; null for a person's own, which hold for all projects. */
    project: ingestProjectSchema.nullable(),
    /** Counts the reports about this folder. One that is smaller than what the server had already changes nothing. */
    revision: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    files: z.array(reportedMemoryFileSchema).max(MEMORY_FILE_LIMITS.maxFiles),
  })
  .refine(({ files }) => new Set(files.map(({ path }) => path)).size === files.length, {
    path: ['files'],
    message: 'must name each path once',
  })
  .refine(({ project, files }) => project !== null || files.every((file) => file.is_personal), {
    path: ['files'],
    message: 'must be personal where they belong to no project',
  })
export type MemoryFilesReport = z.infer<typeof memoryFilesReportSchema>

export const memoryFilesReceiptSchema = z.object({
  machine_id: z.string(),
  /** Null: a folder may be of a project that is closed to the sender. */
  project_id: z.string().nullable(),
  /** The highest report about this folder that counts. Above the one sent, that one came too late and changed nothing. */
  revision: z.number().int(),
  /** Files of the report, and those of them whose current text it changed; files that are nowhere any more. */
  files: z.object({
    reported: z.number().int(),
    changed: z.number().int(),
    gone: z.number().int(),
  }),
  /** Secrets the server still found and took out. */
  server_redactions: z.number().int(),
})
export type MemoryFilesReceipt = z.infer<typeof memoryFilesReceiptSchema>

/** A memory file as lists have it: without its text. */
export const memoryFileEntrySchema = z.object({
  id: z.string(),
  /** Null for a person's own, which holds for all projects. */
  project: projectRefSchema.nullable(),
  path: z.string(),
  tool: z.string().nullable(),
  is_personal: z.boolean(),
  visibility: visibilitySchema,
  origin: z.literal('import'),
  chars: z.number().int(),
  is_cut: z.boolean(),
  content_hash: z.string(),
  git_branch: z.string().nullable(),
  /** Where the current text was seen, and in how many folders the file is now. */
  machine: z.object({ id: z.string(), name: z.string() }),
  copies: z.number().int(),
  modified_at: z.string(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
  /** Since when it is nowhere any more; what it last said is kept, and no search finds it. */
  gone_at: z.string().nullable(),
})
export type MemoryFileEntry = z.infer<typeof memoryFileEntrySchema>

export const memoryFileSchema = memoryFileEntrySchema.extend({ text: z.string() })
export type MemoryFile = z.infer<typeof memoryFileSchema>

export const listMemoryFilesQuerySchema = pageQuerySchema.extend({
  project: z.string().max(300).optional(),
  tool: z.string().max(40).optional(),
  /** Also those that are nowhere any more. */
  include_gone: z.stringbool().or(z.boolean()).default(false),
})
export type ListMemoryFilesQuery = z.infer<typeof listMemoryFilesQuerySchema>
export const memoryFilePageSchema = pageOf(memoryFileEntrySchema)
