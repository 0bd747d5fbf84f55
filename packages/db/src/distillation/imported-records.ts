import type { ObservationId, SessionId, SummaryId } from '@teamlore/shared'
import { and, eq } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { observationsTable, summariesTable } from '../observations/table.ts'
import { isAmong } from '../sql/lists.ts'
import { createRecordWriter } from './records.ts'

/** A summary that stands for a prompt. `isForeign`: a model wrote it, so an import leaves it alone. */
export type StandingSummary = { id: SummaryId; isForeign: boolean; isImported: boolean }

/** Observations and summaries that another memory had made before it was moved in here. */
export const createImportedRecordsRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createRecordWriter(tx, scope, 'import'),

  /** Ids of the observations that were brought under these keys before. */
  async knownObservations(
    sessionId: SessionId,
    keys: readonly string[],
  ): Promise<Map<string, ObservationId>> {
    if (keys.length === 0) return new Map()
    const found = await tx
      .select({ id: observationsTable.id, key: observationsTable.key })
      .from(observationsTable)
      .where(
        and(
          eq(observationsTable.teamId, scope.teamId),
          eq(observationsTable.sessionId, sessionId),
          eq(observationsTable.distiller, 'import'),
          isAmong(observationsTable.key, keys),
        ),
      )
    return new Map(found.map(({ id, key }) => [key, id]))
  },

  /** What stands for the prompts of a session, by their number. */
  async standingSummaries(sessionId: SessionId): Promise<Map<number, StandingSummary>> {
    const found = await tx
      .select({
        id: summariesTable.id,
        promptNumber: summariesTable.promptNumber,
        distiller: summariesTable.distiller,
      })
      .from(summariesTable)
      .where(and(eq(summariesTable.teamId, scope.teamId), eq(summariesTable.sessionId, sessionId)))
    return new Map(
      found.map(({ id, promptNumber, distiller }) => [
        promptNumber,
        { id, isForeign: distiller === 'model', isImported: distiller === 'import' },
      ]),
    )
  },
})
