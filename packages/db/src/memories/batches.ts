import type { MemoryId, UserId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, number, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isLiving } from '../sql/memory-status.ts'
import { isInBatchQueue } from './waiting.ts'

export type BatchOf = {
  userId: UserId
  /** Its Monday: `2026-03-02`. */
  week: string
}

/** How a memory is weighed that waits for a person. What is known of it alone, not of who asks. */
export type BatchWeights = {
  contradicted: number
  /** At most so much for having been served often: one for each doubling. */
  mostServed: number
  doubtful: number
  fresh: number
  /** Days that count as fresh, and that servings are counted over. */
  freshDays: number
  servedDays: number
}

/** Another that holds speaks against it, or may be the same. */
const isContradicted = (m: SQL): SQL => sql`exists (
  select from teamlore.memory_relations r
  join teamlore.memories o on o.id = case when r.from_id = ${m}.id then r.to_id else r.from_id end and ${isLiving(sql`o`)}
  where (r.from_id = ${m}.id or r.to_id = ${m}.id)
    and (r.type = 'contradicts' and r.status <> 'dismissed' or r.from_id = ${m}.id and r.status = 'proposed'))`

const worthOf = (m: SQL, week: string, weights: BatchWeights): SQL => sql`(
  case when ${isContradicted(m)} then ${weights.contradicted}::int else 0 end
  + least(${weights.mostServed}::int, floor(ln(1 + coalesce(served.times, 0)::float8) / ln(2::float8)))
  + case when ${m}.stale_since is not null or ${m}.removal_since is not null then ${weights.doubtful}::int else 0 end
  + case when ${m}.recorded_at >= ${week}::date - ${weights.freshDays}::int then ${weights.fresh}::int else 0 end)`

/** What a person is asked to review in a week. */
export const createReviewBatchRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** One at a time fills a batch of a team, so that no memory comes into two. */
  async lock(): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`review batch ${teamId}`}))`)
  },

  /** Whose batches the asker may read memories of, of this week; and how much of it is in nobody's yet. */
  async shares({ userId, week }: BatchOf, weeks: number) {
    const [row] = await decoded(
      tx,
      { own: number, taken: number, free: number, others: number },
      sql`select
        (select count(*) from teamlore.review_batches b
          where b.team_id = ${teamId} and b.week = ${week}::date and b.user_id = ${userId}) as own,
        (select count(*) from teamlore.review_batches b
          where b.team_id = ${teamId} and b.week = ${week}::date) as taken,
        (select count(*) from teamlore.memories m where m.team_id = ${teamId} and ${isInBatchQueue(sql`m`)}
          and not exists (select from teamlore.review_batches b where b.memory_id = m.id and b.week = ${week}::date)) as free,
        (select count(distinct b.user_id) from teamlore.review_batches b
          join teamlore.memberships s on s.team_id = b.team_id and s.user_id = b.user_id and s.role <> 'viewer'
          where b.team_id = ${teamId} and b.user_id <> ${userId}
            and b.week > ${week}::date - ${weeks * 7}::int) as others`,
    )
    return row ?? { own: 0, taken: 0, free: 0, others: 0 }
  },

  /** Of what is in nobody's batch of the week, the most valuable first; what a colleague is to review is left to them. */
  async candidates(
    { userId, week }: BatchOf,
    weights: BatchWeights,
    limit: number,
  ): Promise<MemoryId[]> {
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>() },
      sql`select m.id from teamlore.memories m
        left join (select memory_id, sum(times) as times from teamlore.memory_servings
          where team_id = ${teamId} and day >= ${week}::date - ${weights.servedDays}::int group by memory_id) served
          on served.memory_id = m.id
        where m.team_id = ${teamId} and ${isInBatchQueue(sql`m`)}
          and (m.assignee_id is null or m.assignee_id = ${userId})
          and not exists (select from teamlore.review_batches b where b.memory_id = m.id and b.week = ${week}::date)
        order by (m.assignee_id is not null) desc, ${worthOf(sql`m`, week, weights)} desc, m.recorded_at desc, m.id desc
        limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /** Adds these at the end. */
  async add({ userId, week }: BatchOf, ids: readonly MemoryId[]): Promise<void> {
    if (ids.length === 0) return
    await tx.execute(sql`
      insert into teamlore.review_batches (team_id, week, memory_id, user_id, position)
      select ${teamId}, ${week}::date, n.id, ${userId}, n.place + coalesce((select max(b.position)
        from teamlore.review_batches b
        where b.team_id = ${teamId} and b.week = ${week}::date and b.user_id = ${userId}), 0)
      from jsonb_array_elements_text(${json(ids)}) with ordinality n(id, place)
      on conflict do nothing`)
  },

  /** All of a person's batch that they may still read, in its order, and whether it waits for them yet. */
  inOrder: ({ userId, week }: BatchOf) =>
    decoded(
      tx,
      { id: textOf<MemoryId>(), isWaiting: flag },
      sql`select m.id, ${isInBatchQueue(sql`m`)} as "isWaiting" from teamlore.review_batches b
        join teamlore.memories m on m.id = b.memory_id
        where b.team_id = ${teamId} and b.week = ${week}::date and b.user_id = ${userId}
        order by b.position, m.id`,
    ),
})
