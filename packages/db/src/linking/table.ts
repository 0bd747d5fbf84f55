import type { CommitId, SessionId, TeamId } from '@teamlore/shared'
import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const sessionGitTable = teamlore.table(
  'session_git',
  {
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    kind: text('kind').$type<'ran' | 'printed' | 'linked'>().notNull(),
    at: time('at').notNull(),
    said: text('said').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.kind, t.said, t.at] })],
)

export const editLinesTable = teamlore.table('edit_lines', {
  teamId: id<TeamId>('team_id').notNull(),
  key: bigint('key', { mode: 'bigint' }).notNull(),
  sessionId: id<SessionId>('session_id').notNull(),
  name: integer('name').notNull(),
  at: time('at').notNull(),
})

export const commitLinesTable = teamlore.table('commit_lines', {
  teamId: id<TeamId>('team_id').notNull(),
  key: bigint('key', { mode: 'bigint' }).notNull(),
  commitId: id<CommitId>('commit_id').notNull(),
  name: integer('name').notNull(),
  at: time('at').notNull(),
})
