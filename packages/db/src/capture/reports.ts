import type { MachineId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import type { StoredCaptureReport } from './table.ts'

export type NewCaptureReport = {
  machineId: MachineId
  /** ISO text, by the machine's clock. */
  sentAt: string
  report: StoredCaptureReport
}

export const createCaptureReportRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Takes the place of what the machine said before. */
  async save({ machineId, sentAt, report }: NewCaptureReport, now: Date): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.capture_reports (machine_id, team_id, sent_at, received_at, report)
      values (${machineId}, ${teamId}, ${sentAt}::timestamptz, ${now.toISOString()}::timestamptz,
        ${JSON.stringify(report)}::text::jsonb)
      on conflict (machine_id) do update set sent_at = excluded.sent_at,
        received_at = excluded.received_at, report = excluded.report`)
  },
})
