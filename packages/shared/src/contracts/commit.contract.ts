import { z } from 'zod'
import {
  pageOf,
  pageQuerySchema,
  personSchema,
  projectRefSchema,
  timestampSchema,
} from './common.contract.ts'
import { ingestMachineSchema, ingestProjectSchema } from './ingest.contract.ts'

/** Limits of one `POST /v1/commits`, shared by agent and server so neither guesses. */
export const COMMIT_LIMITS = {
  maxCommits: 500,
  /** Files of one commit; of what is above it only the number is sent. */
  maxFiles: 3_000,
  /** Fingerprints of one side of one file. */
  maxLines: 20_000,
  maxSubjectChars: 500,
  maxBodyChars: 4_000,
} as const

const shaSchema = z
  .string()
  .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'must be a whole hash: 40 or 64 hex digits')
const printsSchema = z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(COMMIT_LIMITS.maxLines)
const countSchema = z.number().int().nonnegative().max(1_000_000_000)

export const fileStatusSchema = z.enum([
  'added',
  'modified',
  'deleted',
  'renamed',
  'copied',
  'type_changed',
])
export type FileStatus = z.infer<typeof fileStatusSchema>

/** A file of a commit. Of its lines only fingerprints: those of `edits`, so that one is found by the other. */
export const ingestCommitFileSchema = z.strictObject({
  path: z.string().min(1).max(4_096),
  /** What it was called before, when it was renamed or copied. */
  old_path: z.string().min(1).max(4_096).nullable(),
  status: fileStatusSchema,
  is_binary: z.boolean(),
  added_lines: countSchema,
  removed_lines: countSchema,
  added: printsSchema,
  removed: printsSchema,
})
export type IngestCommitFile = z.infer<typeof ingestCommitFileSchema>

export const ingestCommitSchema = z.strictObject({
  sha: shaSchema,
  parents: z.array(shaSchema).max(100),
  tree: shaSchema,
  /** Of `git patch-id --stable`; null for a merge and where nothing changed. */
  patch_id: shaSchema.nullable(),
  author_name: z.string().max(200),
  /** 16 hex digits of the sha256 of the address in lower case: says who is the same, not who it is. */
  author_hash: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable(),
  authored_at: timestampSchema,
  committed_at: timestampSchema,
  branch: z.string().max(500).nullable(),
  subject: z.string().max(COMMIT_LIMITS.maxSubjectChars),
  /** What the message of a revert says beside its subject; of any other commit it is left out. */
  body: z.string().max(COMMIT_LIMITS.maxBodyChars).optional(),
  /** Lines such as `Co-authored-by: Ann`, without addresses. */
  trailers: z
    .array(z.strictObject({ key: z.string().max(100), value: z.string().max(500) }))
    .max(50),
  /** Commits that its message says it takes back or was picked from. */
  mentions: z
    .array(
      z.strictObject({
        relation: z.enum(['reverts', 'picks']),
        sha: z.string().regex(/^[0-9a-f]{7,64}$/),
      }),
    )
    .max(100),
  files: z.array(ingestCommitFileSchema).max(COMMIT_LIMITS.maxFiles),
  /** Files there are, where the list was cut. */
  file_count: countSchema,
  /** What other programs noted about who wrote it; evidence, no proof. */
  noted_sessions: z
    .array(
      z.strictObject({
        tool: z.string().max(100),
        native_id: z.string().max(300),
        by: z.enum(['git-ai', 'agent-trace']),
      }),
    )
    .max(100),
})
export type IngestCommit = z.infer<typeof ingestCommitSchema>

export const ingestCommitsRequestSchema = z.strictObject({
  machine: ingestMachineSchema,
  project: ingestProjectSchema,
  commits: z.array(ingestCommitSchema).max(COMMIT_LIMITS.maxCommits),
  /** What git itself said it rewrote: of a rebase or an amend. */
  rewrites: z.array(z.strictObject({ from: shaSchema, to: shaSchema })).max(5_000),
})
export type IngestCommitsRequest = z.infer<typeof ingestCommitsRequestSchema>

export const ingestCommitsResponseSchema = z.object({
  machine_id: z.string(),
  /** Empty: a repository may have a project that is closed to the sender. Older agents want a text here. */
  project_id: z.string(),
  commits: z.object({
    received: z.number().int(),
    inserted: z.number().int(),
    unchanged: z.number().int(),
  }),
  /** Secrets the server still found and took out. */
  server_redactions: z.number().int(),
})
export type IngestCommitsResponse = z.infer<typeof ingestCommitsResponseSchema>

/** A commit as lists have it. */
export const commitEntrySchema = z.object({
  id: z.string(),
  sha: z.string(),
  subject: z.string(),
  project: projectRefSchema.nullable(),
  author: z.object({ name: z.string(), user: personSchema.nullable() }),
  branch: z.string().nullable(),
  parents: z.array(z.string()),
  is_merge: z.boolean(),
  authored_at: z.string(),
  committed_at: z.string(),
  counts: z.object({
    files: z.number().int(),
    added_lines: z.number().int(),
    removed_lines: z.number().int(),
    /** Sessions linked to it that the asker may see. */
    sessions: z.number().int(),
  }),
  /** False while the server has not yet looked for the sessions behind it. */
  is_linked: z.boolean(),
})
export type CommitEntry = z.infer<typeof commitEntrySchema>

export const linkTypeSchema = z.enum(['commit', 'branch', 'remote'])
export type LinkType = z.infer<typeof linkTypeSchema>
export const linkRelationSchema = z.enum(['wrote', 'present'])
export type LinkRelation = z.infer<typeof linkRelationSchema>
export const linkMakerSchema = z.enum(['user', 'auto', 'hook'])
export type LinkMaker = z.infer<typeof linkMakerSchema>

/** Why it is thought that a session and a commit belong together, and how sure that is. */
export const sessionLinkSchema = z.object({
  id: z.string(),
  type: linkTypeSchema,
  /** Wrote lines of it, or was only at work there meanwhile. */
  relation: linkRelationSchema,
  /** 0 to 1; at most 0.95 where it is inferred. */
  confidence: z.number(),
  reasons: z.array(z.string()),
  created_by: linkMakerSchema,
  session: z.object({
    id: z.string(),
    title: z.string(),
    tool: z.string(),
    author: personSchema,
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
  }),
  commit: z.object({ id: z.string(), sha: z.string(), subject: z.string() }).nullable(),
  /** The branch or the address, where it is no link to a commit. */
  target: z.string(),
  created_at: z.string(),
})
export type SessionLink = z.infer<typeof sessionLinkSchema>

const relatedCommitSchema = z.object({
  id: z.string(),
  sha: z.string(),
  subject: z.string(),
  authored_at: z.string(),
  /** How much of the older one stands in the newer, 0 to 1. */
  part: z.number(),
  /** How that is known, in words. */
  reason: z.string(),
})

export const commitSchema = commitEntrySchema.extend({
  tree: z.string(),
  patch_id: z.string().nullable(),
  trailers: z.array(z.object({ key: z.string(), value: z.string() })),
  files: z.array(
    z.object({
      path: z.string(),
      old_path: z.string().nullable(),
      status: fileStatusSchema,
      is_binary: z.boolean(),
      added_lines: z.number().int(),
      removed_lines: z.number().int(),
    }),
  ),
  sessions: z.array(sessionLinkSchema),
  /** Commits it was rewritten from, and those it was rewritten to. */
  replaces: z.array(relatedCommitSchema),
  replaced_by: z.array(relatedCommitSchema),
  /** Commits it takes back, those that take it back, those that repaired it soon after. */
  reverts: z.array(relatedCommitSchema),
  reverted_by: z.array(relatedCommitSchema),
  fixes: z.array(relatedCommitSchema),
  fixed_by: z.array(relatedCommitSchema),
})
export type Commit = z.infer<typeof commitSchema>

export const listCommitsQuerySchema = pageQuerySchema.extend({
  project: z.string().max(300).describe('Of this project: its name, id or remote URL.').optional(),
  branch: z.string().max(500).describe('Only commits found first on this branch.').optional(),
  /** A member by id, name or address, or a name as it stands in the commit. */
  author: z
    .string()
    .max(200)
    .describe('A member by id, name or address, or a name as it stands in the commit.')
    .optional(),
  /** Commits that touched this file, under its present name. */
  path: z.string().max(4_096).describe('Only commits that touched this file.').optional(),
  /** Only those with a session, or only those without. */
  linked: z
    .stringbool()
    .or(z.boolean())
    .describe('true: only commits with a session. false: only those without one.')
    .optional(),
})
export type ListCommitsQuery = z.infer<typeof listCommitsQuerySchema>
export const commitPageSchema = pageOf(commitEntrySchema).extend({
  note: z
    .string()
    .nullable()
    .default(null)
    .describe('Of a path under which nothing is found: what was perhaps meant.'),
})

/** A commit as people name one: an id, its hash, or the beginning of either. */
export const commitParamsSchema = z.strictObject({
  id: z
    .string()
    .regex(
      /^(?:cmt_[0-9a-hjkmnp-tv-z]{4,26}|[0-9a-f]{7,64})$/,
      'must be a hash or the first 7 or more digits of one, or look like cmt_…',
    )
    .describe('A commit by its id or its hash, or the beginning of either.'),
})
