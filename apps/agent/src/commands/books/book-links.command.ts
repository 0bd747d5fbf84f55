import { handleOf, newLinkEdges, openBook } from '@teamlore/lorebook'
import type { BookLinks } from '@teamlore/shared/books'
import { bookNamed } from '../../book/book-named.ts'
import { loadReadableBook } from '../../book/load-book.ts'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { cyan, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type BookLinksOptions = {
  book?: string | undefined
  on?: boolean | undefined
  off?: boolean | undefined
}

const MAX_LINES = 30

/** What the files of the folder say, where no server is asked. */
const linksOfFiles = async (folder: string): Promise<BookLinks> => {
  const { book } = await loadReadableBook(folder)
  const { graph } = openBook(book)
  const added = newLinkEdges(book)
  const nameOf = (key: string): string => {
    const entity = graph.byKey.get(key)
    return entity === undefined ? key : handleOf(graph, entity)
  }
  return {
    links: book.project.links ?? false,
    decided_by: book.project.links === undefined ? 'nobody' : 'file',
    relationships: book.edges.filter(({ isFromText }) => isFromText).length,
    would_add: added.length,
    items: added.map(({ from, to, relationship, file, line }) => ({
      from: nameOf(from),
      to: nameOf(to),
      relationship,
      source_file: file,
      line,
    })),
  }
}

const SAID_BY = {
  file: 'lorecraft.yaml says so',
  page: 'decided on the server',
  nobody: 'nobody has decided yet',
} as const

const HOW = 'To have them, write `links: true` into lorecraft.yaml, or run: lore book links --on'

export const linksLines = ({
  links,
  decided_by,
  relationships,
  would_add,
  items,
}: BookLinks): Line[] => [
  [
    links
      ? `Links in texts are relationships (${SAID_BY[decided_by]}): ${relationships} of them.`
      : `Links in texts are no relationships (${SAID_BY[decided_by]}). They would add ${would_add}.`,
  ],
  ...items
    .slice(0, MAX_LINES)
    .map(
      ({ from, to, relationship, source_file, line }): Line => [
        cyan(`${source_file}:${line}`),
        `  ${from}  ${relationship}  ${to}`,
      ],
    ),
  ...(would_add > MAX_LINES ? [[dim(`and ${plural(would_add - MAX_LINES, 'more', 'more')}`)]] : []),
  ...(!links && decided_by !== 'file' ? [[HOW]] : []),
]

/** `lore book links`: what links in texts would add to the book of the folder; `--on` and `--off` decide for the server's book. */
export const runBookLinks = async (
  context: CommandContext,
  { book, on, off }: BookLinksOptions,
): Promise<ExitCode> => {
  if (on && off)
    throw usageError('--on and --off are opposites.', 'For example: lore book links --on')
  const answer =
    on || off || book !== undefined
      ? await linksThere(context, { book, links: on ? true : off ? false : undefined })
      : await linksOfFiles(context.cwd())
  if (context.isJson) context.output.json(answer)
  else context.output.print(...linksLines(answer))
  return EXIT.ok
}

const linksThere = async (
  context: CommandContext,
  { book, links }: { book: string | undefined; links: boolean | undefined },
): Promise<BookLinks> => {
  const name = await bookNamed(book, context.cwd())
  const { client } = await openConnection(context)
  return links === undefined ? client.books.links(name) : client.books.setLinks(name, { links })
}
