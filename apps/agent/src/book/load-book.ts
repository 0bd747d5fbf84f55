import {
  type IngestResult,
  ingestBook,
  newProblem,
  PROJECT_FILE,
  type Problem,
  readProject,
  readSchema,
  SCHEMA_FILE,
  type SourceFile,
} from '@teamlore/lorebook'
import { CliError } from '../errors/cli-error.ts'
import { commitAt, readBookAt } from './book-git.ts'
import { findBook, readBookFile, readBookFiles } from './read-book-files.ts'

export type LoadedBook = { root: string } & (
  | {
      problems: Problem[]
      /** Of a schema with slips, made of what is right of it: for reports, not for answers. */
      ingested: IngestResult
      hasSchema: boolean
      files: string[]
      /** The texts themselves, for whoever sends them. */
      texts: BookTexts
    }
  /** `lorecraft.yaml` has errors, so nothing else could be read. */
  | { problems: Problem[]; ingested?: undefined; texts: BookTexts }
)

type BookTexts = { project: string; schema: string; files: SourceFile[] }

/** Reads the book that a folder lies in, from its files alone; `at` a tag, commit or date as its repository had them. */
export const loadBook = async (from: string, at?: string): Promise<LoadedBook> => {
  const root = await findBook(from)
  const then = at === undefined ? undefined : await readBookAt(root, await commitAt(root, at))
  const projectText = then ? then.project : await readBookFile(root, PROJECT_FILE)
  const schemaText = then ? then.schema : await readBookFile(root, SCHEMA_FILE)
  const read = readProject(projectText ?? '')
  const schema =
    schemaText === undefined
      ? { ...readSchema(''), problems: [missing(SCHEMA_FILE)] }
      : readSchema(schemaText)
  const problems = [...read.problems, ...schema.problems]
  const files = then ? then.files : await readBookFiles(root)
  const texts = { project: projectText ?? '', schema: schemaText ?? '', files }
  if (read.project === undefined) return { root, problems, texts }
  const usable = schema.schema ? { schema: schema.schema } : schema.usable()
  const ingested = ingestBook({ project: read.project, ...usable, files, problems })
  return {
    root,
    problems,
    ingested,
    texts,
    hasSchema: schema.schema !== undefined,
    files: files.map(({ path }) => path),
  }
}

const missing = (file: string): Problem =>
  newProblem(
    'wrong-shape',
    { file, line: 1, column: 1 },
    `There is no ${file} beside ${PROJECT_FILE}.`,
  )

type Readable = IngestResult & Pick<Extract<LoadedBook, { hasSchema: boolean }>, 'root' | 'texts'>

/** The same, for questions: they need a book whose two files are right. @throws where one is not. */
export const loadReadableBook = async (from: string, at?: string): Promise<Readable> => {
  const loaded = await loadBook(from, at)
  if (loaded.ingested !== undefined && loaded.hasSchema) return readable(loaded)
  throw unreadable(loaded)
}

/** The two files of a book, and what it is called: enough to send it. */
export type BookToSend = { root: string; name: string; project: string; schema: string }

/** A book to send: the server keeps the last good of its two files where one has slips. @throws where not even its name is there. */
export const findBookToSend = async (from: string): Promise<BookToSend> => {
  const root = await findBook(from)
  const project = (await readBookFile(root, PROJECT_FILE)) ?? ''
  const schema = (await readBookFile(root, SCHEMA_FILE)) ?? ''
  const read = readProject(project)
  const name = read.project?.project ?? nameIn(project)
  if (name === undefined) throw unreadable(read)
  return { root, name, project, schema }
}

const NAME_LINE = /^project:[ \t]+(?:"([^"\n]+)"|'([^'\n]+)'|([^\s#"'][^#\n]*?))[ \t]*(?:#.*)?$/m

/** What a file calls the book that is no YAML, or not all of it. */
export const nameIn = (project: string): string | undefined => {
  const [, double, single, plain] = NAME_LINE.exec(project) ?? []
  return double ?? single ?? plain
}

const readable = ({
  ingested,
  root,
  texts,
}: Extract<LoadedBook, { hasSchema: boolean }>): Readable => ({
  ...ingested,
  root,
  texts,
})

export const unreadable = ({ problems }: { problems: readonly Problem[] }): CliError => {
  const [first] = problems.filter(({ severity }) => severity === 'error')
  return new CliError({
    code: 'cli.book_unreadable',
    message: `${first?.file ?? PROJECT_FILE}, line ${first?.line ?? 1}: ${first?.message ?? 'This file cannot be read.'}`,
    hint: 'See all that is wrong with `lore book validate`.',
  })
}
