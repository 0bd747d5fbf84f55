import { z } from 'zod'
import { codePathSchema } from '../contracts/code.contract.ts'
import { projectRefSchema } from '../contracts/common.contract.ts'
import { memoryKindSchema } from '../contracts/memory.contract.ts'
import { CHANGED_WORDS_LIMITS } from './changed-words.ts'

export const CHANGE_LIMITS = {
  maxFiles: 1_000,
  maxHunks: 500,
  maxCommits: 250,
  /** Items of one report; a change that more bears on is read by nobody. */
  maxItems: 5,
  /** Of a body. */
  maxBytes: 4_000_000,
} as const

const line = z.int().min(0).max(10_000_000)

/** A run of lines that a change takes away and puts in its place, as a diff without context has it; lines count from 1. */
export const changedLinesSchema = z.strictObject({
  old_from: line,
  old_lines: line,
  new_from: line,
  new_lines: line,
  /** The function that the lines are in, as git names it behind the numbers. */
  within: z.string().max(500).optional(),
})
export type ChangedLines = z.infer<typeof changedLinesSchema>

const word = z.string().min(1).max(CHANGED_WORDS_LIMITS.maxChars)

export const changedWordsSchema = z.strictObject({
  changed: z.array(word).max(CHANGED_WORDS_LIMITS.changed),
  kept: z.array(word).max(CHANGED_WORDS_LIMITS.kept),
})

export const changedFileSchema = z.strictObject({
  path: codePathSchema,
  /** Where the change moved it from. */
  old_path: codePathSchema.optional(),
  status: z.enum(['added', 'modified', 'deleted', 'renamed']),
  /** Null where a host cuts long diffs: then the file counts as a whole. */
  hunks: z.array(changedLinesSchema).max(CHANGE_LIMITS.maxHunks).nullable(),
  /** Words of the lines that change, without their order: those that one side alone has, and those that both have. By them what is about a whole file is chosen. */
  words: changedWordsSchema.optional(),
})
export type ChangedFile = z.infer<typeof changedFileSchema>

export const changeReportRequestSchema = z.strictObject({
  /** Id, name, or the address of its repository. */
  project: z.string().min(1).max(2_000),
  /** What the change is about: the title of a pull request, subjects of its commits. Compared with what was tried and given up. */
  about: z.string().max(4_000).optional(),
  files: z.array(changedFileSchema).min(1).max(CHANGE_LIMITS.maxFiles),
  commits: z
    .array(z.string().regex(/^[0-9a-f]{7,64}$/))
    .max(CHANGE_LIMITS.maxCommits)
    .default([]),
})
export type ChangeReportRequest = z.output<typeof changeReportRequestSchema>

/** Why an item bears on the change: it is about lines that change, about a file that changes or goes, or the change resembles it. */
export const changeReasonSchema = z.enum(['lines', 'file', 'file_gone', 'resembles'])
export type ChangeReason = z.infer<typeof changeReasonSchema>

export const changeItemSchema = z.object({
  /** Of a memory. */
  id: z.string(),
  kind: memoryKindSchema,
  /** Short; empty where there is none. */
  title: z.string(),
  statement: z.string(),
  /** Empty where nobody said one. */
  reason: z.string(),
  bears_by: changeReasonSchema,
  /** What the change has in common with what was tried and given up; else empty. */
  resembles: z.string(),
  /** The file as the change has it; null of what resembles and is about none. */
  path: z.string().nullable(),
  /** In the changed file, from 1; null where it is about the whole file, or that goes. */
  line: z.int().nullable(),
  confidence: z.number(),
  author: z.string().nullable(),
  recorded_at: z.string(),
  /** Why somebody holds it to be stale; null where nobody does. */
  stale_reason: z.string().nullable(),
  /** Code of it had changed before this change. */
  is_code_changed: z.boolean(),
  /** What holds as well and says otherwise, undecided. */
  contradicted_by: z.array(z.object({ id: z.string(), statement: z.string() })),
})
export type ChangeItem = z.infer<typeof changeItemSchema>

export const changeSessionSchema = z.object({
  id: z.string(),
  title: z.string().nullable(),
  tool: z.string(),
  person: z.string(),
  /** How many of the commits it wrote. */
  commits: z.int(),
})
export type ChangeSession = z.infer<typeof changeSessionSchema>

export const changeReportSchema = z.object({
  project: projectRefSchema,
  /** The best first; none where nothing is worth saying. */
  items: z.array(changeItemSchema),
  /** What bears on the change as well and did not fit. */
  left_out: z.int(),
  sessions: z.array(changeSessionSchema),
  /** Commits of the change, and how many of them the server has and knows sessions of. */
  commits: z.object({ asked: z.int(), known: z.int(), linked: z.int() }),
  /** Files of which no lines were given, so that they were compared as wholes. */
  files_without_lines: z.int(),
})
export type ChangeReport = z.infer<typeof changeReportSchema>
