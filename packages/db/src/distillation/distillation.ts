import type {
  DistillerName,
  MessageId,
  ObservationId,
  SessionId,
  SummaryId,
} from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import type { StoredSession } from '../sessions/record.ts'
import { json } from '../sql/json.ts'
import { createRecordWriter } from './records.ts'

/** What took the place of a finding; null where nothing did. */
export type Succession = { id: ObservationId; by: ObservationId | null }

/** An edit without the fingerprints of its lines. */
export type EditMark = {
  messageKey: string
  toolCallId: string | null
  path: string
  operation: string
  addedLines: number
  removedLines: number
}

export const createDistillationRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createDistillationReader(tx, scope),
  ...createSummaryReader(tx, scope),
  ...createRecordWriter(tx, scope, 'extractive'),
  ...createCoverage(tx, scope),
  ...createDistillationWriter(tx, scope),
})

export type KnownObservation = {
  id: ObservationId
  title: string
  messageId: MessageId | null
  /** False for what was superseded. */
  stands: boolean
}

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

  /** Ids of what rules found in this session before, by the keys they will find it under again; what was superseded too. */
  async known(
    sessionId: SessionId,
    distiller: DistillerName = 'extractive',
  ): Promise<{
    observations: Map<string, KnownObservation>
    summaries: Map<number, SummaryId>
    /** Numbers of the prompts that somebody else summed up. */
    taken: Set<number>
  }> {
    const observations = await rows<KnownObservation & { key: string }>(
      tx,
      sql`
      select id, key, title, message_id as "messageId", superseded_at is null as "stands" from teamlore.observations
      where team_id = ${teamId} and session_id = ${sessionId} and distiller = ${distiller}`,
    )
    const all = await rows<{ id: SummaryId; prompt_number: number; is_own: boolean }>(
      tx,
      sql`
      select id, prompt_number, distiller = 'extractive' as is_own from teamlore.summaries
      where team_id = ${teamId} and session_id = ${sessionId}`,
    )
    const summaries = all.filter(({ is_own }) => is_own)
    return {
      observations: new Map(observations.map(({ key, ...one }) => [key, one])),
      summaries: new Map(summaries.map(({ id, prompt_number }) => [prompt_number, id])),
      taken: new Set(all.flatMap((one) => (one.is_own ? [] : [one.prompt_number]))),
    }
  },
})

const createSummaryReader = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Who summed up which prompt; what was superseded too. */
  async summariesByPrompt(
    sessionId: SessionId,
  ): Promise<Map<number, { id: SummaryId; distiller: DistillerName }>> {
    const found = await rows<{ id: SummaryId; prompt_number: number; distiller: DistillerName }>(
      tx,
      sql`
      select id, prompt_number, distiller from teamlore.summaries
      where team_id = ${teamId} and session_id = ${sessionId}`,
    )
    return new Map(found.map(({ prompt_number, ...one }) => [prompt_number, one]))
  },
})

/** What somebody better than rules has distilled, and what of the rules' it takes the place of. */
const createCoverage = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Says that the session, as far as it has come, was distilled by somebody better than rules.
   *
   * @returns the ordinal of the last message of that stretch.
   */
  async cover(sessionId: SessionId, distiller: DistillerName): Promise<number> {
    const [row] = await rows<{ last_ordinal: number }>(
      tx,
      sql`
      insert into teamlore.distillations (team_id, session_id, distiller, prompts, last_ordinal)
      select ${teamId}, s.id, ${distiller}, s.prompt_count,
        (select coalesce(max(m.ordinal), -1) from teamlore.messages m where m.session_id = s.id)
      from teamlore.sessions s where s.team_id = ${teamId} and s.id = ${sessionId}
      on conflict (session_id, distiller) do update
      set (prompts, last_ordinal, distilled_at, postponed_until)
        = (excluded.prompts, excluded.last_ordinal, now(), null)
      returning last_ordinal`,
    )
    return row?.last_ordinal ?? -1
  },

  /** Not to be tried again for a while; what was distilled so far stands. */
  async postpone(sessionId: SessionId, distiller: DistillerName, minutes: number): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.distillations
        (team_id, session_id, distiller, prompts, last_ordinal, postponed_until)
      select ${teamId}, s.id, ${distiller}, 0, -1, now() + ${minutes}::int * interval '1 minute'
      from teamlore.sessions s where s.team_id = ${teamId} and s.id = ${sessionId}
      on conflict (session_id, distiller) do update set postponed_until = excluded.postponed_until`)
  },

  /** What curates findings looks at them again. */
  async noteDistilled(sessionId: SessionId): Promise<void> {
    await tx.execute(sql`
      update teamlore.sessions set distilled_at = now()
      where team_id = ${teamId} and id = ${sessionId} and distilled = 'done'`)
  },

  /** Says of the session until this message that the coding agent itself handed over what it found. */
  async coverUntil(sessionId: SessionId, messageId: MessageId): Promise<number> {
    const [row] = await rows<{ last_ordinal: number }>(
      tx,
      sql`
      insert into teamlore.distillations as d (team_id, session_id, distiller, prompts, last_ordinal)
      select ${teamId}, m.session_id, 'agent',
        (select count(*) from teamlore.messages p
          where p.session_id = m.session_id and p.kind = 'human' and p.ordinal <= m.ordinal), m.ordinal
      from teamlore.messages m
      where m.team_id = ${teamId} and m.session_id = ${sessionId} and m.id = ${messageId}
      on conflict (session_id, distiller) do update
      set (prompts, last_ordinal, distilled_at) = (greatest(d.prompts, excluded.prompts),
        greatest(d.last_ordinal, excluded.last_ordinal), now())
      returning last_ordinal`,
    )
    return row?.last_ordinal ?? -1
  },

  /** Findings of these distillers that stand and rest on what came until this message. */
  findingsUntil(
    sessionId: SessionId,
    lastOrdinal: number,
    distillers: readonly DistillerName[],
  ): Promise<KnownObservation[]> {
    return rows<KnownObservation>(
      tx,
      sql`
      select o.id, o.title, o.message_id as "messageId", true as "stands"
      from teamlore.observations o join teamlore.messages m on m.id = o.message_id
      where o.team_id = ${teamId} and o.session_id = ${sessionId} and o.distiller in (select jsonb_array_elements_text(${json(distillers)}))
        and o.purpose = 'finding' and o.superseded_at is null and m.ordinal <= ${lastOrdinal}`,
    )
  },

  /** Those of these messages that lie in a stretch which one of these, all of them better than rules, has distilled. */
  async coveredAmong(
    sessionId: SessionId,
    ids: readonly MessageId[],
    by: readonly DistillerName[] = ['model', 'agent'],
  ): Promise<Set<MessageId>> {
    const found = await rows<{ id: MessageId }>(
      tx,
      sql`
      select m.id from teamlore.messages m
      where m.team_id = ${teamId} and m.session_id = ${sessionId}
        and m.id in (select jsonb_array_elements_text(${json(ids)}))
        and m.ordinal <= (select max(d.last_ordinal) from teamlore.distillations d
          where d.team_id = ${teamId} and d.session_id = ${sessionId}
            and d.distiller in (select jsonb_array_elements_text(${json(by)})))`,
    )
    return new Set(found.map(({ id }) => id))
  },
})

const createDistillationWriter = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Says of findings that they stand no more, and what took their place. They can still be opened by their ids; their
   * documents are the caller's to remove.
   *
   * @returns how many stood until now.
   */
  async supersede(successions: readonly Succession[]): Promise<number> {
    if (successions.length === 0) return 0
    const changed = await rows(
      tx,
      sql`
      update teamlore.observations o set superseded_at = now(), superseded_by = r.by
      from jsonb_to_recordset(${json(successions)}) as r(id text, by text)
      where o.team_id = ${teamId} and o.id = r.id and o.superseded_at is null returning o.id`,
    )
    return changed.length
  },

  /** The same for summaries, whose place nothing takes: that of another prompt is another one. */
  async supersedeSummaries(ids: readonly SummaryId[]): Promise<number> {
    if (ids.length === 0) return 0
    const changed = await rows(
      tx,
      sql`
      update teamlore.summaries set superseded_at = now()
      where team_id = ${teamId} and superseded_at is null
        and id in (select jsonb_array_elements_text(${json(ids)})) returning id`,
    )
    return changed.length
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
