import type { CommitId, ProjectId, TeamId } from '@teamlore/shared'
import type { FileStatus } from '@teamlore/shared/commits'
import type { SharedHunk } from '@teamlore/shared/shared-code'
import { integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore } from '../sql/columns.ts'

export const commitCodeTable = teamlore.table(
  'commit_code',
  {
    teamId: id<TeamId>('team_id').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
    commitId: id<CommitId>('commit_id').notNull(),
    position: integer('position').notNull(),
    path: text('path').notNull(),
    oldPath: text('old_path'),
    status: text('status').$type<FileStatus>().notNull(),
    hunks: jsonb('hunks').$type<SharedHunk[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.commitId, t.position] })],
)
