import { ingestSessionSchema } from '@teamlore/shared'
import type { z } from 'zod'

/** What was said of a session as a whole and must not be unsaid when its file is begun again. */
export const sessionFactsSchema = ingestSessionSchema.pick({
  kind: true,
  started_by: true,
  parent_native_id: true,
  project: true,
  cwd: true,
  git_branch: true,
  git_head: true,
  title: true,
  models: true,
  pull_requests: true,
  started_at: true,
  ended_at: true,
})
export type SessionFacts = z.infer<typeof sessionFactsSchema>

/** Of all that is said of a session, what is kept. */
export const factsOf = (header: SessionFacts): SessionFacts => ({
  kind: header.kind,
  started_by: header.started_by,
  parent_native_id: header.parent_native_id,
  project: header.project,
  cwd: header.cwd,
  git_branch: header.git_branch,
  git_head: header.git_head,
  title: header.title,
  models: header.models,
  pull_requests: header.pull_requests,
  started_at: header.started_at,
  ended_at: header.ended_at,
})

export type KnownMessage = {
  ordinal: number
  hash: string
  redactions: number
  /** The batch of the spool that it waits in; undefined when the server has acknowledged it. */
  batch?: string | undefined
  /** The branch that was looked up because the tool wrote none down. */
  branch?: string | undefined
}

export type SessionState = {
  tool: string
  native_id: string
  header: string
  headerBatch?: string | undefined
  facts: SessionFacts | null
  messages: Map<string, KnownMessage>
  edits: Map<string, string>
  /** Edits that wait in a batch, and in which. */
  editBatches: Map<string, string>
}

export const emptyState = (tool: string, native_id: string): SessionState => ({
  tool,
  native_id,
  header: '',
  facts: null,
  messages: new Map(),
  edits: new Map(),
  editBatches: new Map(),
})
