import { type SQL, sql } from 'drizzle-orm'

/** Whether the agent of a session handed something over that no second reader has looked at. */
export const waitsForReader = (session: SQL): SQL =>
  sql`exists (select from teamlore.handed_readings h where h.session_id = ${session}.id and h.state = 'waiting')`
