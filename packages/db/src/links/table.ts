import type { CommitId, SessionId, SessionLinkId, TeamId, UserId } from '@teamlore/shared'
import type { LinkMaker, LinkRelation, LinkType } from '@teamlore/shared/commits'
import { boolean, jsonb, real, text, unique } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const sessionLinksTable = teamlore.table(
  'session_links',
  {
    id: id<SessionLinkId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    type: text('type').$type<LinkType>().notNull(),
    commitId: id<CommitId>('commit_id'),
    target: text('target').notNull(),
    relation: text('relation').$type<LinkRelation>().notNull(),
    confidence: real('confidence').notNull(),
    reasons: jsonb('reasons').$type<string[]>().notNull(),
    createdBy: text('created_by').$type<LinkMaker>().notNull(),
    userId: id<UserId>('user_id'),
    model: text('model'),
    isRejected: boolean('is_rejected').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.sessionId, t.type, t.target)],
)
