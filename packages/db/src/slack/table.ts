import type { ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { DeliveryId, SlackId } from '@teamlore/shared/ids'
import type { SlackAskKind, SlackDeliveryState, SlackState } from '@teamlore/shared/slack'
import { boolean, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const slackAppsTable = teamlore.table('slack_apps', {
  id: id<SlackId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  webUrl: text('web_url').notNull(),
  apiUrl: text('api_url').notNull(),
  pagesUrl: text('pages_url').notNull(),
  state: text('state').$type<SlackState>().notNull(),
  answerHash: text('answer_hash'),
  sealed: text('sealed'),
  appId: text('app_id'),
  workspaceId: text('workspace_id'),
  workspaceName: text('workspace_name'),
  scopes: text('scopes').array().notNull().default([]),
  digestChannel: text('digest_channel'),
  digestSince: time('digest_since'),
  projectId: id<ProjectId>('project_id'),
  createdBy: id<UserId>('created_by').notNull(),
  createdAt: time('created_at').notNull(),
  connectedAt: time('connected_at'),
  answeredAt: time('answered_at'),
  error: text('error'),
  errorAt: time('error_at'),
  bySocket: boolean('by_socket').notNull().default(false),
  socketHolder: text('socket_holder'),
  socketUntil: time('socket_until'),
  socketSince: time('socket_since'),
})

export const slackAsksTable = teamlore.table('slack_asks', {
  id: id<DeliveryId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  slackId: id<SlackId>('slack_id').notNull(),
  delivery: text('delivery').notNull(),
  kind: text('kind').$type<SlackAskKind>().notNull(),
  state: text('state').$type<SlackDeliveryState>().notNull(),
  sealed: text('sealed'),
  notBefore: time('not_before'),
  heldUntil: time('held_until'),
  holder: text('holder'),
  stepsDone: text('steps_done').array().notNull().default([]),
  step: text('step'),
  stepSince: time('step_since'),
  error: text('error'),
  receivedAt: time('received_at').notNull(),
  againAt: time('again_at'),
})
