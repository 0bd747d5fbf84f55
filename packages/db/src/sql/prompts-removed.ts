import { type SQL, sql } from 'drizzle-orm'

/** Prompts of a session that nobody distils any more, since text up to them went by the retention of the project. */
export const promptsRemoved = (session: SQL): SQL => sql`coalesce((
  select x.prompts from teamlore.session_removals x where x.session_id = ${session}.id and x.messages > 0), 0)`
