import type { DeletionId } from '@teamlore/shared/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, orNull, text } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'
import { tombstoneOf } from './hashes.ts'
import type { Forgetting } from './selection.ts'
import type { HiddenKind } from './table.ts'

/** The prompt in whose range a message stands; null before the first one. */
const promptOf = (message: string): SQL => sql`(
  select p.id from teamlore.messages g join teamlore.messages p on p.session_id = g.session_id
    and p.kind = 'human' and p.ordinal <= g.ordinal
  where g.id = ${message} order by p.ordinal desc, p.id desc limit 1)`

/** What was distilled of the prompt range of any of these messages: it may say what they say. */
const ofRanges = (table: 'observations' | 'summaries', messages: readonly string[]): SQL =>
  messages.length === 0
    ? sql`select null::text where false`
    : sql.join(
        messages.map(
          (message) => sql`select x.id from teamlore.${sql.raw(table)} x
            join teamlore.messages g on g.id = ${message} and g.session_id = x.session_id
            where x.prompt_id is not distinct from ${promptOf(message)}`,
        ),
        sql` union `,
      )

/** Ids of every kind that a deletion hides by themselves; what hangs on a session or a memory is hidden with it. */
export const hiddenIds = ({
  sessions,
  messages,
  memories,
}: Forgetting): Record<HiddenKind, SQL> => ({
  session: sql`select unnest(${textArray(sessions)})`,
  message: sql`select unnest(${textArray(messages)})`,
  edit: sql`select x.id from teamlore.edits x join teamlore.messages g
    on g.session_id = x.session_id and g.key = x.message_key where g.id = any(${textArray(messages)})`,
  memory: sql`select unnest(${textArray(memories)})`,
})

export const distilledOf = ({ messages }: Forgetting) => ({
  observation: ofRanges('observations', messages),
  summary: ofRanges('summaries', messages),
})

export const createHiding = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Hides all of it from this statement on, the transaction that does it included. */
  async hide(deletionId: DeletionId, forgetting: Forgetting, at: Date): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.forgotten_evidence (team_id, memory_id, deletion_id, pieces, forgotten_at)
      select ${teamId}, e.memory_id, ${deletionId}, count(*), ${at.toISOString()}::timestamptz
      from teamlore.memory_evidence e where ${losing(teamId, forgetting)} group by e.memory_id`)
    await tx.execute(sql`
      insert into teamlore.tombstones (team_id, hash, deletion_id, kind)
      select ${teamId}, ${tombstoneOf.session(sql`${teamId}::text`, sql`s.tool`, sql`s.native_id`)}, ${deletionId}, 'session'
      from teamlore.sessions s where s.team_id = ${teamId} and s.id = any(${textArray(forgetting.sessions)})
      union all
      select ${teamId}, ${tombstoneOf.message(sql`${teamId}::text`, sql`s.tool`, sql`s.native_id`, sql`g.key`)}, ${deletionId}, 'message'
      from teamlore.messages g join teamlore.sessions s on s.id = g.session_id
      where g.team_id = ${teamId} and g.id = any(${textArray(forgetting.messages)})
      on conflict do nothing`)
    const all = Object.entries(hiddenIds(forgetting)).map(
      ([kind, ids]) => sql`select i.id, ${kind}::text as kind from (${ids}) as i(id)`,
    )
    await tx.execute(sql`
      insert into teamlore.hidden_records (team_id, id, deletion_id, kind)
      select ${teamId}, h.id, ${deletionId}, h.kind from (${sql.join(all, sql` union all `)}) h
      on conflict do nothing`)
  },

  /**
   * Removes what was distilled of the prompt ranges of single messages, and has it distilled again without these. An undo has the
   * same done with them.
   */
  async removeDistilled(deletionId: DeletionId, forgetting: Forgetting): Promise<void> {
    if (forgetting.messages.length === 0) return
    const { observation, summary } = distilledOf(forgetting)
    await tx.execute(sql`
      with gone as materialized ((${observation}) union (${summary})),
      noted as (
        insert into teamlore.tombstones (team_id, hash, deletion_id, kind)
        select ${teamId}, ${tombstoneOf.id(sql`${teamId}::text`, sql`gone.id`)}, ${deletionId}, 'id' from gone
        on conflict do nothing),
      indexed as (delete from teamlore.documents where team_id = ${teamId} and source_id in (select id from gone)),
      observed as (delete from teamlore.observations where team_id = ${teamId} and id in (select id from gone))
      delete from teamlore.summaries where team_id = ${teamId} and id in (select id from gone)`)
  },

  /** Has the sessions of these messages distilled again. @returns them. */
  async distilAgain(messages: readonly string[]): Promise<string[]> {
    const found = await decoded(
      tx,
      { id: text },
      sql`update teamlore.sessions s set distilled = 'pending', updated_at = now()
        where s.team_id = ${teamId} and s.id in (
          select g.session_id from teamlore.messages g where g.id = any(${textArray(messages)}))
        returning s.id`,
    )
    return found.map(({ id }) => id)
  },

  async setTitle(session: string, title: string | null): Promise<void> {
    await tx.execute(
      sql`update teamlore.sessions set title = ${title} where team_id = ${teamId} and id = ${session}`,
    )
  },

  /** The title of the session in which a message stands, where it was taken from its words. */
  async titleFrom(message: string): Promise<{ session: string; text: string } | undefined> {
    const [found] = await decoded(
      tx,
      { session: text, title: orNull(text) },
      sql`select s.id as session, s.title from teamlore.messages g join teamlore.sessions s on s.id = g.session_id
        where g.team_id = ${teamId} and g.id = ${message} and s.title is not null
          and exists (select from jsonb_array_elements(g.blocks) b where b->>'type' = 'text'
            and strpos(regexp_replace(b->>'text', '\\s+', ' ', 'g'), rtrim(s.title, '… ')) > 0)`,
    )
    return found?.title == null ? undefined : { session: found.session, text: found.title }
  },
})

/** Evidence that memories which stay lose. */
export const losing = (teamId: string, { sessions, messages, memories }: Forgetting): SQL =>
  sql`e.team_id = ${teamId} and e.memory_id <> all(${textArray(memories)})
    and (e.session_id = any(${textArray(sessions)}) or e.ref = any(${textArray([...sessions, ...messages])}))`
