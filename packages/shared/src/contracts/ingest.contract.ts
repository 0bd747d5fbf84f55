import { z } from 'zod'
import { timestampSchema, toolSchema } from './common.contract.ts'
import { ingestEditSchema, ingestMessageSchema } from './message.contract.ts'

/** Limits of one `POST /v1/ingest`, shared by agent and server so neither guesses. */
export const INGEST_LIMITS = {
  /** Bytes of the body after decompression. */
  maxBytes: 16 * 1024 * 1024,
  /** Bytes on the wire. */
  maxCompressedBytes: 8 * 1024 * 1024,
  maxSessions: 200,
  maxMessages: 5_000,
  /** Characters of one tool output kept as head and tail; the rest is named in `cut`. */
  outputHeadChars: 16 * 1024,
  outputTailChars: 4 * 1024,
} as const

export const sessionKindSchema = z.enum(['main', 'subagent', 'fork', 'compaction'])
export type SessionKind = z.infer<typeof sessionKindSchema>

/** Who started a session: somebody at a keyboard, or a program such as a script that calls the tool. */
export const sessionStarterSchema = z.enum(['person', 'program'])
export type SessionStarter = z.infer<typeof sessionStarterSchema>

/** The repository a session ran in, as far as the machine could find out. Identity is taken in this order (design §2). */
export const ingestProjectSchema = z.strictObject({
  remote_url: z.string().max(2_000).nullable(),
  root_commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .nullable(),
  /** Top folder of the repository, or the session's folder where there is no repository. */
  root_path: z.string().max(4_096),
})
export type IngestProject = z.infer<typeof ingestProjectSchema>

export const ingestSessionSchema = z.strictObject({
  tool: toolSchema,
  native_id: z.string().min(1).max(300),
  kind: sessionKindSchema,
  /** A person, where it is missing. */
  started_by: sessionStarterSchema.optional(),
  parent_native_id: z.string().max(300).nullable(),
  project: ingestProjectSchema.nullable(),
  cwd: z.string().max(4_096).nullable(),
  git_branch: z.string().max(500).nullable(),
  git_head: z.string().max(64).nullable(),
  tool_version: z.string().max(100).nullable(),
  models: z.array(z.string().max(200)).max(50),
  title: z.string().max(500).nullable(),
  started_at: timestampSchema.nullable(),
  ended_at: timestampSchema.nullable(),
  /** Links the tool itself wrote down, such as the pull request it opened. */
  pull_requests: z
    .array(z.strictObject({ number: z.number().int(), url: z.string().max(2_000) }))
    .max(100),
  /** What the reader saw in the file: the figures behind "nothing is lost silently". */
  source: z.strictObject({
    path: z.string().max(4_096),
    lines: z.number().int().nonnegative(),
    bad_lines: z.number().int().nonnegative(),
    unknown_records: z.number().int().nonnegative(),
    redactions: z.number().int().nonnegative(),
  }),
  messages: z.array(ingestMessageSchema).max(INGEST_LIMITS.maxMessages),
  edits: z.array(ingestEditSchema).max(20_000),
})
export type IngestSession = z.infer<typeof ingestSessionSchema>

export const ingestMachineSchema = z.strictObject({
  /** Random, made once per installation and kept by the agent. */
  fingerprint: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string().min(1).max(200),
  platform: z.string().max(100),
  agent_version: z.string().max(50),
})

export const ingestRequestSchema = z.strictObject({
  machine: ingestMachineSchema,
  sessions: z.array(ingestSessionSchema).min(1).max(INGEST_LIMITS.maxSessions),
})
export type IngestRequest = z.infer<typeof ingestRequestSchema>

/** Messages that were taken in part, and why: a block of each was larger than the server looks at. None where it is missing. */
export const messageCutsSchema = z.array(
  z.strictObject({ message_key: z.string(), reason: z.string() }),
)

/** What was taken without its time, since that is more than a day ahead: it did not happen yet. None where it is missing. */
export const undatedSchema = z.array(
  z.object({
    /** What it is: the session itself, or what of it. */
    kind: z.string(),
    /** Of the record within its session; `started_at` or `ended_at` of the session itself. */
    key: z.string(),
    /** As it was sent. */
    time: z.string(),
  }),
)

/** One result per session, in the order sent. Counts say what this request changed; `total_messages` what the server now holds. */
export const ingestResponseSchema = z.object({
  machine_id: z.string(),
  sessions: z.array(
    z.object({
      native_id: z.string(),
      session_id: z.string(),
      created: z.boolean(),
      inserted_messages: z.number().int(),
      updated_messages: z.number().int(),
      unchanged_messages: z.number().int(),
      inserted_edits: z.number().int(),
      total_messages: z.number().int(),
      /** Secrets the server still found and took out: non-zero means the agent's rules missed some. */
      server_redactions: z.number().int(),
      cut: messageCutsSchema.optional(),
      undated: undatedSchema.optional(),
      /** Somebody had it forgotten: it was not taken in, and need not be sent again. */
      forgotten: z.boolean().optional(),
    }),
  ),
})
export type IngestResponse = z.infer<typeof ingestResponseSchema>
