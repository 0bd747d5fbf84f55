import type { CommitId, SessionId, SessionLinkId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'

export type CommitToLink = {
  id: CommitId
  sha: string
  parents: string[]
  patch_id: string | null
  authored_ms: number
  committed_ms: number
  subject: string
  /** A hash of who made it. */
  author: string
  /** Null where no branch has it any more. */
  branch: string | null
  mentions: { relation: 'reverts' | 'picks'; sha: string }[]
  noted_sessions: { tool: string; native_id: string; by: string }[]
  trailers: { key: string; value: string }[]
}

/** A session that a commit may name, with the numbers of the pull requests that it names itself, and of those it opened. */
export type NamedSession = {
  id: SessionId
  native_id: string
  pull_requests: number[]
  opened: number[]
  /** Another program had linked it with the commit. */
  is_linked_elsewhere: boolean
}

/** Enough of a commit to walk along its parents. */
export type PastCommit = Pick<
  CommitToLink,
  'id' | 'sha' | 'parents' | 'authored_ms' | 'committed_ms' | 'author'
>

export type LinkableFile = { commit_id: CommitId; path: string; added: string[]; removed: string[] }

/** Where a line was written, or landed. */
export type FoundLine = {
  print: string
  is_added: boolean
  /** Everybody writes it: then this is all that is said of it. */
  is_common: boolean
  is_landed: boolean
  of: string
  name: number
  at_ms: number
}

export type SessionGitRow = {
  session_id: SessionId
  kind: 'ran' | 'printed'
  at_ms: number
  said: string
}

export type InferredRow = {
  id: SessionLinkId
  session_id: SessionId
  relation: 'wrote' | 'present'
  confidence: number
  reasons: string[]
  created_by: 'auto' | 'hook'
}

/** What is looked at of a message. */
export type GitBlock = {
  type: string
  id?: string | null
  tool_call_id?: string | null
  input?: unknown
  text?: string
}

/** Where a session was at work: its branches, those first where it was first, and pull requests that its tool noted. */
export type SessionPlaces = {
  project: string
  branches: { branch: string; edits: number }[]
  pull_requests: { number: number; url: string }[]
}

/** A link of a session to a branch or an address. */
export type PlaceLink = {
  type: 'branch' | 'remote'
  target: string
  relation: 'wrote' | 'present'
  confidence: number
  reasons: string[]
}

export const ms = (time: SQL): SQL => sql`(extract(epoch from ${time}) * 1000)::bigint`
export const at = (time: number): SQL => sql`${new Date(time).toISOString()}::timestamptz`
/** Who made a commit `c`, as one word. */
export const AUTHOR = sql`coalesce(c.author_hash, md5(c.author_name))`
export const COMMIT = sql`c.id, c.sha, to_jsonb(c.parents) as parents, c.patch_id, ${ms(sql`c.authored_at`)} as authored_ms,
  ${ms(sql`c.committed_at`)} as committed_ms, c.subject, c.branch, ${AUTHOR} as author, c.mentions, c.noted_sessions, c.trailers`

/** A line that so many sessions and commits of a project have is written by everybody and says nothing. */
export const COMMON_LINE = 200
/** So many places of a line are looked at in each table, the newest: one session may have many, as may other projects. */
export const MOST_PLACES = 2 * COMMON_LINE
