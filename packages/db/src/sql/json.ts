import { type SQL, sql } from 'drizzle-orm'

/** A value as JSON, whichever driver carries it. */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::text::jsonb`
