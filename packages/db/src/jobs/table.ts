import type { TeamId } from '@teamlore/shared'
import { bigint, jsonb, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export type ReportedJob = {
  name: string
  waiting: number
  active: number
  delayed: number
  dead: number
}

export type ReportedDeadJob = {
  id: string
  name: string
  payload: Record<string, string>
  attempts: number
  reason: string
  failed_at: string | null
}

export type ReportedEmbedding = { space: string | null; note: string | null }

export const workerReportsTable = teamlore.table('worker_reports', {
  workerId: text('worker_id').primaryKey(),
  startedAt: time('started_at').notNull(),
  reportedAt: time('reported_at').notNull(),
  jobs: jsonb('jobs').$type<ReportedJob[]>().notNull(),
  dead: jsonb('dead').$type<ReportedDeadJob[]>().notNull(),
  embedding: jsonb('embedding').$type<ReportedEmbedding>().notNull(),
})

export const outboxTable = teamlore.table('outbox', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  type: text('type').notNull(),
  payload: jsonb('payload').$type<Record<string, string>>().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  claimedUntil: time('claimed_until'),
})
