import type { OpenedBook, TeamRepositories, UnitOfWork } from '@teamlore/db'
import {
  type Book,
  type BookRole,
  ingestBook,
  type OpenBook,
  openBook,
  viewOfBook,
  viewRoleOf,
} from '@teamlore/lorebook'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { declaredIn } from './book-declared.ts'
import { bookOfRows } from './book-rows.ts'
import { versionAt } from './book-versions.ts'
import { bookNotFound, versionNotFound } from './books.errors.ts'
import type { HomeOfFiles } from './edit-url.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; maxOpen?: number }

/** A book is held in memory while it is asked; so many of them, the least recently asked goes first. */
const MAX_OPEN = 8

/** A book that is open, with where its files come from. */
export type BookAtHome = OpenBook & { home: HomeOfFiles }

/** A book as it was read once, and what each role sees of it. */
type Held = { state: string; whole: Book; home: HomeOfFiles; views: Map<BookRole, BookAtHome> }
type Repositories = Pick<TeamRepositories, 'books' | 'bookRows' | 'bookFiles' | 'bookVersions'>

const viewFor = ({ whole, home, views }: Held, role: BookRole): BookAtHome => {
  const as = viewRoleOf(whole, role)
  const known = views.get(as)
  if (known) return known
  const view = { ...openBook(viewOfBook(whole, as)), home }
  views.set(as, view)
  return view
}

const readNow = async (
  { books, bookRows }: Repositories,
  { id, name, generation, ...stored }: OpenedBook,
): Promise<Book | undefined> => {
  const rows = await bookRows.list(id)
  // An ingest between the two would have mixed two books.
  if ((await books.open(name))?.generation !== generation) return undefined
  return { ...declaredIn(stored), ...bookOfRows(rows), problems: [] }
}

const readVersion = async (
  { bookFiles, bookVersions }: Repositories,
  { id, links }: OpenedBook,
  commit: string,
): Promise<Book> => {
  const version = await bookVersions.find(id, commit)
  if (version === undefined) throw versionNotFound()
  const files = await bookFiles.listOf(id, version.files)
  return ingestBook({ ...declaredIn(version), files, hasLinkEdges: links === true }).book
}

const commitOf = async (
  { bookVersions }: Repositories,
  { id }: OpenedBook,
  at: string | undefined,
): Promise<string | undefined> =>
  at === undefined ? undefined : versionAt(await bookVersions.list(id), at).commit

const readBook = (
  repositories: Repositories,
  stored: OpenedBook,
  commit: string | undefined,
): Promise<Book | undefined> =>
  commit === undefined ? readNow(repositories, stored) : readVersion(repositories, stored, commit)

/**
 * Opens a lorebook of the team for questions, as the role of who asks sees it; `at` a commit, tag or date of its repository as
 * it was then. What was read once serves until the book changes; a reader sees one ingest whole. The row of the book is read
 * each time, under the rights of who asks. `also` is done in the same transaction.
 *
 * @throws DomainError `book.not_found`, `book.version_not_found`.
 */
export const makeOpenBooks = ({ unitOfWork, maxOpen = MAX_OPEN }: Deps) => {
  const held = new Map<string, Held>()
  const hold = (key: string, book: Held): Held => {
    held.delete(key)
    held.set(key, book)
    for (const oldest of [...held.keys()].slice(0, Math.max(0, held.size - maxOpen)))
      held.delete(oldest)
    return book
  }
  const view = async (
    scope: TeamScope,
    repositories: Repositories,
    { name, at }: { name: string; at: string | undefined },
  ): Promise<BookAtHome | undefined> => {
    const stored = await repositories.books.open(name)
    if (stored === undefined) throw bookNotFound()
    const commit = await commitOf(repositories, stored, at)
    const key = commit === undefined ? stored.id : `${stored.id} ${commit}`
    // Texts that were replaced may be those of a version.
    const { home_repository, home_branch, home_folder } = stored
    const home = { home_repository, home_branch, home_folder }
    const state = JSON.stringify([
      stored.generation,
      stored.texts_replaced,
      stored.links,
      ...Object.values(home),
    ])
    const known = held.get(key)
    if (known?.state === state) return viewFor(hold(key, known), scope.role)
    const whole = await readBook(repositories, stored, commit)
    return whole && viewFor(hold(key, { state, whole, home, views: new Map() }), scope.role)
  }
  return async (
    scope: TeamScope,
    name: string,
    at?: string,
    also?: (repositories: TeamRepositories, open: BookAtHome) => Promise<void>,
  ): Promise<BookAtHome> => {
    for (;;) {
      const open = await unitOfWork.inTeam(scope, async (repositories) => {
        const found = await view(scope, repositories, { name, at })
        if (found !== undefined) await also?.(repositories, found)
        return found
      })
      if (open !== undefined) return open
    }
  }
}

export type OpenBooks = ReturnType<typeof makeOpenBooks>
