import type { MemoryId, ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { AgentsMdPath, ProposalState } from '@teamlore/shared/agents-md-pull-request'
import type { DeliveryId, DismissalId, IntegrationId, PullRequestId } from '@teamlore/shared/ids'
import type {
  DeliveryState,
  DismissalVia,
  IntegrationKind,
  IntegrationState,
  PullRequestOutcome,
  RepositoryVisibility,
  RequiredKind,
} from '@teamlore/shared/integrations'
import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

/** An item as a comment shows it: the memory, and a hash of what is said of it. */
export type ShownItem = { id: string; hash: string }

export const integrationsTable = teamlore.table('integrations', {
  id: id<IntegrationId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  kind: text('kind').$type<IntegrationKind>().notNull(),
  webUrl: text('web_url').notNull(),
  apiUrl: text('api_url').notNull(),
  pagesUrl: text('pages_url').notNull(),
  state: text('state').$type<IntegrationState>().notNull(),
  answerHash: text('answer_hash'),
  appId: text('app_id'),
  appSlug: text('app_slug'),
  account: text('account'),
  sealed: text('sealed'),
  showsNames: boolean('shows_names').notNull().default(false),
  makesHooks: boolean('makes_hooks').notNull().default(false),
  createdBy: id<UserId>('created_by').notNull(),
  createdAt: time('created_at').notNull(),
  connectedAt: time('connected_at'),
  permissions: jsonb('permissions').$type<Record<string, string>>().notNull().default({}),
  answeredAt: time('answered_at'),
  error: text('error'),
  errorAt: time('error_at'),
})

export const integrationRepositoriesTable = teamlore.table('integration_repositories', {
  integrationId: id<IntegrationId>('integration_id').notNull(),
  repositoryId: text('repository_id').notNull(),
  teamId: id<TeamId>('team_id').notNull(),
  installationId: text('installation_id').notNull(),
  fullName: text('full_name').notNull(),
  url: text('url').notNull(),
  visibility: text('visibility').$type<RepositoryVisibility>().notNull(),
  required: jsonb('required').$type<RequiredKind[]>().notNull().default([]),
  backfill: integer('backfill'),
  backfilledAt: time('backfilled_at'),
  hookedAt: time('hooked_at'),
  seenAt: time('seen_at').notNull(),
})

export const pullRequestsTable = teamlore.table('pull_requests', {
  id: id<PullRequestId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  integrationId: id<IntegrationId>('integration_id').notNull(),
  repositoryId: text('repository_id').notNull(),
  number: integer('number').notNull(),
  askedAt: time('asked_at').notNull(),
  doneAt: time('done_at'),
  notBefore: time('not_before'),
  heldUntil: time('held_until'),
  holder: text('holder'),
  postingSince: time('posting_since'),
  commentId: text('comment_id'),
  commentUrl: text('comment_url'),
  commentHash: text('comment_hash'),
  checkId: text('check_id'),
  checkCommit: text('check_commit'),
  items: integer('items').notNull().default(0),
  postedAt: time('posted_at'),
  seen: jsonb('seen').$type<string[]>().notNull().default([]),
  shown: jsonb('shown').$type<ShownItem[]>().notNull().default([]),
  shownBefore: jsonb('shown_before').$type<ShownItem[] | null>(),
  shownAt: time('shown_at'),
  dismissals: jsonb('dismissals').$type<DismissalId[]>().notNull().default([]),
  error: text('error'),
  outcome: text('outcome').$type<PullRequestOutcome | null>(),
  outcomeCommits: integer('outcome_commits').notNull().default(0),
  reverts: integer('reverts'),
  learnedAt: time('learned_at'),
})

export const hookDeliveriesTable = teamlore.table('hook_deliveries', {
  id: id<DeliveryId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  integrationId: id<IntegrationId>('integration_id').notNull(),
  delivery: text('delivery').notNull(),
  event: text('event').notNull(),
  action: text('action'),
  pullRequestId: id<PullRequestId>('pull_request_id'),
  commentId: text('comment_id'),
  isOnLine: boolean('is_on_line').notNull().default(false),
  answeringSince: time('answering_since'),
  state: text('state').$type<DeliveryState>().notNull(),
  error: text('error'),
  receivedAt: time('received_at').notNull(),
})

export const dismissalsTable = teamlore.table('dismissals', {
  id: id<DismissalId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  integrationId: id<IntegrationId>('integration_id').notNull(),
  repositoryId: text('repository_id').notNull(),
  memoryId: id<MemoryId>('memory_id').notNull(),
  path: text('path').notNull().default(''),
  madeBy: id<UserId>('made_by').notNull(),
  madeAt: time('made_at').notNull(),
  via: text('via').$type<DismissalVia>().notNull(),
  undoneBy: id<UserId>('undone_by'),
  undoneAt: time('undone_at'),
})

export const acknowledgementsTable = teamlore.table('acknowledgements', {
  pullRequestId: id<PullRequestId>('pull_request_id').notNull(),
  memoryId: id<MemoryId>('memory_id').notNull(),
  teamId: id<TeamId>('team_id').notNull(),
  madeBy: id<UserId>('made_by').notNull(),
  madeAt: time('made_at').notNull(),
  isOverride: boolean('is_override').notNull(),
  commentUrl: text('comment_url').notNull(),
})

export const agentsMdPullRequestsTable = teamlore.table('agents_md_pull_requests', {
  teamId: id<TeamId>('team_id').notNull(),
  projectId: id<ProjectId>('project_id').primaryKey(),
  isOn: boolean('is_on').notNull(),
  path: text('path').$type<AgentsMdPath>().notNull(),
  setBy: id<UserId>('set_by').notNull(),
  setAt: time('set_at').notNull(),
  integrationId: id<IntegrationId>('integration_id'),
  repositoryId: text('repository_id'),
  number: integer('number'),
  url: text('url'),
  state: text('state').$type<ProposalState>().notNull().default('none'),
  openingSince: time('opening_since'),
  head: text('head'),
  content: text('content'),
  section: text('section'),
  declined: text('declined'),
  read: text('read'),
  readCommit: text('read_commit'),
  writtenAt: time('written_at'),
  lookedAt: time('looked_at'),
  askedAt: time('asked_at').notNull(),
  nextAt: time('next_at').notNull(),
  holder: text('holder'),
  heldUntil: time('held_until'),
  note: text('note'),
})
