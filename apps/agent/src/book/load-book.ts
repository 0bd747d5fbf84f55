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
      ingested: IngestResult
      files: string[]
      /** The texts themselves, for whoever sends them. */
      texts: { project: string; schema: string; files: SourceFile[] }
    }
  /** Its two files have errors, so nothing else could be read. */
  | { problems: Problem[]; ingested?: undefined }
)

/** Reads the book that a folder lies in, from its files alone; `at` a tag, commit or date as its repository had them. */
export const loadBook = async (from: string, at?: string): Promise<LoadedBook> => {
  const root = await findBook(from)
  const then = at === undefined ? undefined : await readBookAt(root, await commitAt(root, at))
  const projectText = then ? then.project : await readBookFile(root, PROJECT_FILE)
  const schemaText = then ? then.schema : await readBookFile(root, SCHEMA_FILE)
  const read = readProject(projectText ?? '')
  const schema =
    schemaText === undefined
      ? {
          schema: undefined,
          problems: [
            newProblem(
              'wrong-shape',
              { file: SCHEMA_FILE, line: 1, column: 1 },
              `There is no ${SCHEMA_FILE} beside ${PROJECT_FILE}.`,
            ),
          ],
        }
      : readSchema(schemaText)
  const problems = [...read.problems, ...schema.problems]
  if (read.project === undefined || schema.schema === undefined) return { root, problems }
  const files = then ? then.files : await readBookFiles(root)
  const ingested = ingestBook({ project: read.project, schema: schema.schema, files, problems })
  const texts = { project: projectText ?? '', schema: schemaText ?? '', files }
  return { root, problems, ingested, files: files.map(({ path }) => path), texts }
}

/** The same, for questions: they need a book whose two files are right. @throws where one is not. */
export const loadReadableBook = async (
  from: string,
  at?: string,
): Promise<IngestResult & Pick<Extract<LoadedBook, { texts: object }>, 'root' | 'texts'>> => {
  const loaded = await loadBook(from, at)
  if (loaded.ingested !== undefined)
    return { ...loaded.ingested, root: loaded.root, texts: loaded.texts }
  const [first] = loaded.problems.filter(({ severity }) => severity === 'error')
  throw new CliError({
    code: 'cli.book_unreadable',
    message: `${first?.file ?? PROJECT_FILE}, line ${first?.line ?? 1}: ${first?.message ?? 'This file cannot be read.'}`,
    hint: 'See all that is wrong with `lore book validate`.',
  })
}
