import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { anyOf } from '../memories/part-reads.ts'
import { decoded, orNull, text, textOf } from '../sql/decode.ts'

/** Two hits; the quotes that are meant, and nothing else that such a message says. */
export type KnownChange = {
  newer: string
  older: string
  newerQuote: string | null
  olderQuote: string | null
  /** `waiting` and `settled` are in no order. */
  is: 'replaced' | 'waiting' | 'settled'
}

/** Nobody replaces one thing more often. */
const MAX_STEPS = sql.raw('20')

export const createSearchEvidence = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Of these sources, those that one of these memories rests on: the messages quoted for it, and findings of them on its very topic. */
  async evidenceInHits(
    memoryIds: readonly string[],
    sourceIds: readonly string[],
  ): Promise<{ memoryId: string; sourceId: string }[]> {
    if (memoryIds.length === 0 || sourceIds.length === 0) return []
    return decoded(
      tx,
      { memoryId: text, sourceId: text },
      sql`
      with quoted as materialized (
        select e.memory_id, e.ref from teamlore.memory_evidence e
        where e.team_id = ${teamId} and e.kind = 'message' and e.memory_id = ${anyOf(memoryIds)})
      select q.memory_id as "memoryId", q.ref as "sourceId" from quoted q where q.ref = ${anyOf(sourceIds)}
      union
      select q.memory_id, o.id from quoted q
      join teamlore.memories m on m.id = q.memory_id and m.topic <> ''
      join teamlore.observations o on o.message_id = q.ref and o.topic = m.topic
      where o.team_id = ${teamId} and o.id = ${anyOf(sourceIds)}
      order by 1, 2`,
    )
  },

  /**
   * What is known of how these hits change each other. A hit that a memory rests on counts as that memory where one took the place of
   * the other, however many lie between them, or where it was settled that both hold. Of memories themselves it also counts that a pair
   * waits for a person.
   */
  async changesAmong(hitIds: readonly string[]): Promise<KnownChange[]> {
    if (hitIds.length < 2) return []
    return decoded(
      tx,
      {
        newer: text,
        older: text,
        newerQuote: orNull(text),
        olderQuote: orNull(text),
        is: textOf<KnownChange['is']>(),
      },
      sql`
      with recursive said as materialized (
        select m.id as hit, m.id as memory, null::text as quote from teamlore.memories m
        where m.team_id = ${teamId} and m.id = ${anyOf(hitIds)}
        union
        select e.ref, e.memory_id, e.quote from teamlore.memory_evidence e
        where e.team_id = ${teamId} and e.kind = 'message' and e.ref = ${anyOf(hitIds)}
        union
        select o.id, e.memory_id, case when m.topic = o.topic and o.topic <> '' then null else e.quote end from teamlore.observations o
        join teamlore.memory_evidence e on e.team_id = ${teamId} and e.kind = 'message' and e.ref = o.message_id
        join teamlore.memories m on m.id = e.memory_id
        where o.team_id = ${teamId} and o.id = ${anyOf(hitIds)}
        union
        select y.id, e.memory_id, e.quote from teamlore.summaries y
        join teamlore.memory_evidence e on e.team_id = ${teamId} and e.kind = 'message' and e.ref = y.prompt_id
        where y.team_id = ${teamId} and y.id = ${anyOf(hitIds)}),
      line as (
        select m.id as memory, m.successor_id as later, 1 as step from teamlore.memories m
        where m.id in (select memory from said) and m.status = 'superseded' and m.successor_id is not null
        union all
        select l.memory, n.successor_id, l.step + 1 from line l join teamlore.memories n on n.id = l.later
        where n.status = 'superseded' and n.successor_id is not null and l.step < ${MAX_STEPS})
      select n.hit as newer, o.hit as older, n.quote as "newerQuote", o.quote as "olderQuote", 'replaced' as is
      from line l join said o on o.memory = l.memory join said n on n.memory = l.later and n.hit <> o.hit
      union all
      select n.hit, o.hit, n.quote, o.quote, case r.status when 'dismissed' then 'settled' else 'waiting' end
      from said n join teamlore.memory_relations r on r.team_id = ${teamId} and r.from_id = n.memory
      join said o on o.memory = r.to_id and o.hit <> n.hit
      where r.type in ('relates', 'contradicts', 'supersedes')
        and (r.status = 'dismissed' or r.status in ('proposed', 'held') and n.hit = n.memory and o.hit = o.memory)
      order by 1, 2, 5`,
    )
  },

  /** Which of these memories name a value that they take the place of. */
  async replacedBy(memoryIds: readonly string[]): Promise<{ id: string; replaces: string }[]> {
    if (memoryIds.length === 0) return []
    return decoded(
      tx,
      { id: text, replaces: text },
      sql`select m.id, m.slots->>'replaces' as replaces from teamlore.memories m
        where m.team_id = ${teamId} and m.id = ${anyOf(memoryIds)} and m.slots->>'replaces' is not null
        order by m.id`,
    )
  },
})
