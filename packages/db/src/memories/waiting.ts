import { type SQL, sql } from 'drizzle-orm'
import { isLiving, isServed } from '../sql/memory-status.ts'
import { hasChangedBasis } from './bases.ts'

/** Whether a memory is in the review queue: drafts, pairs that may be one, what may not hold any more and what is proposed to be taken out. */
export const isInQueue = (
  m: SQL,
): SQL => sql`(${m}.status = 'draft' or ${isServed(m)} and (${m}.stale_since is not null or ${m}.removal_since is not null
  or exists (select from teamlore.memory_relations r
    join teamlore.memories o on o.id = r.to_id and ${isLiving(sql`o`)}
    where r.from_id = ${m}.id and r.status = 'proposed')
  or ${hasChangedBasis(m)}))`

/** Whether a person may be asked to review it in a week: also what is served before anybody did. */
export const isInBatchQueue = (m: SQL): SQL => sql`(${m}.status = 'unreviewed' or ${isInQueue(m)})`
