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
import { sql } from 'drizzle-orm'
import { columnsBut } from '../sql/column-sets.ts'
import { isoOf } from '../sql/page.ts'
import { type SessionSource, sessionsTable } from './table.ts'

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

/** By what a tool distinguishes its sessions. */
export type ToolsOwnName = Pick<SessionIdentity, 'tool' | 'nativeId'>

/** One of the places in which a session stands. */
export type SessionCopy = ToolsOwnName & { isPrivate: boolean }

export type StoredSession = NewSession & {
  teamId: TeamId
  messageCount: number
  /** Changes with every write to the row. */
  revision: string
}

/** What becomes of a session later, or is noted by the database. */
const LATER = [
  'distilled',
  'distilledAt',
  'createdAt',
  'updatedAt',
  'activityAt',
  'readsSince',
  'wholeAsOf',
] as const

/** What ingest writes of a session. */
export const WRITTEN = columnsBut(sessionsTable, ...LATER)

/** What is read of it: times of whole milliseconds, as they are sent. */
export const STORED = {
  ...columnsBut(sessionsTable, ...LATER, 'promptCount', 'editCount', 'usage'),
  /** Written whole. */
  source: sql<SessionSource>`${sessionsTable.source}`,
  startedAt: isoOf(sessionsTable.startedAt),
  endedAt: isoOf(sessionsTable.endedAt),
  revision: sql<string>`${sessionsTable}.xmin::text`,
}

/** The columns that a new session has. */
export const toSessionRecord = ({ counts, ...session }: CountedSession, teamId: TeamId) => ({
  ...session,
  teamId,
  messageCount: counts.messages,
  promptCount: counts.prompts,
  editCount: counts.edits,
  usage: counts.usage,
})
