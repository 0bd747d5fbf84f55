import { type SQL, sql } from 'drizzle-orm'

/** The database refuses every change of a memory of the team that rests on what fewer people read. */
export const isOpenMemory = (memory: SQL): SQL =>
  sql`not (${memory}.private_to is null and teamlore.rests_on_narrower(${memory}.id, ${memory}.project_id))`

/**
 * What may be shown where everybody with the repository reads it, such as AGENTS.md and pull requests: it holds, a person approved or
 * wrote it, and it is neither private nor rests on what fewer people read.
 */
export const isForEverybody = (memory: SQL): SQL =>
  sql`(${memory}.private_to is null and ${memory}.status = 'active'
    and (${memory}.reviewed_by is not null or (${memory}.origin = 'human' and ${memory}.author_id is not null))
    and ${isOpenMemory(memory)})`
