import type { OfItsSource } from '@teamlore/db'
import type {
  DocumentId,
  DocumentKind,
  MessageId,
  Origin,
  ProjectId,
  SessionId,
  TeamId,
  TeamRole,
  UserId,
} from '@teamlore/shared'

/**
 * A row of the search index, ready to be written in the transaction of the row it indexes:
 * `repos.documents.replace(documents)` writes it and queues what is to be embedded.
 */
export type NewDocument = {
  id: DocumentId
  teamId: TeamId
  projectId: ProjectId | null
  sessionId: SessionId | null
  messageId: MessageId | null
  privateTo: UserId | null
  kind: DocumentKind
  /** Id of the thing itself; all its chunks share it. */
  sourceId: string
  chunk: number
  type: string | null
  title: string
  body: string
  concepts: string[]
  paths: string[]
  tool: string | null
  gitBranch: string | null
  authorId: UserId | null
  origin: Origin
  /** `unreviewed`: a memory that is served below what somebody reviewed. */
  status: 'current' | 'unreviewed' | 'superseded' | 'rejected'
  occurredAt: Date | null
  /** Tokens it costs to open the source whole (not this chunk). */
  tokens: number
  /** Words that are no stop words: BM25's document length. */
  length: number
  /** Literal of PostgreSQL's tsvector. */
  tsv: string
  /** Of the text that is embedded, so equal texts share one vector. */
  contentHash: string
  /** Roles it is for, the least first; null: all. */
  roles: TeamRole[] | null
  /** Place in the embedding queue, smaller first; null: never embedded. */
  embedPriority: number | null
} & OfItsSource
