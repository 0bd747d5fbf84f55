import { REDACTION_VERSION } from '@teamlore/redaction'
import {
  emptyState,
  type SessionState,
  sessionFactsSchema,
} from '@teamlore/sources/delta/session-state'
import { z } from 'zod'

const batchSchema = z.string().optional()

/** What was captured of one session. Enough to say what is new, nothing of what was said. */
const sessionStateSchema = z.object({
  version: z.literal(2),
  tool: z.string(),
  native_id: z.string(),
  /** Rules the messages were redacted by: under newer rules they are looked at again. */
  redaction: z.number(),
  /** Hash of what is known about the session as a whole; empty before anything was captured. */
  header: z.string(),
  header_batch: batchSchema,
  facts: sessionFactsSchema.nullable(),
  /** key, ordinal, hash, secrets taken out; the batch it waits in; the branch found out when it was captured. */
  messages: z.array(
    z.tuple([
      z.string(),
      z.number(),
      z.string(),
      z.number(),
      z.string().nullable(),
      z.string().nullable(),
    ]),
  ),
  /** key, hash, the batch it waits in. */
  edits: z.array(z.tuple([z.string(), z.string(), z.string().nullable()])),
})

/** The batches of the spool in which something of a session waits. */
export const waitingBatches = (state: SessionState): string[] => {
  const batches = new Set<string>(state.editBatches.values())
  for (const { batch } of state.messages.values()) if (batch !== undefined) batches.add(batch)
  if (state.headerBatch !== undefined) batches.add(state.headerBatch)
  return [...batches]
}

/**
 * Null for anything that is no state of this version: it is written again then, and everything sent again. What waited in
 * a batch that `isOnItsWay` does not know any more counts as never captured.
 */
export const parseState = (
  text: string,
  isOnItsWay: (batch: string) => boolean = () => true,
): SessionState | null => {
  const parsed = sessionStateSchema.safeParse(jsonOf(text))
  if (!parsed.success) return null
  const { tool, native_id, header, header_batch, facts, redaction } = parsed.data
  const isLost = (batch: string | null | undefined) =>
    redaction !== REDACTION_VERSION || (typeof batch === 'string' && !isOnItsWay(batch))
  const state = emptyState(tool, native_id)
  state.facts = facts
  if (typeof header_batch !== 'string' || isOnItsWay(header_batch)) {
    state.header = header
    state.headerBatch = header_batch
  }
  for (const [key, ordinal, hash, redactions, batch, branch] of parsed.data.messages)
    state.messages.set(key, {
      ordinal,
      hash: isLost(batch) ? '' : hash,
      redactions,
      ...(batch === null ? {} : { batch }),
      ...(branch === null ? {} : { branch }),
    })
  for (const [key, hash, batch] of parsed.data.edits) {
    state.edits.set(key, isLost(batch) ? '' : hash)
    if (batch !== null) state.editBatches.set(key, batch)
  }
  return state
}

export const formatState = (state: SessionState): string => {
  const { tool, native_id, header, headerBatch, facts, editBatches } = state
  const stored: z.input<typeof sessionStateSchema> = {
    version: 2,
    tool,
    native_id,
    redaction: REDACTION_VERSION,
    header,
    header_batch: headerBatch,
    facts,
    messages: [...state.messages].map(
      ([key, { ordinal, hash, redactions, batch = null, branch = null }]) => [
        key,
        ordinal,
        hash,
        redactions,
        batch,
        branch,
      ],
    ),
    edits: [...state.edits].map(([key, hash]) => [key, hash, editBatches.get(key) ?? null]),
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
