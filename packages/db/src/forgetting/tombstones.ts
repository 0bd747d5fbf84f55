import type { DeletionId } from '@teamlore/shared/ids'
import { eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, number, text } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'
import { tombstoneOf } from './hashes.ts'
import { hiddenRecordsTable, type TombstoneKind, tombstonesTable } from './table.ts'

/** Hashes of what was forgotten: they are compared with, and say nothing by themselves. */
export const createTombstoneRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Which of these there are, among those of some kinds: what was forgotten is to be known by whoever has it, and not by guessing. */
  async known(hashes: readonly string[], kinds: readonly TombstoneKind[]): Promise<Set<string>> {
    if (hashes.length === 0) return new Set()
    const found = await decoded(
      tx,
      { hash: text },
      sql`select distinct hash from teamlore.tombstones
        where team_id = ${teamId} and hash = any(${textArray(hashes)})
          and kind = any(${textArray(kinds)})`,
    )
    return new Set(found.map(({ hash }) => hash))
  },

  /** Whether anything at all was forgotten: nearly always nothing, and then nothing is compared. */
  async isAny(): Promise<boolean> {
    const [found] = await decoded(
      tx,
      { isAny: flag },
      sql`select exists (select from teamlore.tombstones where team_id = ${teamId}) as "isAny"`,
    )
    return found?.isAny === true
  },

  /** How often something was forgotten, all its copies were known by their hashes, and it was brought back: none becomes less. */
  async steps(): Promise<{ made: number; remembered: number; undone: number }> {
    const [found] = await decoded(
      tx,
      { made: number, remembered: number, undone: number },
      sql`select count(*)::int as made, count(remembered_at)::int as remembered, count(undone_at)::int as undone
        from teamlore.deletions where team_id = ${teamId}`,
    )
    return found ?? { made: 0, remembered: 0, undone: 0 }
  },

  async add(deletionId: DeletionId, kind: TombstoneKind, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return
    await tx
      .insert(tombstonesTable)
      .values(hashes.map((hash) => ({ teamId, hash, deletionId, kind })))
      .onConflictDoNothing()
  },

  /** Whether something had this id that was forgotten, be it hidden or purged. */
  async isForgotten(id: string): Promise<boolean> {
    const [found] = await decoded(
      tx,
      { isForgotten: flag },
      sql`select exists (select from teamlore.hidden_records where team_id = ${teamId} and id = ${id})
        or exists (select from teamlore.tombstones where team_id = ${teamId}
          and hash = ${tombstoneOf.id(sql`${teamId}::text`, sql`${id}::text`)}) as "isForgotten"`,
    )
    return found?.isForgotten === true
  },

  /** Whether something of this id is hidden, and not purged yet. */
  async isHidden(id: string): Promise<boolean> {
    return (await tx.$count(hiddenRecordsTable, eq(hiddenRecordsTable.id, id))) > 0
  },

  /** Shows again what a deletion hid, and lets it come in again. */
  async lift(deletionId: DeletionId): Promise<void> {
    await tx.delete(hiddenRecordsTable).where(eq(hiddenRecordsTable.deletionId, deletionId))
    await tx.delete(tombstonesTable).where(eq(tombstonesTable.deletionId, deletionId))
    await tx.execute(
      sql`delete from teamlore.forgotten_evidence where team_id = ${teamId} and deletion_id = ${deletionId}`,
    )
  },

  /** What a deletion hides, by their ids. */
  async hiddenBy(deletionId: DeletionId): Promise<{ id: string; kind: string }[]> {
    return tx
      .select({ id: hiddenRecordsTable.id, kind: hiddenRecordsTable.kind })
      .from(hiddenRecordsTable)
      .where(eq(hiddenRecordsTable.deletionId, deletionId))
      .orderBy(hiddenRecordsTable.id)
  },
})
