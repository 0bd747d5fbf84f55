import { sql } from 'drizzle-orm'

/** Rows of `edits` that wrote something. A file that was deleted or moved as it is was no edit of no lines. */
export const WRITES = sql`(operation not in ('delete', 'rename') or added_lines + removed_lines > 0)`
