import type { ObservationId, SessionId, SummaryId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
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
    const found = await rows<{ id: ObservationId; key: string }>(
      tx,
      sql`
      select id, key from teamlore.observations
      where team_id = ${scope.teamId} and session_id = ${sessionId} and distiller = 'import'
        and key = any(array(select jsonb_array_elements_text(${json(keys)})))`,
    )
    return new Map(found.map(({ id, key }) => [key, id]))
  },

  /** What stands for the prompts of a session, by their number. */
  async standingSummaries(sessionId: SessionId): Promise<Map<number, StandingSummary>> {
    const found = await rows<{ id: SummaryId; prompt_number: number; distiller: string }>(
      tx,
      sql`
      select id, prompt_number, distiller from teamlore.summaries
      where team_id = ${scope.teamId} and session_id = ${sessionId}`,
    )
    return new Map(
      found.map(({ id, prompt_number, distiller }) => [
        prompt_number,
        { id, isForeign: distiller === 'model', isImported: distiller === 'import' },
      ]),
    )
  },
})
