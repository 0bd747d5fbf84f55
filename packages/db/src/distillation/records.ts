import type {
  Claim,
  DistillerName,
  FindingPurpose,
  MessageId,
  ObservationId,
  ObservationType,
  Origin,
  SummaryId,
} from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { observationsTable, summariesTable } from '../observations/table.ts'
import type { StoredSession } from '../sessions/record.ts'
import { columnsBut, namesOf, recordsOf, setFrom } from '../sql/column-sets.ts'

export type NewObservation = {
  id: ObservationId
  key: string
  promptId: MessageId | null
  messageId: MessageId | null
  type: ObservationType
  purpose: FindingPurpose
  topic: string
  title: string
  subtitle: string
  narrative: string
  facts: string[]
  concepts: string[]
  filesRead: string[]
  filesModified: string[]
  origin: Origin
  claim: Claim | null
  confidence: number | null
  occurredAt: Date | null
}

export type NewSummary = {
  id: SummaryId
  promptId: MessageId | null
  promptNumber: number
  request: string
  investigated: string
  learned: string
  completed: string
  nextSteps: string
  notes: string
  occurredAt: Date | null
}

type Ownership = Pick<StoredSession, 'id' | 'projectId' | 'privateTo'>

/** Whose an observation is and which it is, and what becomes of it later. */
const OBSERVATION = columnsBut(
  observationsTable,
  'id',
  'teamId',
  'sessionId',
  'key',
  'distiller',
  'documents',
  'createdAt',
  'supersededAt',
  'supersededBy',
)
const SUMMARY = columnsBut(
  summariesTable,
  'id',
  'teamId',
  'sessionId',
  'promptNumber',
  'distiller',
  'documents',
  'createdAt',
  'supersededAt',
)

/**
 * Writes observations and summaries of a session, whether rules found them in it or another memory brought them.
 * What others wrote for the same prompt is left as it is, but for summaries of rules: what comes from elsewhere takes
 * their place.
 */
export const createRecordWriter = (
  tx: DbExecutor,
  { teamId }: DbScope,
  distiller: DistillerName,
) => ({
  /** Writes those that are new or say something else than before. @returns how many that were. */
  async writeObservations(
    { id, projectId, privateTo }: Ownership,
    observations: readonly NewObservation[],
    by: DistillerName = distiller,
  ): Promise<number> {
    if (observations.length === 0) return 0
    const columns = { id: observationsTable.id, key: observationsTable.key, ...OBSERVATION }
    const records = observations.map((one) => ({ ...one, projectId, privateTo }))
    const written = await rows(
      tx,
      sql`
      insert into teamlore.observations as o (team_id, session_id, distiller, ${namesOf(columns)})
      select ${teamId}, ${id}, ${by}, ${namesOf(columns)} from ${recordsOf(columns, records)}
      on conflict (session_id, key) do update
      set superseded_at = null, superseded_by = null, ${setFrom(OBSERVATION, 'excluded')}
      where o.superseded_at is not null
        or (${namesOf(OBSERVATION, 'o')}) is distinct from (${namesOf(OBSERVATION, 'excluded')})
      returning o.id`,
    )
    return written.length
  },

  /** The same for summaries. */
  async writeSummaries(
    { id, projectId, privateTo }: Ownership,
    summaries: readonly NewSummary[],
    by: DistillerName = distiller,
  ): Promise<number> {
    if (summaries.length === 0) return 0
    const { id: summaryId, promptNumber } = summariesTable
    const columns = { id: summaryId, promptNumber, ...SUMMARY }
    const records = summaries.map((one) => ({ ...one, projectId, privateTo }))
    const written = await rows(
      tx,
      sql`
      insert into teamlore.summaries as y (team_id, session_id, distiller, ${namesOf(columns)})
      select ${teamId}, ${id}, ${by}, ${namesOf(columns)} from ${recordsOf(columns, records)}
      on conflict (session_id, prompt_number) do update
      set superseded_at = null, distiller = excluded.distiller, ${setFrom(SUMMARY, 'excluded')}
      where y.distiller in ('extractive', ${by})
        and (y.superseded_at is not null or (y.distiller, ${namesOf(SUMMARY, 'y')})
          is distinct from (excluded.distiller, ${namesOf(SUMMARY, 'excluded')}))
      returning y.id`,
    )
    return written.length
  },
})
