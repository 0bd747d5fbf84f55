import { analyseBooks, type Engine } from '@teamlore/db'
import type { TeamRole } from '@teamlore/shared'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { grantTeamScope, type TeamScope } from '../../identity/teams/team-scope.ts'
import { createIngestWorld } from '../../testing/ingest-world.ts'
import { makeExportBook, makeGetBookEntity, makeGetBookState } from '../ask-book.ts'
import { makeListBookVersions } from '../book-versions.ts'
import { makeGetBook, makeListBooks } from '../get-book.ts'
import { makeIngestBook } from '../ingest-book.ts'
import { makeOpenBooks } from '../open-books.ts'
import { makeQueryBookSql } from '../query-book-sql.ts'

export const PROJECT = `project: vault
version: 1
layers:
  - { name: open, paths: [./open/], canonical: true }
  - { name: inner, paths: [./inner/], canonical: true, depends_on: [open], needs: admin }
`
export const SCHEMA = `version: 1
entity_types:
  - name: part
    properties:
      - { name: status, type: enum, values: [live, retired], default: live }
    field_mappings:
      - { field: needs, relationship: NEEDS }
relationship_types:
  - { name: NEEDS, inverse: NEEDED_BY }
`
export const OPEN_PROJECT = PROJECT.replace(', needs: admin', '')

type Notes = Record<string, string>
export const NOTES: Notes = {
  'open/queue.md': 'title: Queue\ntype: part',
  'inner/core.md': 'title: Core of secrets\ntype: part\nneeds: Queue',
}
export const request = (
  notes: Notes,
  more: Partial<IngestBookRequest> = {},
): IngestBookRequest => ({
  project: PROJECT,
  schema: SCHEMA,
  files: Object.entries(notes).map(([path, frontMatter]) => {
    const text = `---\n${frontMatter}\n---\nText.\n`
    return { path, hash: `${text.length} ${text}`.slice(0, 128), text }
  }),
  has_more: false,
  dry_run: false,
  is_past: false,
  allow_deletions: true,
  ...more,
})

/** A team with a book of two layers, one of them for admins. */
export const openBookWorld = async (engine: Engine) => {
  const world = await createIngestWorld(engine)
  const { unitOfWork } = world.team
  const openBooks = makeOpenBooks({ unitOfWork })
  const as = <R extends TeamRole>(role: R): TeamScope<R> =>
    grantTeamScope({ ...world.scope, role } as Parameters<typeof grantTeamScope>[0], role)
  const named = { book: 'vault' }
  return {
    ...world,
    as,
    ingest: (scope: TeamScope<'member'>, sent: IngestBookRequest) =>
      makeIngestBook({ unitOfWork })(scope, { ...named, request: sent }),
    get: (scope: TeamScope) => makeGetBook({ unitOfWork, openBooks })(scope, named),
    list: (scope: TeamScope) => makeListBooks({ unitOfWork, openBooks })(scope),
    entity: (scope: TeamScope, name: string, at?: string) =>
      makeGetBookEntity({ openBooks })(scope, { ...named, query: { name, at } }),
    state: (scope: TeamScope, name: string, at?: string) =>
      makeGetBookState({ openBooks })(scope, { ...named, query: { name, layer: 'open', at } }),
    exported: (scope: TeamScope, role?: 'viewer') =>
      makeExportBook({ openBooks, unitOfWork })(scope, {
        ...named,
        query: { format: 'json', role, depth: 1 },
      }),
    versions: (scope: TeamScope) => makeListBookVersions({ unitOfWork })(scope, named),
    sql: (scope: TeamScope<'admin'>, query: string, maxCost?: number) =>
      makeQueryBookSql({
        unitOfWork,
        analyseBooks: () => analyseBooks(engine),
        ...(maxCost && { maxCost }),
      })(scope, {
        ...named,
        request: { query },
      }),
  }
}
