import { z } from 'zod'
import { toolSchema, visibilitySchema } from './common.contract.ts'
import { ingestSessionSchema, sessionKindSchema } from './ingest.contract.ts'

/** How many secrets were taken out, by the name of the rule that found them. */
const redactionCountsSchema = z.record(z.string().max(100), z.number().int().nonnegative())

/** One line of what `lore parse FILE` prints. A session of some length comes in several pieces, in their order. */
export const transcriptRecordSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('session'),
    session: ingestSessionSchema,
    redactions: redactionCountsSchema,
  }),
  /** Something in the file, or all of it, that is no session by itself. `reason` is a sentence without its subject. */
  z.strictObject({
    type: z.literal('skipped'),
    /** `elsewhere`: what makes a session of it stands in other files, or in where it lies. */
    why: z.enum(['unknown', 'unreadable', 'elsewhere']),
    tool: z.string().max(100).nullable(),
    reason: z.string().max(1_000),
  }),
  /** The last line: without it the reader did not come to the end. */
  z.strictObject({ type: z.literal('end'), sessions: z.number().int().nonnegative() }),
])
export type TranscriptRecord = z.infer<typeof transcriptRecordSchema>

export const importTranscriptQuerySchema = z.strictObject({
  /** What the file is called; what stands before the last slash is left out. */
  name: z.string().min(1).max(1_000),
  /** When the file was last written, in milliseconds since 1970: some tools write no times down. */
  modified_at: z.coerce.number().int().min(0).max(8.64e15).optional(),
  /** `private`: for you alone, whatever is usual in the project. */
  visibility: z.enum(['usual', 'private']).default('usual'),
})

/** What became of a file. Counts say what it changed; `total_messages` what the server now holds of the session. */
export const importTranscriptResponseSchema = z.object({
  sessions: z.array(
    z.object({
      session_id: z.string(),
      native_id: z.string(),
      tool: toolSchema,
      kind: sessionKindSchema,
      title: z.string().nullable(),
      /** Null: not said, since somebody else made the credential that the file came by. Then the id opens nothing either. */
      visibility: visibilitySchema.nullable(),
      created: z.boolean(),
      inserted_messages: z.number().int(),
      updated_messages: z.number().int(),
      unchanged_messages: z.number().int(),
      total_messages: z.number().int(),
      /** Lines of the file left out because they are no readable record. */
      bad_lines: z.number().int(),
      redactions: redactionCountsSchema,
      /** Secrets that only the rules of the team know. */
      server_redactions: z.number().int(),
    }),
  ),
  /** What of the file was no session, as sentences without their subject. */
  skipped: z.array(z.string()),
})
export type ImportTranscriptResponse = z.infer<typeof importTranscriptResponseSchema>
