import type { StoredBook, UnitOfWork } from '@teamlore/db'
import { type Book, handleOf, newLinkEdges, type OpenBook } from '@teamlore/lorebook'
import { newId } from '@teamlore/shared'
import type { BookLinks, SetBookLinksRequest } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { declaredIn } from './book-declared.ts'
import { bookNotFound, linksInFile } from './books.errors.ts'
import { mustSeeWhole } from './ingest-book.ts'
import { makeKnownReads } from './known-reads.ts'
import type { OpenBooks } from './open-books.ts'
import { filesOf } from './undo-book.ts'
import { ingest } from './write-book.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  openBooks: OpenBooks
  now?: Clock
  ids?: Pick<typeof newId, 'book' | 'entity' | 'event'>
}

/** So many links are shown of those that would become relationships. */
const MAX_SHOWN = 200

const decided = ({ project }: Pick<Book, 'project'>, links: boolean | null) => ({
  links: project.links ?? links ?? false,
  decided_by:
    project.links !== undefined
      ? ('file' as const)
      : links === null
        ? ('nobody' as const)
        : ('page' as const),
})

const presented = (open: OpenBook, links: boolean | null): BookLinks => {
  const { graph, book } = open
  const added = newLinkEdges(book)
  const nameOf = (key: string): string => {
    const entity = graph.byKey.get(key)
    return entity === undefined ? key : handleOf(graph, entity)
  }
  return {
    ...decided(book, links),
    relationships: book.edges.filter(({ isFromText }) => isFromText).length,
    would_add: added.length,
    items: added.slice(0, MAX_SHOWN).map(({ from, to, relationship, file, line }) => ({
      from: nameOf(from),
      to: nameOf(to),
      relationship,
      source_file: file,
      line,
    })),
  }
}

/** @throws DomainError `book.not_found` */
export const makeGetBookLinks =
  ({ unitOfWork, openBooks }: Deps) =>
  async (scope: TeamScope, { book: name }: { book: string }): Promise<BookLinks> => {
    const open = await openBooks(scope, name)
    const stored = await unitOfWork.inTeam(scope, ({ books }) => books.find(name))
    if (stored === undefined) throw bookNotFound()
    return presented(open, stored.links)
  }

type Setting = { book: string; request: SetBookLinksRequest }

/**
 * Decides whether links in texts are relationships, and makes the book anew of the files that are kept. What `lorecraft.yaml` says of it
 * holds, so then nothing can be decided here.
 *
 * @throws DomainError `book.not_found`, `book.parts_hidden`, `book.links_in_file`
 */
export const makeSetBookLinks = (deps: Deps) => {
  const get = makeGetBookLinks(deps)
  const { unitOfWork, now = systemClock, ids = newId } = deps
  return async (
    scope: TeamScope<'member'>,
    { book: name, request }: Setting,
  ): Promise<BookLinks> => {
    await unitOfWork.inTeam(scope, async (repos) => {
      if ((await repos.books.find(name)) === undefined) throw bookNotFound()
      const stored = await repos.books.lock(name, ids.book(), now())
      const declared = declaredIn(stored)
      mustSeeWhole(scope, declared)
      if (declared.project.links !== undefined) throw linksInFile()
      if (stored.links === request.links) return
      await repos.books.setLinks(stored.id, request.links)
      const { files } = await filesOf(repos, stored, stored.generation)
      await ingest({
        repos,
        stored,
        scope,
        ids,
        at: now(),
        ...declared,
        knownReads: makeKnownReads(),
        fromFiles: [],
        links: request.links,
        repeated: [],
        said: saidAgain(stored, files),
      })
      await repos.audit.add({
        id: ids.event(),
        action: 'book.links_set',
        userId: scope.userId,
        subject: stored.id,
        details: { links: request.links },
      })
    })
    return get(scope, { book: name })
  }
}

const saidAgain = (
  { project_text, schema_text }: StoredBook,
  files: { path: string; hash: string }[],
) => ({
  project: project_text,
  schema: schema_text,
  files,
  has_more: false,
  is_past: false,
  dry_run: false,
  allow_deletions: true,
})
