import type {
  MessageId,
  ObservationId,
  ObservationType,
  Origin,
  SessionId,
  SummaryId,
} from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import type { StoredSession } from './sessions.repository.ts'

/** An edit without the fingerprints of its lines. */
export type EditMark = {
  messageKey: string
  toolCallId: string | null
  path: string
  operation: string
  addedLines: number
  removedLines: number
}

export type NewObservation = {
  id: ObservationId
  key: string
  promptId: MessageId | null
  messageId: MessageId | null
  type: ObservationType
  title: string
  subtitle: string
  narrative: string
  facts: string[]
  concepts: string[]
  filesRead: string[]
  filesModified: string[]
  origin: Origin
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

const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::text::jsonb`

const list = (columns: readonly string[], of = ''): SQL =>
  sql.raw(columns.map((column) => `${of}${column}`).join(', '))

const OBSERVATION = [
  'project_id',
  'private_to',
  'prompt_id',
  'message_id',
  'type',
  'title',
  'subtitle',
  'narrative',
  'facts',
  'concepts',
  'files_read',
  'files_modified',
  'origin',
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
  title: o.title,
  subtitle: o.subtitle,
  narrative: o.narrative,
  facts: o.facts,
  concepts: o.concepts,
  files_read: o.filesRead,
  files_modified: o.filesModified,
  origin: o.origin,
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

export const createDistillationRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createDistillationReader(tx, scope),
  ...createDistillationWriter(tx, scope),
})

export type DistillationRepository = ReturnType<typeof createDistillationRepository>

const createDistillationReader = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Top folders under which this machine keeps the session's project, longest first. */
  async rootPaths({ projectId, machineId }: Pick<StoredSession, 'projectId' | 'machineId'>) {
    const found = await rows<{ root_path: string }>(
      tx,
      sql`
      select root_path from teamlore.project_paths
      where team_id = ${teamId} and machine_id = ${machineId} and project_id = ${projectId}
      order by length(root_path) desc, root_path limit 50`,
    )
    return found.map(({ root_path }) => root_path)
  },

  /** All edits of the session in the order they came, without their line fingerprints. */
  async editMarks(sessionId: SessionId): Promise<EditMark[]> {
    const found = await rows<{
      message_key: string
      tool_call_id: string | null
      path: string
      operation: string
      added_lines: number
      removed_lines: number
    }>(
      tx,
      sql`
      select message_key, tool_call_id, path, operation, added_lines, removed_lines
      from teamlore.edits where team_id = ${teamId} and session_id = ${sessionId} order by id`,
    )
    return found.map((row) => ({
      messageKey: row.message_key,
      toolCallId: row.tool_call_id,
      path: row.path,
      operation: row.operation,
      addedLines: row.added_lines,
      removedLines: row.removed_lines,
    }))
  },

  /** Ids of what rules found in this session before, by the keys they will find it under again. */
  async known(sessionId: SessionId): Promise<{
    observations: Map<string, ObservationId>
    summaries: Map<number, SummaryId>
  }> {
    const observations = await rows<{ id: ObservationId; key: string }>(
      tx,
      sql`
      select id, key from teamlore.observations
      where team_id = ${teamId} and session_id = ${sessionId} and distiller = 'extractive'`,
    )
    const summaries = await rows<{ id: SummaryId; prompt_number: number }>(
      tx,
      sql`
      select id, prompt_number from teamlore.summaries
      where team_id = ${teamId} and session_id = ${sessionId} and distiller = 'extractive'`,
    )
    return {
      observations: new Map(observations.map(({ id, key }) => [key, id])),
      summaries: new Map(summaries.map(({ id, prompt_number }) => [prompt_number, id])),
    }
  },
})

const createDistillationWriter = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Writes those that are new or say something else than before. @returns how many that were. */
  async writeObservations(
    { id, projectId, privateTo }: Ownership,
    observations: readonly NewObservation[],
  ): Promise<number> {
    if (observations.length === 0) return 0
    const written = await rows(
      tx,
      sql`
      insert into teamlore.observations as o
        (id, team_id, session_id, distiller, key, ${list(OBSERVATION)})
      select id, ${teamId}, ${id}, 'extractive', key, ${projectId}::text, ${privateTo}::text,
        ${list(OBSERVATION.slice(2))}
      from jsonb_to_recordset(${json(observations.map(observationRow))}) as r(
        id text, key text, prompt_id text, message_id text, type text, title text, subtitle text,
        narrative text, facts text[], concepts text[], files_read text[], files_modified text[],
        origin text, occurred_at timestamptz)
      on conflict (session_id, key) do update
      set (${list(OBSERVATION)}) = (${list(OBSERVATION, 'excluded.')})
      where (${list(OBSERVATION, 'o.')}) is distinct from (${list(OBSERVATION, 'excluded.')})
      returning o.id`,
    )
    return written.length
  },

  /** The same for summaries. One that a model wrote for the same prompt is left as it is. */
  async writeSummaries(
    { id, projectId, privateTo }: Ownership,
    summaries: readonly NewSummary[],
  ): Promise<number> {
    if (summaries.length === 0) return 0
    const written = await rows(
      tx,
      sql`
      insert into teamlore.summaries as y
        (id, team_id, session_id, distiller, prompt_number, ${list(SUMMARY)})
      select id, ${teamId}, ${id}, 'extractive', prompt_number, ${projectId}::text,
        ${privateTo}::text, ${list(SUMMARY.slice(2))}
      from jsonb_to_recordset(${json(summaries.map(summaryRow))}) as r(
        id text, prompt_number int, prompt_id text, request text, investigated text, learned text,
        completed text, next_steps text, notes text, occurred_at timestamptz)
      on conflict (session_id, prompt_number) do update
      set (${list(SUMMARY)}) = (${list(SUMMARY, 'excluded.')})
      where y.distiller = 'extractive'
        and (${list(SUMMARY, 'y.')}) is distinct from (${list(SUMMARY, 'excluded.')})
      returning y.id`,
    )
    return written.length
  },

  /** Forgets what is no longer found; its documents are the caller's to remove. */
  async remove(ids: readonly (ObservationId | SummaryId)[]): Promise<void> {
    if (ids.length === 0) return
    const among = sql`(select jsonb_array_elements_text(${json(ids)}))`
    await tx.execute(
      sql`delete from teamlore.observations where team_id = ${teamId} and id in ${among}`,
    )
    await tx.execute(
      sql`delete from teamlore.summaries where team_id = ${teamId} and id in ${among}`,
    )
  },

  /** @returns false when it was done already. */
  async markDone(sessionId: SessionId): Promise<boolean> {
    const marked = await rows(
      tx,
      sql`
      update teamlore.sessions set distilled = 'done', distilled_at = now()
      where team_id = ${teamId} and id = ${sessionId} and distilled <> 'done' returning id`,
    )
    return marked.length > 0
  },

  /**
   * For everybody to see, until it grows or somebody tries again.
   *
   * @param unlessGrownSince leaves it pending when something came in after this time.
   * @returns who may see the session; undefined when nothing was marked.
   */
  async markFailed(
    sessionId: SessionId,
    unlessGrownSince: Date | null,
  ): Promise<{ privateTo: string | null } | undefined> {
    const since = unlessGrownSince?.toISOString() ?? null
    const [row] = await rows<{ private_to: string | null }>(
      tx,
      sql`
      update teamlore.sessions set distilled = 'failed'
      where team_id = ${teamId} and id = ${sessionId} and distilled = 'pending'
        and (${since}::timestamptz is null or updated_at <= ${since}::timestamptz)
      returning private_to`,
    )
    return row && { privateTo: row.private_to }
  },
})
