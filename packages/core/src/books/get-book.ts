import type { StoredBook, UnitOfWork } from '@teamlore/db'
import { type Book, checkBook, type Problem, SCHEMA_FILE, seesWhole } from '@teamlore/lorebook'
import type { BookAnswer } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { declaredIn } from './book-declared.ts'
import { homeOf } from './book-home.ts'
import { bookNotFound } from './books.errors.ts'
import type { OpenBooks } from './open-books.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; openBooks: OpenBooks }
type Known = Omit<StoredBook, 'problems' | 'files_hash' | 'texts_replaced'>

/** Counts of what a role sees; those of the ingest count what it does not. */
const countsOf = ({ entities, edges, events }: Book): Record<string, number> => ({
  entities: entities.length,
  placeholders: entities.filter(({ source }) => source === null).length,
  relationships: edges.length,
  events: events.length,
})

const presentSummary = (
  { id, name, ingested_at, summary, ...stored }: Known,
  view: Book | undefined,
) => ({
  id,
  name,
  ingested_at,
  summary: view === undefined ? summary : countsOf(view),
  home: homeOf(stored),
})

/** What is wrong with the schema; to whom something is hidden, its line alone, for words of it may be hidden too. */
const staleSchemaOf = (
  problems: readonly Problem[],
  seesAll: boolean,
): BookAnswer['stale_schema'] => {
  const first = problems.find(({ file, severity }) => file === SCHEMA_FILE && severity === 'error')
  if (first === undefined) return null
  const { line, message } = first
  return { line, message: seesAll ? message : 'The schema cannot be read at the moment.' }
}

/** The book as the role sees it; undefined where that is all of it. */
const makeViewOf =
  (openBooks: OpenBooks) =>
  async (scope: TeamScope, stored: Known): Promise<Book | undefined> =>
    seesWhole(declaredIn(stored), scope.role)
      ? undefined
      : (await openBooks(scope, stored.name)).book

export const makeListBooks =
  ({ unitOfWork, openBooks }: Deps) =>
  async (scope: TeamScope) => {
    const viewOf = makeViewOf(openBooks)
    const found = await unitOfWork.inTeam(scope, ({ books }) => books.list())
    const items = []
    // One after the other: each may read a book.
    for (const stored of found) items.push(presentSummary(stored, await viewOf(scope, stored)))
    return { items }
  }

/** Folders of the book on machines of whom asks. */
const checkoutsOf = async (
  unitOfWork: Deps['unitOfWork'],
  scope: TeamScope,
  { home_repository, home_folder }: Known,
): Promise<BookAnswer['checkouts']> => {
  if (home_repository === null || home_folder === null) return []
  const found = await unitOfWork.inTeam(scope, ({ bookHomes }) =>
    bookHomes.checkoutsOf(home_repository),
  )
  return found.map(({ machine, folder }) => ({
    machine,
    folder: home_folder === '' ? folder : `${folder}/${home_folder}`,
  }))
}

/** @throws DomainError `book.not_found`. */
export const makeGetBook =
  ({ unitOfWork, openBooks }: Deps) =>
  async (scope: TeamScope, { book: name }: { book: string }): Promise<BookAnswer> => {
    const stored = await unitOfWork.inTeam(scope, ({ books }) => books.find(name))
    if (stored === undefined) throw bookNotFound()
    const view = await makeViewOf(openBooks)(scope, stored)
    const { project, schema } = view ?? declaredIn(stored)
    return {
      ...presentSummary(stored, view),
      checkouts: await checkoutsOf(unitOfWork, scope, stored),
      layers: project.layers.map(({ name: layer, canonical, depends_on, overrides }) => ({
        name: layer,
        canonical,
        depends_on,
        overrides,
      })),
      schema: JSON.parse(JSON.stringify(schema)),
      stale_schema: staleSchemaOf(stored.problems as Problem[], view === undefined),
      // What is reported of the files names what it speaks of; a view is looked at by itself.
      problems:
        view === undefined
          ? (stored.problems as Problem[])
          : checkBook(
              view,
              view.entities.flatMap(({ source }) => source?.path ?? []),
            ),
    }
  }
