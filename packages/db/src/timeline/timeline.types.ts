import type { DocumentKind } from '@teamlore/shared'

/** A place in time. Things of the same microsecond follow each other by `key`, which is the id of their row. */
export type TimelinePlace = {
  /** Microseconds since 1970. */
  at: number
  key: string
}

export type TimelineScope =
  | { within: 'session'; sessionId: string }
  /** Null: what belongs to no project. */
  | { within: 'project'; projectIds: readonly (string | null)[] }
  | { within: 'team' }

export type TimelineRequest = {
  scope: TimelineScope
  /** Kinds of documents; none: no documents. */
  kinds: readonly DocumentKind[]
  /** Whether sessions are wanted, each where it began. */
  hasSessions: boolean
  from: TimelinePlace
  direction: 'earlier' | 'later'
  limit: number
}

export type TimelineRow = {
  place: TimelinePlace | null
  /** Id of the thing itself. */
  id: string
  kind: DocumentKind | 'session'
  type: string | null
  status: 'current' | 'unreviewed' | 'superseded' | 'rejected'
  title: string
  /** The first characters of the text. */
  beginning: string
  /** ISO 8601. */
  at: string | null
  tool: string | null
  sessionId: string | null
  messageId: string | null
  projectId: string | null
  author: { id: string; name: string } | null
  project: { id: string; name: string } | null
  /** Cost of opening it; null for sessions, whose cost nobody has counted. */
  tokens: number | null
}
