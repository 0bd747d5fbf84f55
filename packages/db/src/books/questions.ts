import type { BookId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { BOOK_READER_ROLE } from '../engine/app-role.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, text } from '../sql/decode.ts'

type Plan = { Plan: { 'Total Cost': number } }

/**
 * Questions to a book in SQL, for admins. From the first of them to its end the transaction reads only, as a role that can see
 * nothing but the views of one book, and each statement has a bound of time.
 *
 * The text must have been checked: it is one SELECT whose functions are known, so that it can change no setting.
 */
export const createBookSqlRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async begin(bookId: BookId, { timeoutMs }: { timeoutMs: number }): Promise<void> {
    await tx.execute(sql`
      select set_config('app.team_id', ${teamId}, true), set_config('app.book_id', ${bookId}, true),
        set_config('statement_timeout', ${`${timeoutMs}`}, true),
        set_config('search_path', 'teamlore_book', true),
        set_config('transaction_read_only', 'on', true), set_config('role', ${BOOK_READER_ROLE}, true)`)
  },

  /** What the planner thinks it costs: the embedded database cannot stop a statement that runs. */
  async cost(query: string): Promise<number> {
    const [plan] = await rows<{ 'QUERY PLAN': Plan[] | string }>(
      tx,
      sql.raw(`explain (format json) select * from (${query}\n) q`),
    )
    const answer = plan?.['QUERY PLAN']
    const [first] = typeof answer === 'string' ? (JSON.parse(answer) as Plan[]) : (answer ?? [])
    return first?.Plan['Total Cost'] ?? 0
  },

  run(query: string, { limit }: { limit: number }): Promise<{ row: string }[]> {
    return decoded(
      tx,
      { row: text },
      sql.raw(`select row_to_json(q)::text as row from (${query}\n) q limit ${Math.trunc(limit)}`),
    )
  },
})
