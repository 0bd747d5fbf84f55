import type { DistillerName, MessageId, ObservationId, SessionId } from '@teamlore/shared'
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { sessionsTable } from '../sessions/table.ts'
import { decoded, number, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { promptsRemoved } from '../sql/prompts-removed.ts'

/** Whether a finding rests on what went by the retention of the project: it is neither superseded nor written again. */
export const isFixed = (session: SQLWrapper, message: SQLWrapper): SQL<boolean> => sql`exists (
  select from teamlore.session_removals r where r.session_id = ${session} and r.messages > 0
    and coalesce((select g.ordinal from teamlore.messages g where g.id = ${message}), -1) <= r.last_ordinal)`

export type KnownObservation = {
  id: ObservationId
  /** By which its distiller finds it again. */
  key: string
  title: string
  messageId: MessageId | null
  /** False for what was superseded. */
  stands: boolean
}

/** What is left for somebody better than rules. */
const createLeft = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Prompts that neither a model nor the agent itself has distilled. */
  async promptsLeft(sessionId: SessionId): Promise<number> {
    const [row] = await decoded(
      tx,
      { left: number },
      sql`
      select s.prompt_count - greatest((select max(d.prompts) from teamlore.distillations d
        where d.session_id = s.id and d.distiller in ('model','agent')), ${promptsRemoved(sql`s`)}) as left
      from teamlore.sessions s where s.team_id = ${teamId} and s.id = ${sessionId}`,
    )
    return row?.left ?? 0
  },
})

/** What somebody better than rules has distilled, and what of the rules' it takes the place of. */
export const createCoverage = (tx: DbExecutor, scope: DbScope) => ({
  ...createLeft(tx, scope),
  ...createCovered(tx, scope),
})

const createCovered = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Says that the session, as far as it has come, was distilled by somebody better than rules.
   *
   * @returns the ordinal of the last message of that stretch.
   */
  async cover(sessionId: SessionId, distiller: DistillerName): Promise<number> {
    const [row] = await decoded(
      tx,
      { last_ordinal: number },
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
    await tx
      .update(sessionsTable)
      .set({ distilledAt: sql`now()` })
      .where(
        and(
          eq(sessionsTable.teamId, teamId),
          eq(sessionsTable.id, sessionId),
          eq(sessionsTable.distilled, 'done'),
        ),
      )
  },

  /** Says of the session until this message that the coding agent itself handed over what it found. */
  async coverUntil(sessionId: SessionId, messageId: MessageId): Promise<number> {
    const [row] = await decoded(
      tx,
      { last_ordinal: number },
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
      select o.id, o.key, o.title, o.message_id as "messageId", true as "stands"
      from teamlore.observations o join teamlore.messages m on m.id = o.message_id
      where o.team_id = ${teamId} and o.session_id = ${sessionId} and o.distiller in (select jsonb_array_elements_text(${json(distillers)}))
        and o.purpose = 'finding' and o.superseded_at is null and m.ordinal <= ${lastOrdinal}
        and not ${isFixed(sql`o.session_id`, sql`o.message_id`)}`,
    )
  },

  /** Those of these messages that lie in a stretch which one of these, all of them better than rules, has distilled. */
  async coveredAmong(
    sessionId: SessionId,
    ids: readonly MessageId[],
    by: readonly DistillerName[] = ['model', 'agent'],
  ): Promise<Set<MessageId>> {
    const found = await decoded(
      tx,
      { id: textOf<MessageId>() },
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
