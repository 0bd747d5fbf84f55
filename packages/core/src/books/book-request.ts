import { hash } from 'node:crypto'
import type { BookFile } from '@teamlore/db'
import { readProject, readSchema } from '@teamlore/lorebook'
import type { Redactor } from '@teamlore/redaction'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { cleanStrings } from '../platform/clean-strings.ts'

/** What was sent, without secrets that the machine of the sender did not know of. */
export const cleanRequest = (
  request: IngestBookRequest,
  redactor: Redactor,
): { said: IngestBookRequest; redactions: number } => {
  let redactions = 0
  const clean = (text: string): string => {
    const redacted = redactor.redact(text)
    redactions += redacted.count
    return redacted.text
  }
  const { project, schema, files, ...rest } = cleanStrings(request)
  const said = {
    ...rest,
    project: clean(project),
    schema: clean(schema),
    files: files.map(({ text, ...file }) => ({
      ...file,
      path: clean(file.path),
      ...(text !== undefined && { text: clean(text) }),
    })),
  }
  return { said, redactions }
}

/** What the two files of a book declare, and what is wrong with them. */
export const readDeclared = ({ project, schema }: IngestBookRequest) => {
  const ofProject = readProject(project)
  const ofSchema = readSchema(schema)
  return {
    project: ofProject.project,
    schema: ofSchema.schema,
    problems: [...ofProject.problems, ...ofSchema.problems],
  }
}

export const hasText = (file: IngestBookRequest['files'][number]): file is BookFile =>
  file.text !== undefined

/** One hash of all that a book is made of, in whichever order its files come. */
export const filesHashOf = ({ project, schema, files }: IngestBookRequest): string => {
  const listed = files.map((file) => `${file.path}\n${file.hash}`).sort()
  return hash('sha256', JSON.stringify([project, schema, listed]))
}
