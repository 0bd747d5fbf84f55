import type {
  Block,
  MessageId,
  MessageKind,
  MessageRole,
  SessionId,
  TeamId,
  Usage,
  UserId,
} from '@teamlore/shared'
import { boolean, integer, jsonb, text, unique } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const messagesTable = teamlore.table(
  'messages',
  {
    id: id<MessageId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    privateTo: id<UserId>('private_to'),
    key: text('key').notNull(),
    parentKey: text('parent_key'),
    ordinal: integer('ordinal').notNull(),
    ts: time('ts'),
    role: text('role').$type<MessageRole>().notNull(),
    kind: text('kind').$type<MessageKind>().notNull(),
    model: text('model'),
    blocks: jsonb('blocks').$type<Block[]>().notNull(),
    usage: jsonb('usage').$type<Usage>(),
    cwd: text('cwd'),
    gitBranch: text('git_branch'),
    toolVersion: text('tool_version'),
    isAbandoned: boolean('is_abandoned').notNull().default(false),
    contentHash: text('content_hash').notNull(),
    documents: integer('documents'),
    sessionBeganAt: time('session_began_at'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Since when its text is gone by the policy of its project; the row stays. */
    removedAt: time('removed_at'),
  },
  (t) => [unique().on(t.sessionId, t.key)],
)
