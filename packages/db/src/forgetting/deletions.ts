import type { UserId } from '@teamlore/shared'
import type { Deletion, ForgottenKind } from '@teamlore/shared/forgetting'
import type { DeletionId } from '@teamlore/shared/ids'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, jsonOf, orNull, text, textOf } from '../sql/decode.ts'
import { allOf, cutPage, type IdKey, iso, type PageOf, type PageRequest } from '../sql/page.ts'
import { deletionsTable, type ForgottenCounts, type KeptForUndo } from './table.ts'

export type NewDeletion = {
  id: DeletionId
  kind: Deletion['kind']
  subject: string
  ownerId: UserId | null
  requestedBy: UserId
  counts: ForgottenCounts
  kept: KeptForUndo
  hiddenAt: Date
  purgeAfter: Date
}

/** A deletion as it is shown, with what only an undo needs. */
export type StoredDeletion = Omit<Deletion, 'counts' | 'receipt'> & {
  counts: ForgottenCounts
  receipt: Record<string, number>
  kept: KeptForUndo
}

const STATE = sql`case when x.undone_at is not null then 'undone' when x.purged_at is not null then 'purged' else 'waiting' end`

const personOf = (id: ReturnType<typeof sql>, name: ReturnType<typeof sql>) =>
  sql`case when ${id} is not null then jsonb_build_object('id', ${id}, 'name', coalesce(${name}, 'Former member')) end`

const ROW = {
  id: textOf<DeletionId>(),
  kind: textOf<Deletion['kind']>(),
  subject: text,
  owner: orNull(jsonOf<{ id: string; name: string }>()),
  requested_by: jsonOf<{ id: string; name: string }>(),
  counts: jsonOf<Partial<Record<ForgottenKind, number>>>(),
  kept: jsonOf<KeptForUndo>(),
  hidden_at: text,
  purge_after: text,
  purged_at: orNull(text),
  undone_at: orNull(text),
  state: textOf<Deletion['state']>(),
  receipt: jsonOf<Record<string, number>>(),
}

const SELECTED = sql`
  select x.id, x.kind, x.subject, ${personOf(sql`x.owner_id`, sql`o.name`)} as owner,
    ${personOf(sql`x.requested_by`, sql`r.name`)} as requested_by, x.counts, x.kept,
    ${iso(sql`x.hidden_at`)} as hidden_at, ${iso(sql`x.purge_after`)} as purge_after,
    ${iso(sql`x.purged_at`)} as purged_at, ${iso(sql`x.undone_at`)} as undone_at, ${STATE} as state, x.receipt
  from teamlore.deletions x
  left join teamlore.users o on o.id = x.owner_id
  left join teamlore.users r on r.id = x.requested_by`

/** What was asked to be forgotten. Rows are shown to who asked, to whose it was, and to admins. */
export const createDeletionRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async add(deletion: NewDeletion): Promise<void> {
    await tx.insert(deletionsTable).values({ ...deletion, teamId })
    if (deletion.kind !== 'message') return
    const session = sql`(select session_id from teamlore.messages where team_id = ${teamId} and id = ${deletion.subject})`
    await tx
      .update(deletionsTable)
      .set({ ofSession: session })
      .where(and(eq(deletionsTable.teamId, teamId), eq(deletionsTable.id, deletion.id)))
  },

  async find(id: string): Promise<StoredDeletion | undefined> {
    const [found] = await decoded(
      tx,
      ROW,
      sql`${SELECTED} where x.team_id = ${teamId} and x.id = ${id}`,
    )
    return found
  },

  /** The newest first. */
  async page({
    limit,
    after,
    state,
  }: PageRequest<IdKey> & { state?: Deletion['state'] | undefined }): Promise<
    PageOf<StoredDeletion, IdKey>
  > {
    const found = await decoded(
      tx,
      ROW,
      sql`${SELECTED} where ${allOf([
        sql`x.team_id = ${teamId}`,
        state === undefined ? undefined : sql`${STATE} = ${state}`,
        after && sql`x.id < ${after.id}`,
      ])} order by x.id desc limit ${limit + 1}`,
    )
    return cutPage(
      found,
      limit,
      (row) => row,
      ({ id }) => ({ id }),
    )
  },

  /** Keeps the purge from it, and another undo, to the end of the transaction. @returns whether it still waits. */
  async hold(id: DeletionId): Promise<boolean> {
    const [held] = await tx
      .select({ purgedAt: deletionsTable.purgedAt, undoneAt: deletionsTable.undoneAt })
      .from(deletionsTable)
      .where(and(eq(deletionsTable.teamId, teamId), eq(deletionsTable.id, id)))
      .for('update')
    return held !== undefined && held.purgedAt === null && held.undoneAt === null
  },

  async markUndone(id: DeletionId, by: UserId, at: Date): Promise<void> {
    await tx
      .update(deletionsTable)
      .set({ undoneAt: at, undoneBy: by, kept: {} })
      .where(and(eq(deletionsTable.teamId, teamId), eq(deletionsTable.id, id)))
  },
})
