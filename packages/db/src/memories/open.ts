import { type SQL, sql } from 'drizzle-orm'

/** The database refuses every change of a memory of the team that rests on what fewer people read. */
export const isOpenMemory = (memory: SQL): SQL =>
  sql`not (${memory}.private_to is null and teamlore.rests_on_narrower(${memory}.id, ${memory}.project_id))`
