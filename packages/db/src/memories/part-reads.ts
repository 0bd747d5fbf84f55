import type { MemoryEvidence, MemoryRelation } from '@teamlore/shared/memories'
import type { MemorySetback } from '@teamlore/shared/memory-standing'
import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { iso } from '../sql/page.ts'

export const person = (column: SQL): SQL => sql`(
  case when ${column} is null then null else json_build_object('id', ${column},
    'name', coalesce((select u.name from teamlore.users u where u.id = ${column}), 'Former member')) end)`

export const refOf = (
  of: SQL,
): SQL => sql`json_build_object('id', ${of}.id, 'statement', ${of}.statement,
  'status', ${of}.status, 'valid_from', ${iso(sql`${of}.valid_from`)})`

export const anyOf = (ids: readonly string[]): SQL =>
  sql`any(array(select jsonb_array_elements_text(${json(ids)})))`

/** What belongs to each, without saying again to which. */
export const byMemory = <T>(found: readonly (T & { memory_id: string })[]): Map<string, T[]> => {
  const lists = new Map<string, T[]>()
  for (const { memory_id, ...one } of found) {
    const list = lists.get(memory_id) ?? []
    list.push(one as T)
    lists.set(memory_id, list)
  }
  return lists
}

type OfMemory<T> = T & { memory_id: string }

export const evidenceOf = (
  tx: DbExecutor,
  teamId: string,
  ids: readonly string[],
): Promise<OfMemory<MemoryEvidence>[]> =>
  rows(
    tx,
    sql`select e.memory_id, e.kind, e.ref, e.session_id, e.quote, e.origin, ${person(sql`e.user_id`)} as person,
        ${iso(sql`e.occurred_at`)} as occurred_at, ${iso(sql`e.recorded_at`)} as recorded_at
      from teamlore.memory_evidence e where e.team_id = ${teamId} and e.memory_id = ${anyOf(ids)}
      order by e.memory_id, e.position`,
  )

export const relationsOf = (
  tx: DbExecutor,
  teamId: string,
  ids: readonly string[],
): Promise<OfMemory<MemoryRelation>[]> =>
  rows(
    tx,
    sql`with named as (select distinct id from jsonb_array_elements_text(${json(ids)}) as n(id)),
      sides as (
        select n.id as memory_id, 'out' as direction, r.to_id as other_id, r.type, r.status, r.confidence, r.reason, r.created_at
        from named n join teamlore.memory_relations r on r.from_id = n.id and r.team_id = ${teamId}
        union all
        select n.id, 'in', r.from_id, r.type, r.status, r.confidence, r.reason, r.created_at
        from named n join teamlore.memory_relations r on r.to_id = n.id and r.from_id <> n.id and r.team_id = ${teamId})
      select r.memory_id, r.type, r.direction, r.status, r.confidence, r.reason, ${refOf(sql`o`)} as memory
      from sides r join teamlore.memories o on o.id = r.other_id
      where r.status <> 'dismissed'
      order by r.memory_id, r.created_at desc, o.id`,
  )

const MAX_SETBACKS = 50

/** What was said in a session is read by those who may read the session now. */
export const setbacksOf = (
  tx: DbExecutor,
  teamId: string,
  ids: readonly string[],
): Promise<OfMemory<MemorySetback>[]> =>
  rows(
    tx,
    sql`with placed as (
        select g.*, row_number() over (partition by g.memory_id order by g.created_at desc, g.type, g.source) as place
        from teamlore.memory_signals g
        where g.team_id = ${teamId} and g.memory_id = ${anyOf(ids)} and g.type not in ('confirmed','approved'))
      select g.memory_id, g.type, ${iso(sql`g.created_at`)} as at, g.source, s.id as session_id,
        case when named.id is null or s.id is not null then g.note else '' end as reason
      from placed g
      cross join lateral (
        select coalesce(g.session_id, substring(g.source from '^session:(.*)$')) as id) named
      left join teamlore.sessions s on s.id = named.id
      where g.place <= ${MAX_SETBACKS}::int
      order by g.memory_id, g.place`,
  )
