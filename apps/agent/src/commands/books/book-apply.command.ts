import { readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { bookPath, patchNote, readProject } from '@teamlore/lorebook'
import { loadReadableBook } from '../../book/load-book.ts'
import { findBook, readBookFile } from '../../book/read-book-files.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

type Proposal = {
  from: string
  to: string
  field: string
  source_file: string
  quote: string
  state: string
  found_in: { id: string } | null
}

const linesOf = ({ from, field, to, state, quote, source_file, found_in }: Proposal): Line[] => [
  [bold(from), `  ${field}  `, bold(to), dim(`  ${state}  ${source_file}`)],
  ...(quote === '' ? [] : [[dim(`    “${quote}”${found_in === null ? '' : `  ${found_in.id}`}`)]]),
]

/** `lore book proposals`: relationships that texts suggest and no note says. */
export const runBookProposals = async (context: CommandContext): Promise<ExitCode> => {
  const { book } = await loadReadableBook(context.cwd())
  const { client } = await openConnection(context)
  const { items } = await client.books.proposals(book.project.project, {})
  if (context.isJson) context.output.json({ items })
  else {
    context.output.print(...items.flatMap(linesOf))
    context.output.print([
      `${plural(items.length, 'proposal')}. Decide on the page of the book, then: lore book apply`,
    ])
  }
  return EXIT.ok
}

export type BookApplyOptions = { dryRun?: boolean | undefined }

/** The file of a note, for writing: one within the book and no link out of it. @throws where it is neither */
const noteFile = async (root: string, path: string): Promise<string> => {
  const inside = bookPath(path)
  const file =
    inside === undefined ? undefined : await realpath(join(root, inside)).catch(() => undefined)
  if (file?.startsWith(`${await realpath(root)}${sep}`) && /\.(?:md|markdown)$/iu.test(file))
    return file
  throw new CliError({
    code: 'cli.note_missing',
    message: `There is no note ${path} in this folder.`,
    hint: 'Bring the folder up to date, then: lore book ingest',
  })
}

/** All of it, or as it was: a note is never half written. */
const replaceFile = async (file: string, text: string): Promise<void> => {
  const beside = `${file}.lore-${process.pid}`
  await writeFile(beside, text, { flag: 'wx' })
  await rename(beside, file)
}

/** `lore book apply`: writes what people confirmed into the notes. The database learns it by the next ingest. */
export const runBookApply = async (
  context: CommandContext,
  { dryRun }: BookApplyOptions,
): Promise<ExitCode> => {
  const root = await findBook(context.cwd())
  const { project } = readProject((await readBookFile(root, 'lorecraft.yaml')) ?? '')
  const { book } = await loadReadableBook(context.cwd())
  const { client } = await openConnection(context)
  const name = project?.project ?? book.project.project
  const { items } = await client.books.proposals(name, { state: 'confirmed' })
  const written: string[] = []
  for (const { source_file, field, to } of items) {
    const file = await noteFile(root, source_file)
    const patched = patchNote(await readFile(file, 'utf8'), { field, add: to })
    if (patched === undefined) continue
    if (dryRun !== true) await replaceFile(file, patched)
    written.push(`${source_file}: ${field} ${to}`)
  }
  if (context.isJson) context.output.json({ written, is_dry_run: dryRun === true })
  else {
    context.output.print(...written.map((line) => [line]))
    const verb = dryRun === true ? 'would be written' : 'written'
    context.output.print([`${written.length} ${verb}. Look them over, then: lore book ingest`])
  }
  return EXIT.ok
}
