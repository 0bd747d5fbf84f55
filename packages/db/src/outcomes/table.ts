import type { CommitId, TeamId } from '@teamlore/shared'
import { primaryKey, real, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const commitRelationsTable = teamlore.table(
  'commit_relations',
  {
    teamId: id<TeamId>('team_id').notNull(),
    commitId: id<CommitId>('commit_id').notNull(),
    otherId: id<CommitId>('other_id').notNull(),
    kind: text('kind').$type<'replaces' | 'reverts' | 'fixes'>().notNull(),
    part: real('part').notNull(),
    reason: text('reason').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    drawnAt: time('drawn_at'),
    memoryId: text('memory_id'),
  },
  (t) => [primaryKey({ columns: [t.commitId, t.otherId, t.kind] })],
)
