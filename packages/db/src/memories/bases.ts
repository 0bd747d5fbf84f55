import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { isLiving, isServed } from '../sql/memory-status.ts'
import { iso } from '../sql/page.ts'
import { anyOf } from './part-reads.ts'

/** What a memory rests on, that gave its place to something else since. */
export type ChangedBasis = {
  memory_id: string
  id: string
  statement: string
  /** Why it is said to rest on it. */
  reason: string
  by: { id: string; statement: string; at: string }
}

/** Whether what `of` rests on changed, and nobody has said that it holds all the same. */
export const hasChangedBasis = (of: SQL): SQL => sql`exists (
  select from teamlore.memory_relations r join teamlore.memories b on b.id = r.to_id and b.status = 'superseded'
  where r.from_id = ${of}.id and r.type = 'rests_on' and r.status = 'held')`

export const createMemoryBases = (tx: DbExecutor, teamId: string) => ({
  /** Of these memories, what they rest on that was replaced since, with what holds in its place now. */
  async changedBases(ids: readonly string[]): Promise<ChangedBasis[]> {
    if (ids.length === 0) return []
    return rows(
      tx,
      sql`with recursive followed as (
          select r.from_id, r.to_id, r.reason, b.statement, b.successor_id as at, 1 as step
          from teamlore.memory_relations r join teamlore.memories b on b.id = r.to_id
          where r.team_id = ${teamId} and r.from_id = ${anyOf(ids)} and r.type = 'rests_on'
            and r.status = 'held' and b.status = 'superseded' and b.successor_id is not null
          union all
          select f.from_id, f.to_id, f.reason, f.statement, n.successor_id, f.step + 1
          from followed f join teamlore.memories n on n.id = f.at
          where n.status = 'superseded' and n.successor_id is not null and f.step < 50)
        select f.from_id as memory_id, f.to_id as id, f.statement, f.reason,
          json_build_object('id', n.id, 'statement', n.statement, 'at', ${iso(sql`n.valid_from`)}) as by
        from followed f join teamlore.memories n on n.id = f.at and ${isServed(sql`n`)}
        order by f.from_id, n.valid_from desc, f.to_id`,
    )
  },

  /** Memories that rest on these, so many of each at most. */
  async dependantsOf(
    ids: readonly string[],
    limit: number,
  ): Promise<{ id: string; basis_id: string }[]> {
    if (ids.length === 0) return []
    return rows(
      tx,
      sql`select id, basis_id from (
          select r.from_id as id, r.to_id as basis_id,
            row_number() over (partition by r.to_id order by r.from_id) as place
          from teamlore.memory_relations r
          join teamlore.memories d on d.id = r.from_id and ${isLiving(sql`d`)}
          where r.team_id = ${teamId} and r.to_id = ${anyOf(ids)} and r.type = 'rests_on' and r.status = 'held') placed
        where place <= ${limit}::int order by id, basis_id`,
    )
  },
})
