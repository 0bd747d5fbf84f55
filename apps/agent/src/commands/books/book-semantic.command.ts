import type { QueryOptions } from '../../book/book-answers.ts'
import { loadReadableBook } from '../../book/load-book.ts'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import { answerLines } from '../../views/book.view.ts'
import type { CommandContext } from '../shared/command-context.ts'

/** `lore book query search --semantic`: asks the server's book by meaning; the model that reads is there. */
export const runBookSemantic = async (
  context: CommandContext,
  words: readonly string[],
  { type, layer, at }: QueryOptions,
): Promise<ExitCode> => {
  const query = words.join(' ')
  if (query.trim() === '')
    throw usageError(
      'What for? The words are missing.',
      'For example: lore book query search --semantic "who takes the money"',
    )
  const { book } = await loadReadableBook(context.cwd())
  const { client } = await openConnection(context)
  const { items: hits, notes } = await client.books.search(book.project.project, {
    query,
    semantic: true,
    ...(type !== undefined && { type }),
    ...(layer !== undefined && { layer }),
    ...(at !== undefined && { at }),
  })
  if (context.isJson) context.output.json({ hits, notes })
  else {
    context.output.print(...notes.map((note) => [dim(note)]))
    context.output.print(...(hits.length === 0 ? [['Nothing here.']] : answerLines({ hits })))
  }
  return EXIT.ok
}
