import type { CaptureReport, MachineId, TeamId } from '@teamlore/shared'
import { jsonb } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

/** A report as it is kept: who sent it is in the machine's own row. */
export type StoredCaptureReport = Omit<CaptureReport, 'machine' | 'sent_at'>

export const captureReportsTable = teamlore.table('capture_reports', {
  machineId: id<MachineId>('machine_id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  sentAt: time('sent_at').notNull(),
  receivedAt: time('received_at').notNull(),
  report: jsonb('report').$type<StoredCaptureReport>().notNull(),
})
