import type { MachineId } from '@teamlore/shared'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { asInserted } from '../sql/columns.ts'
import type { StoredCaptureReport } from './table.ts'
import { captureReportsTable } from './table.ts'

export type NewCaptureReport = {
  machineId: MachineId
  /** ISO text, by the machine's clock. */
  sentAt: string
  report: StoredCaptureReport
}

export const createCaptureReportRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Takes the place of what the machine said before. */
  async save({ machineId, sentAt, report }: NewCaptureReport, now: Date): Promise<void> {
    await tx
      .insert(captureReportsTable)
      .values({ machineId, teamId, sentAt: new Date(sentAt), receivedAt: now, report })
      .onConflictDoUpdate({
        target: captureReportsTable.machineId,
        set: asInserted(captureReportsTable, 'sentAt', 'receivedAt', 'report'),
      })
  },
})
