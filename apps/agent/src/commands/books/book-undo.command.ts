import { bookNamed } from '../../book/book-named.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type BookUndoOptions = {
  book?: string | undefined
  generation?: number | undefined
  list?: boolean | undefined
}

/** `lore book undo`: makes the server's book what it was before its last ingest, or as an earlier generation. */
export const runBookUndo = async (
  context: CommandContext,
  { book, generation, list }: BookUndoOptions,
): Promise<ExitCode> => {
  const name = await bookNamed(book, context.cwd())
  const { client } = await openConnection(context)
  const { output, isJson } = context
  if (list) {
    const { items } = await client.books.generations(name)
    if (isJson) output.json({ items })
    else
      output.print(
        ...items.map(
          (one): Line => [
            bold(String(one.generation)),
            `  ${one.made_at}  ${one.made_by?.name ?? ''}  ${plural(one.summary['entities'] ?? 0, 'entity', 'entities')}`,
            dim(one.is_current ? '  as it is now' : ''),
          ],
        ),
      )
    return EXIT.ok
  }
  const answer = await client.books.undo(name, generation === undefined ? {} : { generation })
  if (isJson) output.json(answer)
  else
    output.print(
      [
        `Restored generation ${answer.restored} of ${name}: ${plural(answer.summary['entities'] ?? 0, 'entity', 'entities')}, ${plural(answer.summary['relationships'] ?? 0, 'relationship')}, ${plural(answer.summary['events'] ?? 0, 'event')}. It is generation ${answer.generation} now.`,
      ],
      ['The files are as they were: the next ingest asks before it deletes as much again.'],
    )
  return EXIT.ok
}
