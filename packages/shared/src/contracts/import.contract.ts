import { z } from 'zod'
import { linkTypeSchema } from './commit.contract.ts'
import { timestampSchema } from './common.contract.ts'
import {
  INGEST_LIMITS,
  ingestMachineSchema,
  ingestSessionSchema,
  messageCutsSchema,
  undatedSchema,
} from './ingest.contract.ts'
import { observationTypeSchema } from './observation.contract.ts'

/** Limits of one `POST /v1/import`, beside those of ingest for the sessions themselves. */
export const IMPORT_LIMITS = {
  /** Of one session in one request; a session may come again with more. */
  maxObservations: 2_000,
  maxSummaries: 1_000,
  /** Characters of a narrative, or of a part of a summary. */
  maxTextChars: 64 * 1024,
  maxFactChars: 8 * 1024,
  /** An index over paths holds no longer ones. */
  maxPathChars: 500,
  maxLinks: 1_000,
} as const

const textSchema = z.string().max(IMPORT_LIMITS.maxTextChars)
const pathsSchema = z.array(z.string().min(1).max(IMPORT_LIMITS.maxPathChars)).max(1_000)
/** Key of the message of the same session that asked for it, or that it rests on. */
const messageKeySchema = z.string().max(300).nullable()

/** A finding that another memory made. Sent again under its key it is the same one; what it says then replaces what it said. */
export const importedObservationSchema = z.strictObject({
  key: z.string().min(1).max(300),
  type: observationTypeSchema,
  title: z.string().min(1).max(500),
  subtitle: z.string().max(2_000),
  narrative: textSchema,
  facts: z.array(z.string().max(IMPORT_LIMITS.maxFactChars)).max(500),
  concepts: z.array(z.string().min(1).max(200)).max(100),
  files_read: pathsSchema,
  files_modified: pathsSchema,
  prompt_key: messageKeySchema,
  message_key: messageKeySchema,
  occurred_at: timestampSchema.nullable(),
})
export type ImportedObservation = z.infer<typeof importedObservationSchema>

/** What another memory summed up. `prompt_number` is its identity within the session; 0 is for what belongs to no prompt. */
export const importedSummarySchema = z.strictObject({
  prompt_number: z.number().int().nonnegative().max(1_000_000),
  prompt_key: messageKeySchema,
  request: textSchema,
  investigated: textSchema,
  learned: textSchema,
  completed: textSchema,
  next_steps: textSchema,
  notes: textSchema,
  occurred_at: timestampSchema.nullable(),
})
export type ImportedSummary = z.infer<typeof importedSummarySchema>

/** What another program knows a session to be linked with. It becomes a link once the server has the commit. */
export const importedLinkSchema = z.strictObject({
  type: linkTypeSchema,
  /** The hash of the commit, or its beginning; the branch; the address. */
  target: z.string().min(1).max(IMPORT_LIMITS.maxPathChars),
  linked_at: timestampSchema.nullable(),
})
export type ImportedLink = z.infer<typeof importedLinkSchema>

const TARGETS: Record<ImportedLink['type'], RegExp> = {
  commit: /^[0-9a-f]{7,64}$/i,
  branch: /^[^\s\p{Cc}~^:?*[\\"'`=]{1,250}$/u,
  remote: /^[\w+.-]+(?::\/\/|@)\S{1,500}$/,
}
/** Whether it can be the hash of a commit, a name that git takes for a branch, or an address: all else is somebody's words. */
export const isLinkTarget = ({ type, target }: Pick<ImportedLink, 'type' | 'target'>): boolean =>
  TARGETS[type].test(target)

export const importedSessionSchema = z.strictObject({
  session: ingestSessionSchema,
  observations: z.array(importedObservationSchema).max(IMPORT_LIMITS.maxObservations),
  summaries: z.array(importedSummarySchema).max(IMPORT_LIMITS.maxSummaries),
  links: z.array(importedLinkSchema).max(IMPORT_LIMITS.maxLinks).optional(),
})
export type ImportedSession = z.infer<typeof importedSessionSchema>

/** What was made elsewhere of sessions, with the sessions as far as they are known. */
export const importRequestSchema = z.strictObject({
  machine: ingestMachineSchema,
  sessions: z.array(importedSessionSchema).min(1).max(INGEST_LIMITS.maxSessions),
})
export type ImportRequest = z.infer<typeof importRequestSchema>

const changeSchema = z.object({
  inserted: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
})
export type ImportChange = z.infer<typeof changeSchema>

/** One result per session, in the order sent. */
export const importResponseSchema = z.object({
  machine_id: z.string(),
  sessions: z.array(
    z.object({
      native_id: z.string(),
      session_id: z.string(),
      created: z.boolean(),
      messages: changeSchema,
      observations: changeSchema,
      summaries: changeSchema,
      /** Secrets the server still found and took out. */
      server_redactions: z.number().int(),
      cut: messageCutsSchema.optional(),
      undated: undatedSchema.optional(),
    }),
  ),
})
export type ImportResponse = z.infer<typeof importResponseSchema>
