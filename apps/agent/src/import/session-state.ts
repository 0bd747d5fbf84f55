import { ingestSessionSchema, REDACTION_VERSION } from '@teamlore/shared'
import { z } from 'zod'

/** What was said of a session as a whole and must not be unsaid when its file is begun anew. */
const sessionFactsSchema = ingestSessionSchema.pick({
  kind: true,
  parent_native_id: true,
  project: true,
  cwd: true,
  title: true,
  models: true,
  pull_requests: true,
  started_at: true,
  ended_at: true,
})
export type SessionFacts = z.infer<typeof sessionFactsSchema>

/** What the server has acknowledged of one session. Enough to tell what is new, nothing of what was said. */
const sessionStateSchema = z.object({
  version: z.literal(1),
  tool: z.string(),
  native_id: z.string(),
  /** Rules the messages were redacted by: under newer rules they are looked at again. */
  redaction: z.number(),
  /** Hash of what is known about the session as a whole; empty before anything was acknowledged. */
  header: z.string(),
  facts: sessionFactsSchema.nullable(),
  /** key, ordinal, hash, secrets taken out. */
  messages: z.array(z.tuple([z.string(), z.number(), z.string(), z.number()])),
  /** key, hash. */
  edits: z.array(z.tuple([z.string(), z.string()])),
})

export type SessionState = {
  tool: string
  native_id: string
  header: string
  facts: SessionFacts | null
  messages: Map<string, { ordinal: number; hash: string; redactions: number }>
  edits: Map<string, string>
}

export const emptyState = (tool: string, native_id: string): SessionState => ({
  tool,
  native_id,
  header: '',
  facts: null,
  messages: new Map(),
  edits: new Map(),
})

/** Null for anything that is no state of this version: it is written anew then, and everything sent again. */
export const parseState = (text: string): SessionState | null => {
  const parsed = sessionStateSchema.safeParse(jsonOf(text))
  if (!parsed.success) return null
  const { tool, native_id, header, facts, messages, edits, redaction } = parsed.data
  const isCurrent = redaction === REDACTION_VERSION
  return {
    tool,
    native_id,
    header,
    facts,
    messages: new Map(
      messages.map(([key, ordinal, hash, redactions]) => [
        key,
        { ordinal, hash: isCurrent ? hash : '', redactions },
      ]),
    ),
    edits: new Map(edits.map(([key, hash]) => [key, isCurrent ? hash : ''])),
  }
}

export const formatState = (state: SessionState): string => {
  const { tool, native_id, header, facts } = state
  const stored: z.input<typeof sessionStateSchema> = {
    version: 1,
    tool,
    native_id,
    redaction: REDACTION_VERSION,
    header,
    facts,
    messages: [...state.messages].map(([key, { ordinal, hash, redactions }]) => [
      key,
      ordinal,
      hash,
      redactions,
    ]),
    edits: [...state.edits],
  }
  return JSON.stringify(stored)
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
