import { z } from 'zod'
import {
  countedPageOf,
  momentSchema,
  pageOf,
  pageQuerySchema,
  personSchema,
  projectRefSchema,
  visibilitySchema,
} from './common.contract.ts'
import { sessionKindSchema, sessionStarterSchema } from './ingest.contract.ts'
import {
  blockSchema,
  messageKindSchema,
  messageRoleSchema,
  usageSchema,
} from './message.contract.ts'
import { SESSION_NOTE_LIMITS, sessionNoteSchema } from './session-note.contract.ts'

export const distilStateSchema = z.enum(['pending', 'done', 'failed'])

export const sessionSchema = z.object({
  id: z.string(),
  tool: z.string(),
  native_id: z.string(),
  kind: sessionKindSchema,
  started_by: sessionStarterSchema.default('person'),
  parent_id: z.string().nullable(),
  title: z.string(),
  project: projectRefSchema.nullable(),
  author: personSchema,
  machine: z.object({ id: z.string(), name: z.string() }),
  visibility: visibilitySchema,
  cwd: z.string().nullable(),
  git_branch: z.string().nullable(),
  git_head: z.string().nullable(),
  tool_version: z.string().nullable(),
  models: z.array(z.string()),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** When the server last took in something new for this session. */
  updated_at: z.string(),
  counts: z.object({
    messages: z.number().int(),
    prompts: z.number().int(),
    edits: z.number().int(),
    /** Findings, and records of work that name a cause. */
    observations: z.number().int(),
    /** Other records of work. */
    work: z.number().int(),
    subagents: z.number().int(),
  }),
  usage: usageSchema,
  distilled: distilStateSchema,
  /** What people marked it with, in the order of the alphabet. */
  tags: z.array(z.string()).default([]),
})
export type Session = z.infer<typeof sessionSchema>

/** What a policy says goes of the text of a project. */
export const retentionLimitsSchema = z.object({
  /** So long after the last activity of a session its text goes; null: however old it is. */
  days: z.number().int().nullable(),
  /** Bytes of messages that the project keeps, the newest sessions first; null: as many as there are. */
  max_bytes: z.number().int().nullable(),
  /** Whether what people typed stays. */
  keeps_prompts: z.boolean(),
})

/** What went of a session, and by which policy. */
export const sessionRemovalSchema = retentionLimitsSchema.extend({
  /** Messages whose text is gone. */
  messages: z.number().int(),
  bytes: z.number().int(),
  /** Messages that kept theirs. */
  kept_messages: z.number().int(),
  removed_at: z.string(),
})

export const sessionDetailSchema = sessionSchema.extend({
  parent: z.object({ id: z.string(), title: z.string() }).nullable(),
  children: z.array(z.object({ id: z.string(), title: z.string(), kind: sessionKindSchema })),
  pull_requests: z.array(z.object({ number: z.number().int(), url: z.string() })),
  files: z.array(
    z.object({
      path: z.string(),
      /** Times that something was written to it. Deleting or moving it writes nothing. */
      edits: z.number().int(),
      deletions: z.number().int(),
      renames: z.number().int(),
      added_lines: z.number().int(),
      removed_lines: z.number().int(),
    }),
  ),
  /** What people say of it themselves, the oldest first; tags too. */
  notes: z.array(sessionNoteSchema).default([]),
  /** What went of it by the retention of its project; null where nothing did. */
  removal: sessionRemovalSchema.nullable().default(null),
  source: z.object({
    path: z.string(),
    lines: z.number().int(),
    bad_lines: z.number().int(),
    unknown_records: z.number().int(),
    /** Secrets taken out on the machine. */
    redactions: z.number().int(),
    /** Secrets the machine let through and the server took out. */
    server_redactions: z.number().int().default(0),
  }),
})
export type SessionDetail = z.infer<typeof sessionDetailSchema>

export const listSessionsQuerySchema = pageQuerySchema.extend({
  project: z.string().max(300).optional(),
  tool: z.string().max(40).optional(),
  author: z.string().max(200).optional(),
  branch: z.string().max(500).optional(),
  kind: sessionKindSchema.optional(),
  /** Who started them; `anyone` lists all. Left out, sessions that a program started are not listed. */
  started_by: z.enum([...sessionStarterSchema.options, 'anyone']).optional(),
  /** Sessions whose title contains this text. */
  title: z.string().max(200).optional(),
  /** Sessions that people marked with this tag. */
  tag: z.string().max(SESSION_NOTE_LIMITS.maxTagChars).optional(),
  before: momentSchema.optional(),
  after: momentSchema.optional(),
})
export type ListSessionsQuery = z.infer<typeof listSessionsQuerySchema>
export const sessionPageSchema = countedPageOf(sessionSchema)

/**
 * A message as the transcript shows it. In lists, block texts longer than `preview_chars` are shortened and the block
 * says so with `truncated_chars` (characters left out); `GET /v1/messages/:id` returns them whole.
 */
export const messageSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  /** What its tool calls it, or a hash where it does not; older servers do not say it. */
  key: z.string().optional(),
  /**
   * The message it follows: where somebody went back and tried another way, several follow one. It may be of the session
   * that this one goes on from. Null at a beginning, and where what it follows is not here or may not be seen.
   */
  parent_id: z.string().nullable().default(null),
  ordinal: z.number().int(),
  ts: z.string().nullable(),
  role: messageRoleSchema,
  kind: messageKindSchema,
  model: z.string().nullable(),
  git_branch: z.string().nullable(),
  is_abandoned: z.boolean(),
  usage: usageSchema.nullable(),
  blocks: z.array(z.object({ block: blockSchema, truncated_chars: z.number().int() })),
  /** Since when its text is gone by the retention of its project: it has no blocks then. Older servers do not say it. */
  removed_at: z.string().nullable().optional(),
})
export type Message = z.infer<typeof messageSchema>

export const listMessagesQuerySchema = pageQuerySchema.extend({
  kind: messageKindSchema.optional(),
  /** Start at this message, for links into the middle of a transcript. */
  around: z.string().max(60).optional(),
  preview_chars: z.coerce.number().int().min(100).max(100_000).default(2_000),
})
export type ListMessagesQuery = z.infer<typeof listMessagesQuerySchema>
export const messagePageSchema = pageOf(messageSchema).extend({
  /** Cursor to read backwards from the first item; null at the beginning. */
  previous_cursor: z.string().nullable(),
})

export const promptSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  session_title: z.string(),
  tool: z.string(),
  project: projectRefSchema.nullable(),
  author: personSchema,
  /** What the tool noted for this very prompt. */
  ts: z.string().nullable(),
  /** What lists order by: `ts`, else when its session began. Null where neither is known; such prompts come last. */
  at: z.string().nullable(),
  text: z.string(),
})
export const listPromptsQuerySchema = pageQuerySchema.extend({
  project: z.string().max(300).optional(),
  session: z.string().max(60).optional(),
  tool: z.string().max(40).optional(),
  author: z.string().max(200).optional(),
  /** Prompts that contain this text, in whatever case. */
  text: z.string().max(200).optional(),
  before: momentSchema.optional(),
  after: momentSchema.optional(),
})
export type ListPromptsQuery = z.infer<typeof listPromptsQuerySchema>
export const promptPageSchema = countedPageOf(promptSchema)
export type Prompt = z.infer<typeof promptSchema>
