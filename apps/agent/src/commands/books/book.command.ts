import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import {
  type BookRole,
  bookNameOf,
  checkBook,
  type ExportFormat,
  exitCodeOf,
  exportBook,
  filesOfTemplate,
  inferBook,
  roleForExport,
  type Selection,
  sarifOfProblems,
  selectBook,
  type TemplateName,
  viewOfBook,
} from '@teamlore/lorebook'
import { answerFromFiles, type QueryOptions } from '../../book/book-answers.ts'
import { loadBook, loadReadableBook } from '../../book/load-book.ts'
import type { BookQuery } from '../../book/queries.ts'
import { readBookFile, readBookFiles } from '../../book/read-book-files.ts'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import type { Line } from '../../output/line.ts'
import { answerLines, problemLines } from '../../views/book.view.ts'
import type { CommandContext } from '../shared/command-context.ts'

type Files = Record<string, string>

/** Writes new files, all or none; one that is there already is never written over. */
const writeNew = async (folder: string, files: Files): Promise<string[]> => {
  await mkdir(folder, { recursive: true })
  const written: string[] = []
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    try {
      await writeFile(path, text, { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      throw new CliError({
        code: 'cli.book_exists',
        message: `${path} is there already and stays as it is.`,
        hint: 'Change it by hand, or begin the book in another folder.',
        details: { written },
        cause: error,
      })
    }
    written.push(path)
  }
  return written
}

const showWritten = (
  { output, isJson }: CommandContext,
  written: string[],
  next: string,
): ExitCode => {
  if (isJson) output.json({ written })
  else output.print(...written.map((path) => [`Wrote ${path}.`]), [next])
  return EXIT.ok
}

/** @throws CliError for a name that no book can have */
const nameOf = (name: string | undefined, folder: string): string => {
  const given = name ?? bookNameOf(basename(folder))
  if (given === bookNameOf(given)) return given
  throw usageError(
    '--name: letters, digits, spaces, "-", "_" and "." only, a letter or digit first.',
    `For example: --name "${bookNameOf(given)}"`,
  )
}

/** Those that are not there yet, so that one that was lost can be restored; all of them where none is missing. */
const missingOf = async (folder: string, files: Files): Promise<Files> => {
  const there = await Promise.all(
    Object.keys(files).map((name) => readBookFile(folder, name).then((text) => text !== undefined)),
  )
  const missing = Object.entries(files).filter((_, at) => !there[at])
  return missing.length === 0 ? files : Object.fromEntries(missing)
}

export type BookInitOptions = { name?: string | undefined; template: TemplateName }

/** `lore book init`: the two files of a new book. */
export const runBookInit = async (
  context: CommandContext,
  { name, template }: BookInitOptions,
): Promise<ExitCode> => {
  const folder = context.cwd()
  const files = filesOfTemplate(template, nameOf(name, folder))
  const written = await writeNew(folder, await missingOf(folder, files))
  return showWritten(
    context,
    written,
    'Write notes into the folders of its layers, then: lore book validate',
  )
}

export type BookInferOptions = { name?: string | undefined; write?: boolean | undefined }

/** `lore book infer`: proposes the two files for notes that exist. */
export const runBookInfer = async (
  context: CommandContext,
  folder: string | undefined,
  { name, write }: BookInferOptions,
): Promise<ExitCode> => {
  const root = resolve(context.cwd(), folder ?? '.')
  const inferred = inferBook(nameOf(name, root), await readBookFiles(root))
  const { notes, untyped, left_out, unsure, ...files } = inferred
  const guesses: Line[] = unsure.map((one) => [`# unsure: ${one}`])
  if (write) {
    if (!context.isJson) context.output.print(...guesses)
    return showWritten(
      context,
      await writeNew(root, files),
      'Look them over, then: lore book validate',
    )
  }
  if (context.isJson) context.output.json({ notes, untyped, left_out, unsure, files })
  else
    context.output.print(
      [
        `# A proposal from ${plural(notes, 'note')}, ${untyped} of them typed by a tag or their folder. Keep it with --write.`,
      ],
      ...guesses,
      ...Object.entries(files).flatMap(([file, text]) => [
        [`# ${file}`],
        ...text.split('\n').map((line) => [line]),
      ]),
    )
  return EXIT.ok
}

export type BookValidateOptions = { sarif?: boolean | undefined; strict?: boolean | undefined }

/** `lore book validate`: all that is wrong with a book, by file and line. Ends with 1 where there are errors. */
export const runBookValidate = async (
  context: CommandContext,
  { sarif, strict }: BookValidateOptions,
  version: string,
): Promise<ExitCode> => {
  const loaded = await loadBook(context.cwd())
  const problems =
    loaded.ingested === undefined ? loaded.problems : checkBook(loaded.ingested.book, loaded.files)
  const summary = loaded.ingested?.summary
  if (sarif) context.output.json(sarifOfProblems(problems, version))
  else if (context.isJson) context.output.json({ summary: summary ?? null, problems })
  else context.output.print(...problemLines(problems, summary))
  return exitCodeOf(problems, { strict: strict === true }) === 0 ? EXIT.ok : EXIT.failed
}

/** `lore book query`: an answer from the files of the book, without a server. */
export const runBookQuery = async (
  context: CommandContext,
  query: BookQuery,
  words: readonly string[],
  options: QueryOptions,
): Promise<ExitCode> => {
  const { book } = await loadReadableBook(context.cwd(), options.at)
  const answer = answerFromFiles(book, query, words.join(' '), options)
  if (context.isJson) context.output.json(answer)
  else context.output.print(...answerLines(answer))
  return EXIT.ok
}

export type BookExportOptions = Selection & {
  format: ExportFormat
  out?: string | undefined
  role?: BookRole | undefined
  at?: string | undefined
}

/** `lore book export`: the book, or a part of it, as a text of a format. */
export const runBookExport = async (
  context: CommandContext,
  { format, out, role, at, ...selection }: BookExportOptions,
): Promise<ExitCode> => {
  const whole = (await loadReadableBook(context.cwd(), at)).book
  const as = role ?? roleForExport(format)
  const book = as === undefined ? whole : viewOfBook(whole, as)
  const text = exportBook({ ...book, ...selectBook(book, selection) }, format)
  if (out === undefined) {
    if (context.isJson) context.output.json({ format, text })
    else
      context.output.print(
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => [line]),
      )
    return EXIT.ok
  }
  const path = resolve(context.cwd(), out)
  const written = await writeNew(dirname(path), { [basename(path)]: text })
  return showWritten(context, written, `${format} of ${book.project.project}.`)
}
