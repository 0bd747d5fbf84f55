import { z } from 'zod'
import { personSchema } from './common.contract.ts'

export type { SessionNoteId } from '../ids.ts'

export const SESSION_NOTE_KINDS = ['tag', 'annotation', 'summary'] as const
export const sessionNoteKindSchema = z.enum(SESSION_NOTE_KINDS)
export type SessionNoteKind = z.infer<typeof sessionNoteKindSchema>

export const SESSION_NOTE_LIMITS = { maxTagChars: 50, maxTextChars: 20_000, maxNotes: 200 } as const

/** The one form of a tag, so that `#Perf` and `perf` are the same. */
export const spellTag = (typed: string): string =>
  typed.trim().replace(/^#/, '').normalize('NFC').toLowerCase()

/** Whether a tag in its one form is one. */
export const isTag = (tag: string): boolean =>
  tag.length <= SESSION_NOTE_LIMITS.maxTagChars &&
  /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._/+-]*$/u.test(tag)

/** What a person says of a session themselves. It is read by who reads the session. */
export const sessionNoteSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  kind: sessionNoteKindSchema,
  /** Of a tag: in lower case, without spaces. */
  text: z.string(),
  author: personSchema,
  created_at: z.string(),
  /** When it was removed; null while it is there. */
  removed_at: z.string().nullable(),
})
export type SessionNote = z.infer<typeof sessionNoteSchema>

export const createSessionNoteRequestSchema = z.strictObject({
  kind: sessionNoteKindSchema,
  text: z.string().min(1).max(SESSION_NOTE_LIMITS.maxTextChars),
})
export type CreateSessionNoteRequest = z.infer<typeof createSessionNoteRequestSchema>

export const listSessionTagsQuerySchema = z.strictObject({
  /** Beginning of the tag. */
  prefix: z.string().max(SESSION_NOTE_LIMITS.maxTagChars).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type ListSessionTagsQuery = z.infer<typeof listSessionTagsQuerySchema>

export const sessionTagListSchema = z.object({
  items: z.array(z.object({ tag: z.string(), sessions: z.number().int() })),
})
export type SessionTagList = z.infer<typeof sessionTagListSchema>
