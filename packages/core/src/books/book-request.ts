import { hash } from 'node:crypto'
import type { BookFile } from '@teamlore/db'
import { ingestBook, newProblem, type Problem, readProject, readSchema } from '@teamlore/lorebook'
import type { Redactor } from '@teamlore/redaction'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { cleanStrings } from '../text/clean-strings.ts'

type File = IngestBookRequest['files'][number]

/** The first file of each path, and what is wrong where there are more. */
const firstOfEach = (files: readonly File[]): { files: File[]; problems: Problem[] } => {
  const first = new Map<string, File>()
  const repeated = new Set<string>()
  for (const file of files)
    if (first.has(file.path)) repeated.add(file.path)
    else first.set(file.path, file)
  const problems = [...repeated].map((file) =>
    newProblem(
      'duplicate-path',
      { file, line: 1, column: 1 },
      'More than one file has this path once secrets are taken out of it; the first alone is in the book. Rename the others.',
    ),
  )
  return { files: [...first.values()], problems }
}

/** What was sent, each path once, without secrets that the machine of the sender did not know of. */
export const cleanRequest = (
  request: IngestBookRequest,
  redactor: Redactor,
): { said: IngestBookRequest; redactions: number; repeated: Problem[] } => {
  let redactions = 0
  const clean = (text: string): string => {
    const redacted = redactor.redact(text)
    redactions += redacted.count
    return redacted.text
  }
  const { project, schema, files, ...rest } = cleanStrings(request)
  const cleaned = files.map(({ text, ...file }) => ({
    ...file,
    path: clean(file.path),
    ...(text !== undefined && { text: clean(text) }),
  }))
  const { files: once, problems: repeated } = firstOfEach(cleaned)
  const said = { ...rest, project: clean(project), schema: clean(schema), files: once }
  return { said, redactions, repeated }
}

/** What the two files of a book declare, and what is wrong with them. */
export const readDeclared = ({ project, schema }: IngestBookRequest) => {
  const ofProject = readProject(project)
  const ofSchema = readSchema(schema)
  return {
    project: ofProject.project,
    schema: ofSchema.schema,
    usable: ofSchema.usable,
    problems: [...ofProject.problems, ...ofSchema.problems],
  }
}

/** What is wrong with a request whose schema has slips: one of them hides nothing of the notes that came with it. */
export const problemsBeside = (
  { files }: IngestBookRequest,
  { project, usable, problems }: ReturnType<typeof readDeclared>,
): readonly Problem[] =>
  project === undefined
    ? problems
    : ingestBook({ project, ...usable(), files: files.filter(hasText), problems }).book.problems

export const hasText = (file: File): file is BookFile => file.text !== undefined

/** One hash of all that a book is made of, in whichever order its files come. */
export const filesHashOf = (
  { project, schema, files }: IngestBookRequest,
  repeated: readonly Problem[],
  links: boolean | null,
): string => {
  const listed = files.map((file) => `${file.path}\n${file.hash}`).sort()
  return hash('sha256', JSON.stringify([project, schema, listed, links, ...repeated]))
}

/** That hash with the generation it was ingested as: who ingests without noting it makes it stale all the same. */
export const notedHash = (generation: number, filesHash: string): string =>
  `${generation} ${filesHash}`
