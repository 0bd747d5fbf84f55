import type {
  MachineId,
  ProjectId,
  SessionId,
  SessionKind,
  SessionStarter,
  TeamId,
  Usage,
  UserId,
} from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { SessionSource } from './table.ts'

/** A session as ingest writes it. Times are ISO texts. */
export type SessionFields = {
  projectId: ProjectId | null
  kind: SessionKind
  startedBy: SessionStarter
  parentNativeId: string | null
  title: string | null
  cwd: string | null
  gitBranch: string | null
  gitHead: string | null
  toolVersion: string | null
  models: string[]
  pullRequests: { number: number; url: string }[]
  source: SessionSource
  startedAt: string | null
  endedAt: string | null
}

export type SessionIdentity = { machineId: MachineId; tool: string; nativeId: string }

export type NewSession = SessionIdentity &
  SessionFields & { id: SessionId; userId: UserId; privateTo: UserId | null }

/** A new session with how many messages, prompts and edits it has, and what its models used. */
export type CountedSession = NewSession & {
  counts: { messages: number; prompts: number; edits: number; usage: Usage }
}

/** By what a tool tells its sessions apart. */
export type ToolsOwnName = Pick<SessionIdentity, 'tool' | 'nativeId'>

/** One of the places in which a session stands. */
export type SessionCopy = ToolsOwnName & { isPrivate: boolean }

export type StoredSession = NewSession & {
  teamId: TeamId
  messageCount: number
  /** Changes with every write to the row. */
  revision: string
}

export type SessionRow = {
  id: SessionId
  machine_id: MachineId
  user_id: UserId
  project_id: ProjectId | null
  tool: string
  native_id: string
  kind: SessionKind
  started_by: SessionStarter
  parent_native_id: string | null
  private_to: UserId | null
  title: string | null
  cwd: string | null
  git_branch: string | null
  git_head: string | null
  tool_version: string | null
  models: string[]
  pull_requests: { number: number; url: string }[]
  source: SessionSource
  started: string | null
  ended: string | null
  message_count: number
  revision: string
}

/** Whole microseconds, so that comparing with what was sent never loses any. */
const exactly = (time: SQL): SQL =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const SESSION_COLUMNS = sql`s.id, s.machine_id, s.user_id, s.project_id, s.tool, s.native_id, s.kind,
  s.started_by, s.parent_native_id, s.private_to, s.title, s.cwd, s.git_branch, s.git_head, s.tool_version,
  to_json(s.models) as models, s.pull_requests, s.source, ${exactly(sql`s.started_at`)} as started,
  ${exactly(sql`s.ended_at`)} as ended, s.message_count, s.xmin::text as revision`

export const toStoredSession = (row: SessionRow, teamId: TeamId): StoredSession => ({
  id: row.id,
  teamId,
  machineId: row.machine_id,
  userId: row.user_id,
  projectId: row.project_id,
  tool: row.tool,
  nativeId: row.native_id,
  kind: row.kind,
  startedBy: row.started_by,
  parentNativeId: row.parent_native_id,
  privateTo: row.private_to,
  title: row.title,
  cwd: row.cwd,
  gitBranch: row.git_branch,
  gitHead: row.git_head,
  toolVersion: row.tool_version,
  models: row.models,
  pullRequests: row.pull_requests,
  source: row.source,
  startedAt: row.started,
  endedAt: row.ended,
  messageCount: row.message_count,
  revision: row.revision,
})

/** As `insert` reads it back out of JSON. */
export const toSessionRecord = ({ counts, ...session }: CountedSession, place: number) => ({
  place,
  id: session.id,
  machine_id: session.machineId,
  user_id: session.userId,
  project_id: session.projectId,
  tool: session.tool,
  native_id: session.nativeId,
  kind: session.kind,
  started_by: session.startedBy,
  parent_native_id: session.parentNativeId,
  private_to: session.privateTo,
  title: session.title,
  cwd: session.cwd,
  git_branch: session.gitBranch,
  git_head: session.gitHead,
  tool_version: session.toolVersion,
  models: session.models,
  pull_requests: session.pullRequests,
  source: session.source,
  started_at: session.startedAt,
  ended_at: session.endedAt,
  message_count: counts.messages,
  prompt_count: counts.prompts,
  edit_count: counts.edits,
  usage: counts.usage,
})
