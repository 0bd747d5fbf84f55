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
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import type { StoredSession } from '../sessions/record.ts'
import { json } from '../sql/json.ts'

export type NewObservation = {
  id: ObservationId
  key: string
  promptId: MessageId | null
  messageId: MessageId | null
  type: ObservationType
  purpose: FindingPurpose
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

const list = (columns: readonly string[], of = ''): SQL =>
  sql.raw(columns.map((column) => `${of}${column}`).join(', '))

const OBSERVATION = [
  'project_id',
  'private_to',
  'prompt_id',
  'message_id',
  'type',
  'purpose',
  'title',
  'subtitle',
  'narrative',
  'facts',
  'concepts',
  'files_read',
  'files_modified',
  'origin',
  'claim',
  'confidence',
  'occurred_at',
] as const

const SUMMARY = [
  'project_id',
  'private_to',
  'prompt_id',
  'request',
  'investigated',
  'learned',
  'completed',
  'next_steps',
  'notes',
  'occurred_at',
] as const

const observationRow = (o: NewObservation) => ({
  id: o.id,
  key: o.key,
  prompt_id: o.promptId,
  message_id: o.messageId,
  type: o.type,
  purpose: o.purpose,
  title: o.title,
  subtitle: o.subtitle,
  narrative: o.narrative,
  facts: o.facts,
  concepts: o.concepts,
  files_read: o.filesRead,
  files_modified: o.filesModified,
  origin: o.origin,
  claim: o.claim,
  confidence: o.confidence,
  occurred_at: o.occurredAt,
})

const summaryRow = (y: NewSummary) => ({
  id: y.id,
  prompt_id: y.promptId,
  prompt_number: y.promptNumber,
  request: y.request,
  investigated: y.investigated,
  learned: y.learned,
  completed: y.completed,
  next_steps: y.nextSteps,
  notes: y.notes,
  occurred_at: y.occurredAt,
})

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
    const written = await rows(
      tx,
      sql`
      insert into teamlore.observations as o
        (id, team_id, session_id, distiller, key, ${list(OBSERVATION)})
      select id, ${teamId}, ${id}, ${by}, key, ${projectId}::text, ${privateTo}::text,
        ${list(OBSERVATION.slice(2))}
      from jsonb_to_recordset(${json(observations.map(observationRow))}) as r(
        id text, key text, prompt_id text, message_id text, type text, purpose text, title text, subtitle text,
        narrative text, facts text[], concepts text[], files_read text[], files_modified text[],
        origin text, claim jsonb, confidence real, occurred_at timestamptz)
      on conflict (session_id, key) do update
      set (superseded_at, superseded_by, ${list(OBSERVATION)})
        = (null, null, ${list(OBSERVATION, 'excluded.')})
      where o.superseded_at is not null
        or (${list(OBSERVATION, 'o.')}) is distinct from (${list(OBSERVATION, 'excluded.')})
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
    const written = await rows(
      tx,
      sql`
      insert into teamlore.summaries as y
        (id, team_id, session_id, distiller, prompt_number, ${list(SUMMARY)})
      select id, ${teamId}, ${id}, ${by}, prompt_number, ${projectId}::text,
        ${privateTo}::text, ${list(SUMMARY.slice(2))}
      from jsonb_to_recordset(${json(summaries.map(summaryRow))}) as r(
        id text, prompt_number int, prompt_id text, request text, investigated text, learned text,
        completed text, next_steps text, notes text, occurred_at timestamptz)
      on conflict (session_id, prompt_number) do update
      set (superseded_at, distiller, ${list(SUMMARY)})
        = (null, excluded.distiller, ${list(SUMMARY, 'excluded.')})
      where y.distiller in ('extractive', ${by})
        and (y.superseded_at is not null or (y.distiller, ${list(SUMMARY, 'y.')})
          is distinct from (excluded.distiller, ${list(SUMMARY, 'excluded.')}))
      returning y.id`,
    )
    return written.length
  },
})
