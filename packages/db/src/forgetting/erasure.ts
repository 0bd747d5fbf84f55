import type { TeamId, UserId } from '@teamlore/shared'
import type { DeletionId } from '@teamlore/shared/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, flag, number, orNull, text, textOf } from '../sql/decode.ts'
import { purgedBy } from './erased-tables.ts'
import { tombstoneOf, wordsOf } from './hashes.ts'
import { IS_DELETION_HELD } from './holds.ts'
import { createPersonErasure } from './person-erasure.ts'

export type DueDeletion = { teamId: TeamId; deletionId: DeletionId }

const hidden = (deletionId: DeletionId, kind: string): SQL =>
  sql`(select h.id from teamlore.hidden_records h where h.deletion_id = ${deletionId} and h.kind = ${kind})`

/**
 * Deletes for good what a deletion hides. It stands above teams, because row-level security shows it to nobody; it is asked by the id
 * of a deletion alone, and reads nothing of what it deletes.
 */
export const createErasureRepository = (tx: DbExecutor) => {
  /** So many rows of a table, of what the deletion hides. @returns how many were left to delete, as far as it looked. */
  const deleteSome = async (table: string, where: SQL, limit: number): Promise<number> => {
    const gone = await rows(
      tx,
      sql`delete from teamlore.${sql.identifier(table)} where ctid = any(array(
        select x.ctid from teamlore.${sql.identifier(table)} x where ${where} limit ${limit})) returning 1`,
    )
    return gone.length
  }

  const stepsOf = (deletionId: DeletionId): { table: string; where: SQL }[] => {
    const sessions = hidden(deletionId, 'session')
    const memories = hidden(deletionId, 'memory')
    const messages = hidden(deletionId, 'message')
    const among = (columns: readonly string[], ids: SQL): SQL =>
      sql`(${sql.join(
        columns.map((column) => sql`x.${sql.identifier(column)} in ${ids}`),
        sql` or `,
      )})`
    return [
      { table: 'outbox', where: sql`x.payload->>'session_id' in ${sessions}` },
      ...purgedBy('session').map(({ table, columns }) => ({
        table,
        where: among(columns, sessions),
      })),
      { table: 'documents', where: sql`x.source_id in ${messages} or x.source_id in ${memories}` },
      { table: 'edits', where: sql`x.id in ${hidden(deletionId, 'edit')}` },
      { table: 'memory_evidence', where: sql`x.ref in ${messages}` },
      { table: 'model_answers', where: ofSessionsWith(messages) },
      { table: 'session_git', where: ofSessionsWith(messages) },
      { table: 'handovers', where: ofSessionsWith(messages) },
      { table: 'handed_readings', where: ofSessionsWith(messages) },
      { table: 'messages', where: sql`x.id in ${messages}` },
      {
        table: 'memory_actions',
        where: sql`exists (select from ${memories} as gone(id) where strpos(x.before::text, gone.id) > 0)`,
      },
      // What was answered of a pair may quote the other of the two.
      {
        table: 'distil_leases',
        where: sql`x.answers <> '{}'::jsonb and x.team_id in (
          select h.team_id from teamlore.hidden_records h where h.deletion_id = ${deletionId} and h.kind = 'memory')`,
      },
      ...purgedBy('memory').map(({ table, columns }) => ({
        table,
        where: among(columns, memories),
      })),
    ]
  }

  return {
    ...createRemembering(tx),
    ...createEnding(tx),
    ...createPersonErasure(tx),

    /**
     * Deletes so many rows of one table. The steps are always the same, so that a purge which was cut short begins again with the
     * first and finds nothing there. @returns how many rows that were; undefined: there is no such step any more.
     */
    async deleteSlice(
      deletionId: DeletionId,
      { step, limit }: { step: number; limit: number },
    ): Promise<number | undefined> {
      const found = stepsOf(deletionId)[step]
      if (found === undefined) return undefined
      if (found.table === 'messages') await recountSessions(tx, deletionId)
      return deleteSome(found.table, found.where, limit)
    },
  }
}

/** What was said to a model of a session, or handed over of it, may quote any of its messages. */
const ofSessionsWith = (messages: SQL): SQL => sql`x.session_id in (
  select g.session_id from teamlore.messages g where g.id in ${messages})`

/** A session that loses single messages counts those that stay, so that none is missed. */
const recountSessions = (tx: DbExecutor, deletionId: DeletionId) =>
  tx.execute(sql`
    update teamlore.sessions s set message_count = held.messages, prompt_count = held.prompts
    from (
      select g.session_id, count(*) as messages, count(*) filter (where g.kind = 'human') as prompts
      from teamlore.messages g
      where g.session_id in (select m.session_id from teamlore.messages m where m.id in ${hidden(deletionId, 'message')})
        and g.id not in ${hidden(deletionId, 'message')}
      group by g.session_id) held
    where held.session_id = s.id and (s.message_count, s.prompt_count) <> (held.messages, held.prompts)`)

/** A deletion that is held to the end of the transaction. `person`: who is erased by it. */
export type HeldDeletion = {
  teamId: TeamId
  isRemembered: boolean
  isDue: boolean
  person: UserId | null
}

const createRemembering = (tx: DbExecutor) => ({
  /** Keeps others from a deletion to the end of the transaction. Undefined: it was undone, purged, or never there. */
  async hold(deletionId: DeletionId): Promise<HeldDeletion | undefined> {
    const [found] = await decoded(
      tx,
      {
        teamId: textOf<TeamId>(),
        isRemembered: flag,
        isDue: flag,
        person: orNull(textOf<UserId>()),
      },
      sql`select team_id as "teamId", remembered_at is not null as "isRemembered", purge_after <= now() and not ${IS_DELETION_HELD} as "isDue",
          case when kind = 'person' then subject end as person
        from teamlore.deletions d
        where id = ${deletionId} and purged_at is null and undone_at is null for update`,
    )
    return found
  },

  /** Writes hashes of the next messages of hidden sessions. @returns the last of them; null: there are no more. */
  async rememberSlice(
    { teamId, deletionId }: DueDeletion,
    { after, limit }: { after: string; limit: number },
  ): Promise<{ last: string | null; count: number }> {
    const team = sql`${teamId}::text`
    const [found] = await decoded(
      tx,
      { last: orNull(text), count: number },
      sql`
      with slice as materialized (
        select g.id, s.tool, g.key, g.ts, ${wordsOf(sql`g.blocks`)} as words, g.blocks
        from teamlore.messages g join teamlore.sessions s on s.id = g.session_id
        where (g.session_id in ${hidden(deletionId, 'session')} or g.id in ${hidden(deletionId, 'message')})
          and g.id > ${after}
        order by g.id limit ${limit}
      ), written as (
        insert into teamlore.tombstones (team_id, hash, deletion_id, kind)
        select ${team}, ${tombstoneOf.copy(team, sql`tool`, sql`key`, sql`ts`)}, ${deletionId}, 'words' from slice
        where ts is not null
        union
        select ${team}, ${tombstoneOf.words(team, sql`ts`, sql`blocks`)}, ${deletionId}, 'words' from slice
        where ts is not null and words is not null
        on conflict do nothing)
      select max(id) as last, count(*) as count from slice`,
    )
    return found ?? { last: null, count: 0 }
  },

  async markRemembered(deletionId: DeletionId): Promise<void> {
    await tx.execute(
      sql`update teamlore.deletions set remembered_at = now() where id = ${deletionId}`,
    )
  },
})

const createEnding = (tx: DbExecutor) => ({
  /** What stays: the receipt, and a hash of each id, which is answered as gone. */
  async finish({ teamId, deletionId }: DueDeletion, at: Date): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.tombstones (team_id, hash, deletion_id, kind)
      select h.team_id, ${tombstoneOf.id(sql`h.team_id`, sql`h.id`)}, h.deletion_id, 'id'
      from teamlore.hidden_records h where h.deletion_id = ${deletionId}
      on conflict do nothing`)
    await tx.execute(sql`delete from teamlore.hidden_records where deletion_id = ${deletionId}`)
    for (const table of ['lexeme_stats', 'corpus_stats'])
      await tx.execute(
        sql`delete from teamlore.${sql.identifier(table)} where team_id = ${teamId} and private_to = ${deletionId}`,
      )
    await tx.execute(
      sql`update teamlore.deletions set purged_at = ${at.toISOString()}::timestamptz, kept = '{}' where id = ${deletionId}`,
    )
  },
})
