import type { CustomRule, TeamId } from '@teamlore/shared'
import { integer, jsonb } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const redactionRulesTable = teamlore.table('redaction_rules', {
  teamId: id<TeamId>('team_id').primaryKey(),
  rules: jsonb('rules').$type<CustomRule[]>().notNull(),
  allow: jsonb('allow').$type<string[]>().notNull(),
  version: integer('version').notNull(),
  updatedAt: time('updated_at').notNull(),
})
