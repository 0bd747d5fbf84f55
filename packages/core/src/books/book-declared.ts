import { type BookProject, type BookSchema, readProject, readSchema } from '@teamlore/lorebook'
import { bookNotFound } from './books.errors.ts'

/**
 * What the two files of a stored book declare.
 *
 * @throws DomainError `book.not_found`, where they cannot be read any more.
 */
export const declaredIn = (stored: {
  project_text: string
  schema_text: string
}): { project: BookProject; schema: BookSchema } => {
  const { project } = readProject(stored.project_text)
  const { schema } = readSchema(stored.schema_text)
  if (project === undefined || schema === undefined) throw bookNotFound()
  return { project, schema }
}
