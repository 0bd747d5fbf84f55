import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { isLiving } from '../sql/memory-status.ts'
import { iso } from '../sql/page.ts'

/** A memory that holds and contradicts another, as long as nobody has decided between them. */
export type OtherSideOf = {
  memory_id: string
  id: string
  statement: string
  /** Since when it is said to hold. */
  since: string
}

/** More of one memory would be a list that nobody reads; all of them are listed as contradictions. */
const MAX_OF_ONE = 3

export const createMemoryOtherSides = (tx: DbExecutor, teamId: string) => ({
  /**
   * What contradicts these memories, the newest contradiction first. Both sides have to be the reader's to see, which the rows of
   * memories say themselves. A draft contradicts nothing yet, and nothing contradicts what does not hold any more.
   */
  async otherSides(ids: readonly string[]): Promise<OtherSideOf[]> {
    if (ids.length === 0) return []
    return rows(
      tx,
      sql`with named as (select distinct id from jsonb_array_elements_text(${json(ids)}) as n(id)),
        pairs as (
          select n.id as memory_id, r.to_id as id, r.created_at from named n
          join teamlore.memory_relations r on r.from_id = n.id
          where r.team_id = ${teamId} and r.type = 'contradicts' and r.status <> 'dismissed'
          union all
          select n.id, r.from_id, r.created_at from named n
          join teamlore.memory_relations r on r.to_id = n.id
          where r.team_id = ${teamId} and r.type = 'contradicts' and r.status <> 'dismissed'),
        found as (
          select p.memory_id, o.id, o.statement, o.valid_from, max(p.created_at) as created_at
          from pairs p
          join teamlore.memories m on m.id = p.memory_id and ${isLiving(sql`m`)}
          join teamlore.memories o on o.id = p.id and o.status = 'active'
          where m.team_id = ${teamId} and o.team_id = ${teamId}
          group by p.memory_id, o.id, o.statement, o.valid_from),
        placed as (
          select f.*, row_number() over (partition by f.memory_id order by f.created_at desc, f.id) as place
          from found f)
        select memory_id, id, statement, ${iso(sql`valid_from`)} as since
        from placed where place <= ${MAX_OF_ONE}::int
        order by memory_id, place`,
    )
  },
})
