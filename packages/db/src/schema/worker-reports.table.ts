import { jsonb, text } from 'drizzle-orm/pg-core'
import { teamlore, time } from './columns.ts'

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
