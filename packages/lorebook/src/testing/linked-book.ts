import type { SourceFile } from '../notes/note.types.ts'
import { readProject } from '../project/read-project.ts'
import { readSchema } from '../schema/read-schema.ts'
import { ingestBook } from '../stages/ingest-book.ts'
import { file } from './sample-book.ts'

/** A schema whose notes are known by a number too, and some of them hidden. */
export const SCHEMA = `version: 1
entity_types:
  - name: thing
    identity: [number]
    properties:
      - { name: number, type: integer }
      - { name: seen, type: enum, values: [all, few], default: all }
    field_mappings:
      - { field: requires, relationship: REQUIRES, target_type: [thing] }
  - { name: event, event: true }
relationship_types:
  - { name: REQUIRES, inverse: REQUIRED_BY }
  - { name: LINKS_TO, inverse: LINKED_FROM }
visibility: { property: seen, needs: { few: admin } }
`
export const bookOf = (files: readonly SourceFile[], more = '', schemaMore = '') => {
  const { project } = readProject(
    `project: vault\nversion: 1\nlayers:\n  - { name: notes, paths: [./], canonical: true }\n${more}`,
  )
  const { schema, problems } = readSchema(`${SCHEMA}${schemaMore}`)
  if (project === undefined || schema === undefined) throw new Error(JSON.stringify(problems))
  return ingestBook({ project, schema, files }).book
}
export const thing = (path: string, more = '', body = '') =>
  file(path, `type: thing\n${more}`, body)
export const edgesOf = (book: ReturnType<typeof bookOf>) =>
  book.edges.map(({ from, to, relationship, isFromText }) =>
    [from, relationship, to, isFromText === true ? 'text' : 'field'].join(' '),
  )
export const rulesOf = (book: ReturnType<typeof bookOf>) =>
  book.problems.map(({ file: path, line, rule }) => `${path}:${line} ${rule}`)
