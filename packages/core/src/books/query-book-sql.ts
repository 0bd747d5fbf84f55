import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { seesWhole } from '@teamlore/lorebook'
import type { BookSqlAnswer, BookSqlRequest } from '@teamlore/shared/books'
import { DomainError } from '../errors.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { declaredIn } from './book-declared.ts'
import { sqlProblem } from './book-sql-text.ts'
import { bookNotFound, bookPartsHidden, sqlFailed, sqlRefused } from './books.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Finds out anew what the tables of books hold, where much of it changed. */
  analyseBooks: () => Promise<unknown>
  maxCost?: number
}

const TIMEOUT_MS = 5_000
const MAX_ROWS = 1_000
/** Some seconds of work, as the planner counts it. */
const MAX_COST = 2_000_000

/** What the database says of a query that it could not run; never more than its own sentence. */
const reasonOf = (error: unknown): string => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/u.test(at.code))
      return at.message
  return 'it could not be run'
}

/**
 * Asks one book in SQL. For admins, who see the whole of every book: the views know no roles.
 *
 * @throws DomainError `book.not_found`, `book.sql_refused`, `book.sql_failed`.
 */
export const makeQueryBookSql =
  ({ unitOfWork, analyseBooks, maxCost = MAX_COST }: Deps) =>
  async (
    scope: TeamScope<'admin'>,
    { book: name, request: { query } }: { book: string; request: BookSqlRequest },
  ): Promise<BookSqlAnswer> => {
    const problem = sqlProblem(query)
    if (problem !== undefined) throw sqlRefused({ message: problem })
    // Of a book that was just taken in the planner knows nothing, and would read all entities for each relationship.
    await analyseBooks()
    return unitOfWork.inTeam(scope, async ({ books, bookSql }) => {
      const stored = await books.find(name)
      if (stored === undefined) throw bookNotFound()
      if (!seesWhole(declaredIn(stored), scope.role)) throw bookPartsHidden()
      await bookSql.begin(stored.id, { timeoutMs: TIMEOUT_MS })
      const found = await answered(bookSql, query, maxCost)
      const items = found.slice(0, MAX_ROWS).map(({ row }) => JSON.parse(row))
      return { items, is_cut: found.length > MAX_ROWS }
    })
  }

const answered = async (
  bookSql: TeamRepositories['bookSql'],
  query: string,
  maxCost: number,
): Promise<{ row: string }[]> => {
  try {
    if ((await bookSql.cost(query)) > maxCost) throw tooDear()
    return await bookSql.run(query, { limit: MAX_ROWS + 1 })
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw sqlFailed({ message: `The database could not answer: ${reasonOf(error)}.` })
  }
}

const tooDear = () =>
  sqlRefused({ message: 'This query would take too long. Join on keys, or filter first.' })
