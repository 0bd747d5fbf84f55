import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { anyOf } from '../memories/part-reads.ts'
import { decoded, flag, text } from '../sql/decode.ts'

export type KnownChange = { a: string; b: string; isNone: boolean }

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
   * What is known of how these hits change each other: memories themselves, and messages and findings by the memories that rest on
   * them. Which of two is the later one is not said; `isNone` where it was decided that both hold.
   */
  async changesAmong(hitIds: readonly string[]): Promise<KnownChange[]> {
    if (hitIds.length < 2) return []
    return decoded(
      tx,
      { a: text, b: text, isNone: flag },
      sql`
      with said as materialized (
        select m.id as hit, m.id as memory from teamlore.memories m where m.team_id = ${teamId} and m.id = ${anyOf(hitIds)}
        union
        select e.ref, e.memory_id from teamlore.memory_evidence e
        where e.team_id = ${teamId} and e.kind = 'message' and e.ref = ${anyOf(hitIds)}
        union
        select o.id, e.memory_id from teamlore.observations o
        join teamlore.memory_evidence e on e.team_id = ${teamId} and e.kind = 'message' and e.ref = o.message_id
        join teamlore.memories m on m.id = e.memory_id and m.topic = o.topic
        where o.team_id = ${teamId} and o.id = ${anyOf(hitIds)} and o.topic <> '')
      select n.hit as a, o.hit as b, bool_and(r.status = 'dismissed') as "isNone"
      from said n join teamlore.memory_relations r on r.team_id = ${teamId} and r.from_id = n.memory
        and r.type in ('supersedes', 'relates', 'contradicts')
      join said o on o.memory = r.to_id and o.hit <> n.hit
      group by n.hit, o.hit order by n.hit, o.hit`,
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
