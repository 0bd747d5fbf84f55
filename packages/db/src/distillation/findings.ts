import type { Origin, SessionId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { iso } from '../sql/page.ts'
import type { NewObservation, NewSummary } from './records.ts'

export type StoredSummary = NewSummary & { origin: Origin }

type Timed<T> = Omit<T, 'occurredAt'> & { time: string | null }

const withTime = <T extends { time: string | null }>({ time, ...row }: T) => ({
  ...row,
  occurredAt: time === null ? null : new Date(time),
})

/** In the names of the fields, which are not folded to small letters. */
const OBSERVATION = sql`id, key, prompt_id as "promptId", message_id as "messageId", type, purpose, title, subtitle, narrative,
  to_json(facts) as facts, to_json(concepts) as concepts, to_json(files_read) as "filesRead",
  to_json(files_modified) as "filesModified", origin, claim, confidence, ${iso(sql`occurred_at`)} as time`

const SUMMARY = sql`id, prompt_id as "promptId", prompt_number as "promptNumber", request, investigated, learned, completed,
  next_steps as "nextSteps", notes, case distiller when 'import' then 'import' else 'agent' end as origin,
  ${iso(sql`occurred_at`)} as time`

/** What was found in a session, whoever found it, and stands. */
export const createFindingRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const ofSession = <T extends Record<string, unknown>>(columns: SQL, table: SQL, id: SessionId) =>
    rows<T>(
      tx,
      sql`select ${columns} from ${table} where team_id = ${teamId} and session_id = ${id} and superseded_at is null order by id`,
    )
  return {
    async observationsOf(sessionId: SessionId): Promise<NewObservation[]> {
      const found = await ofSession<Timed<NewObservation>>(
        OBSERVATION,
        sql`teamlore.observations`,
        sessionId,
      )
      return found.map(withTime)
    },

    async summariesOf(sessionId: SessionId): Promise<StoredSummary[]> {
      const found = await ofSession<Timed<StoredSummary>>(
        SUMMARY,
        sql`teamlore.summaries`,
        sessionId,
      )
      return found.map(withTime)
    },
  }
}
