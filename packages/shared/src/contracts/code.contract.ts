import { z } from 'zod'
import { projectRefSchema, timestampSchema } from './common.contract.ts'
import { ingestMachineSchema, ingestProjectSchema } from './ingest.contract.ts'
import { relativePathSchema } from './relative-path.ts'

export const CODE_GRAPH_LIMITS = {
  /** Bytes of one request after decompression; larger graphs come in several. */
  maxBytes: 16 * 1024 * 1024,
  maxCompressedBytes: 8 * 1024 * 1024,
  /** Of one request. */
  maxFiles: 10_000,
  maxGone: 50_000,
  /** Of one file. */
  maxImports: 1_000,
  maxSymbols: 400,
  /** Characters of one request's files, as the agent makes them. */
  partChars: 5_000_000,
  /** Of a listing. */
  maxListed: 2_000,
} as const

/** Within the repository, with forward slashes. */
export const codePathSchema = relativePathSchema('the repository', 1_000)

const shortHashSchema = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits')
export const importKindSchema = z.enum([
  'static',
  'type',
  'dynamic',
  'reexport',
  'require',
  'include',
])
export type ImportKind = z.infer<typeof importKindSchema>

export const codeGraphFileSchema = z.strictObject({
  path: codePathSchema,
  language: z.string().regex(/^[a-z]{1,20}$/),
  /** Of its content. */
  hash: z.string().regex(/^[0-9a-f]{32}$/),
  lines: z.int().min(0).max(10_000_000),
  /** Files of the same repository, each once. */
  imports: z
    .array(z.strictObject({ to: codePathSchema, kind: importKindSchema }))
    .max(CODE_GRAPH_LIMITS.maxImports),
  unresolved: z.int().min(0).max(100_000),
  /** Definitions: hashes of their names and of what they say, and where they stand. */
  symbols: z
    .array(
      z.strictObject({
        name: shortHashSchema,
        hash: shortHashSchema,
        start: z.int().min(1),
        end: z.int().min(1),
      }),
    )
    .max(CODE_GRAPH_LIMITS.maxSymbols),
})
export type CodeGraphFile = z.infer<typeof codeGraphFileSchema>

export const codeGraphRequestSchema = z.strictObject({
  machine: ingestMachineSchema,
  project: ingestProjectSchema,
  /** Names one build; its parts carry the same. */
  build: z.string().regex(/^[0-9a-f]{16,64}$/),
  built_at: timestampSchema,
  commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .nullable(),
  branch: z.string().max(500).nullable(),
  /** What the team shares: the branch that clones begin on. */
  is_default_branch: z.boolean(),
  /** `whole`: what no part names is not there any more. `changes`: all else is as it was. */
  mode: z.enum(['whole', 'changes']),
  files: z.array(codeGraphFileSchema).max(CODE_GRAPH_LIMITS.maxFiles),
  gone: z.array(codePathSchema).max(CODE_GRAPH_LIMITS.maxGone),
  /** Another part of the build follows. */
  has_more: z.boolean().default(false),
})
export type CodeGraphRequest = z.infer<typeof codeGraphRequestSchema>

export const codeGraphReceiptSchema = z.object({
  /** Empty: a repository may have a project that is closed to the sender. Older agents want a text here. */
  project_id: z.string(),
  /** `outdated`: the machine said something newer before; `added`: from another branch, so only files that were lacking. */
  state: z.enum(['stored', 'added', 'outdated']),
  files: z.object({ sent: z.int(), changed: z.int(), gone: z.int() }),
  /** The server has nothing of this project to apply changes to: send the whole graph. */
  wants_whole: z.boolean(),
})
export type CodeGraphReceipt = z.infer<typeof codeGraphReceiptSchema>

const projectField = { project: z.string().min(1).max(2_000) }

export const codeGraphQuerySchema = z.strictObject(projectField)
export type CodeGraphQuery = z.infer<typeof codeGraphQuerySchema>

export const codeGraphSchema = z.object({
  project: projectRefSchema,
  files: z.int(),
  imports: z.int(),
  unresolved: z.int(),
  languages: z.array(z.object({ language: z.string(), files: z.int() })),
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  is_default_branch: z.boolean(),
  built_at: z.string(),
})
export type CodeGraph = z.infer<typeof codeGraphSchema>

export const codeFileQuerySchema = z.strictObject({
  ...projectField,
  path: codePathSchema.describe('Path of the file from the root of its project.'),
})
export type CodeFileQuery = z.infer<typeof codeFileQuerySchema>

export const codeFolderQuerySchema = z.strictObject({
  ...projectField,
  path: codePathSchema
    .optional()
    .describe('A folder from the root of its project; the root itself by default.'),
})
export type CodeFolderQuery = z.infer<typeof codeFolderQuerySchema>

export const codeFolderSchema = z.object({
  project: projectRefSchema,
  /** Empty for the root. */
  path: z.string(),
  /** Work of so many days counts. */
  days: z.int(),
  /** What lies in it, folders first. */
  items: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      kind: z.enum(['folder', 'file']),
      /** Files below it; 1 for a file. */
      files: z.int(),
      /** Memories that hold and are about something in it. */
      memories: z.int(),
      /** Sessions that wrote commits there within the days, and the last of these commits. */
      sessions: z.int(),
      last_at: z.string().nullable(),
    }),
  ),
  left_out: z.int(),
})
export type CodeFolder = z.infer<typeof codeFolderSchema>

const edgeSchema = z.object({ path: z.string(), kind: importKindSchema })
export const codeFileSchema = z.object({
  project: projectRefSchema,
  path: z.string(),
  language: z.string(),
  lines: z.int(),
  hash: z.string(),
  commit: z.string().nullable(),
  updated_at: z.string(),
  imports: z.array(edgeSchema),
  imported_by: z.array(edgeSchema),
  unresolved: z.int(),
  /** Edges beyond those listed. */
  left_out: z.object({ imports: z.int(), imported_by: z.int() }),
  /** Said where this is another path than was asked for. */
  note: z.string().nullable().optional(),
})
export type CodeFile = z.infer<typeof codeFileSchema>
