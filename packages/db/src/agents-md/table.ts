import type { MemoryId, ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { MemoryKind } from '@teamlore/shared/memories'
import { integer, jsonb, primaryKey, real, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const agentsMdPoliciesTable = teamlore.table('agents_md_policies', {
  teamId: id<TeamId>('team_id').notNull(),
  projectId: id<ProjectId>('project_id').primaryKey(),
  kinds: jsonb('kinds').$type<MemoryKind[]>().notNull(),
  minConfidence: real('min_confidence').notNull(),
  maxTokens: integer('max_tokens').notNull(),
  updatedBy: id<UserId>('updated_by'),
  updatedAt: time('updated_at').notNull(),
})

export const agentsMdLinesTable = teamlore.table(
  'agents_md_lines',
  {
    teamId: id<TeamId>('team_id').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
    export: text('export').notNull(),
    memoryId: id<MemoryId>('memory_id').notNull(),
    position: integer('position').notNull(),
    kind: text('kind').$type<MemoryKind>().notNull(),
    text: text('text').notNull(),
    exportedAt: time('exported_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.export, t.memoryId] })],
)
