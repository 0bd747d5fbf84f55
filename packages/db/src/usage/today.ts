import { sql } from 'drizzle-orm'

/** Days are those of UTC. */
export const TODAY = sql`created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`
