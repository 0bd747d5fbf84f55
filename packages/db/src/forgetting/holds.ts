import type { UserId } from '@teamlore/shared'
import type { HoldKind, LegalHold } from '@teamlore/shared/forgetting'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, jsonOf, orNull, text, textOf } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'
import { iso } from '../sql/page.ts'
import type { Forgetting } from './selection.ts'
import { legalHoldsTable } from './table.ts'

type Named = { sessions: SQL; messages: SQL; memories: SQL; person: SQL }

/** Whether a hold keeps any of these: by itself, by whose it is, or by the project that it is of. Memories are kept with what they rest on. */
export const isHeld = (
  team: SQL,
  { sessions, messages, memories, person }: Named,
): SQL => sql`exists (
  select from teamlore.legal_holds h where h.team_id = ${team} and h.lifted_at is null and h.subject in (
    select ${person}
    union all
    select unnest(array[s.id, s.user_id, s.project_id]) from teamlore.sessions s where s.team_id = ${team} and s.id in (
      select id from (${sessions}) of_sessions(id)
      union all select g.session_id from teamlore.messages g where g.id in (select id from (${messages}) of_messages(id))
      union all select e.session_id from teamlore.memory_evidence e where e.memory_id in (select id from (${memories}) of_memories(id)))
    union all
    select unnest(array[m.project_id, m.author_id, m.private_to]) from teamlore.memories m
      where m.team_id = ${team} and m.id in (select id from (${memories}) of_memories(id))))`

/** The same of what a deletion hides; `d` is its row. */
export const IS_DELETION_HELD = isHeld(sql`d.team_id`, {
  sessions: sql`select i.id from teamlore.hidden_records i where i.deletion_id = d.id and i.kind = 'session'`,
  messages: sql`select i.id from teamlore.hidden_records i where i.deletion_id = d.id and i.kind = 'message'`,
  memories: sql`select i.id from teamlore.hidden_records i where i.deletion_id = d.id and i.kind = 'memory'`,
  person: sql`case when d.kind in ('person', 'project') then d.subject end`,
})

const personOf = (id: SQL, name: SQL) =>
  sql`case when ${id} is not null then jsonb_build_object('id', ${id}, 'name', coalesce(${name}, 'Former member')) end`

const ROW = {
  kind: textOf<HoldKind>(),
  subject: text,
  reason: text,
  set_by: jsonOf<{ id: string; name: string }>(),
  set_at: text,
  lifted_by: orNull(jsonOf<{ id: string; name: string }>()),
  lifted_at: orNull(text),
}

const MOST = 500

/** What must not be deleted, and what no longer is kept so. */
export const createLegalHoldRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those that hold first, then the newest; all there are of a team are few. */
  async list(): Promise<LegalHold[]> {
    return decoded(
      tx,
      ROW,
      sql`select h.kind, h.subject, h.reason, ${personOf(sql`h.set_by`, sql`s.name`)} as set_by,
          ${iso(sql`h.set_at`)} as set_at, ${personOf(sql`h.lifted_by`, sql`l.name`)} as lifted_by,
          ${iso(sql`h.lifted_at`)} as lifted_at
        from teamlore.legal_holds h
        left join teamlore.users s on s.id = h.set_by left join teamlore.users l on l.id = h.lifted_by
        where h.team_id = ${teamId}
        order by h.lifted_at is not null, h.set_at desc, h.subject limit ${MOST}`,
    )
  },

  /** @returns false where it is held already. */
  async set(hold: {
    subject: string
    kind: HoldKind
    reason: string
    setBy: UserId
    setAt: Date
  }): Promise<boolean> {
    const added = await tx
      .insert(legalHoldsTable)
      .values({ ...hold, teamId })
      .onConflictDoNothing()
      .returning({ subject: legalHoldsTable.subject })
    return added.length > 0
  },

  /** @returns false where nothing holds it. */
  async lift(subject: string, liftedBy: UserId, liftedAt: Date): Promise<boolean> {
    const lifted = await tx
      .update(legalHoldsTable)
      .set({ liftedBy, liftedAt })
      .where(
        and(
          eq(legalHoldsTable.teamId, teamId),
          eq(legalHoldsTable.subject, subject),
          isNull(legalHoldsTable.liftedAt),
        ),
      )
      .returning({ subject: legalHoldsTable.subject })
    return lifted.length > 0
  },

  /** Whether any of what is to be forgotten is held; `subject`: the person or the project that goes as a whole. */
  async keeps(
    { sessions, messages, memories }: Forgetting,
    subject: string | null,
  ): Promise<boolean> {
    const [found] = await decoded(
      tx,
      { kept: flag },
      sql`select ${isHeld(sql`${teamId}::text`, {
        sessions: sql`select unnest(${textArray(sessions)})`,
        messages: sql`select unnest(${textArray(messages)})`,
        memories: sql`select unnest(${textArray(memories)})`,
        person: sql`${subject}::text`,
      })} as kept`,
    )
    return found?.kept === true
  },
})
