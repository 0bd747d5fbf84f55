import { loadReadableBook } from '../../book/load-book.ts'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

const text = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

/** `lore book query sql`: asks the server's book in SQL, as an admin. */
export const runBookSql = async (context: CommandContext, query: string): Promise<ExitCode> => {
  if (query.trim() === '')
    throw usageError(
      'Which query?',
      'For example: lore book query sql "select name from entities order by name"',
    )
  const { book } = await loadReadableBook(context.cwd())
  const { client } = await openConnection(context)
  const answer = await client.books.sql(book.project.project, { query })
  if (context.isJson) context.output.json(answer)
  else {
    const columns = Object.keys(answer.items[0] ?? {})
    context.output.print([columns.join('\t')])
    context.output.print(
      ...answer.items.map((row) => [columns.map((column) => text(row[column])).join('\t')]),
    )
    if (answer.is_cut) context.output.print([dim('There are more rows.')])
  }
  return EXIT.ok
}
