import type { KeptFile, StoredBook, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { KnownFile } from '@teamlore/lorebook'
import { newId } from '@teamlore/shared'
import type { BookGenerations, UndoBookRequest, UndoBookResponse } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { declaredIn } from './book-declared.ts'
import { bookNotFound, generationNotFound } from './books.errors.ts'
import { mustSeeWhole } from './ingest-book.ts'
import { makeKnownReads } from './known-reads.ts'
import { type LastGood, lastGoodNotes } from './last-good.ts'
import { isShownIn } from './shown-files.ts'
import { ingest } from './write-book.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'book' | 'entity' | 'event'>
}

/** @throws DomainError `book.not_found`, `book.parts_hidden` */
export const makeListBookGenerations =
  ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) =>
  (scope: TeamScope<'member'>, { book: name }: { book: string }): Promise<BookGenerations> =>
    unitOfWork.inTeam(scope, async ({ books, bookGenerations }) => {
      const stored = await books.find(name)
      if (stored === undefined) throw bookNotFound()
      mustSeeWhole(scope, declaredIn(stored))
      const kept = await bookGenerations.list(stored.id)
      return {
        items: kept.map(({ repository, branch, ...one }) => ({
          ...one,
          from: repository === null ? null : { repository, branch },
          is_current: one.generation === stored.generation,
        })),
      }
    })

type Undoing = { book: string; request: UndoBookRequest }

/**
 * Makes a book what it was: as one of its last generations, in one transaction. Its texts are those that were kept, its entities have
 * the ids that they had, and its documents the vectors.
 *
 * @throws DomainError `book.not_found`, `book.parts_hidden`, `book.generation_not_found`
 */
export const makeUndoBook =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, { book: name, request }: Undoing): Promise<UndoBookResponse> =>
    unitOfWork.inTeam(scope, async (repos) => {
      if ((await repos.books.find(name)) === undefined) throw bookNotFound()
      const stored = await repos.books.lock(name, ids.book(), now())
      mustSeeWhole(scope, declaredIn(stored))
      const restored = request.generation ?? stored.generation - 1
      const before = await repos.bookGenerations.find(stored.id, restored)
      if (before === undefined || restored >= stored.generation) throw generationNotFound()
      const declared = declaredIn(before)
      mustSeeWhole(scope, declared)
      const { kept, files } = await filesOf(repos, stored, restored)
      const { response } = await ingest({
        repos,
        stored,
        scope,
        ids,
        at: now(),
        ...declared,
        knownReads: makeKnownReads(),
        fromFiles: [],
        links: before.links,
        repeated: [],
        said: {
          project: before.project_text,
          schema: before.schema_text,
          files,
          has_more: false,
          is_past: false,
          dry_run: false,
          allow_deletions: true,
        },
        restoring: {
          generation: restored,
          lastGood: await lastGoodAt(repos, { stored, restored, kept }),
          gone: await repos.bookGenerations.goneSince(stored.id, restored),
        },
      })
      if (response.summary === null || response.plan === null) throw generationNotFound()
      await repos.books.setLinks(stored.id, before.links)
      await repos.audit.add({
        id: ids.event(),
        action: 'book.undone',
        userId: scope.userId,
        subject: stored.id,
        details: { generation: restored },
      })
      const generation = stored.generation + (response.state === 'ingested' ? 1 : 0)
      return { restored, generation, summary: response.summary, plan: response.plan }
    })

type Repositories = Pick<TeamRepositories, 'bookFiles'>

/** Files of a book as of a generation, and all that are kept. */
export const filesOf = async (
  { bookFiles }: Repositories,
  { id }: StoredBook,
  generation: number,
) => {
  const kept = await bookFiles.list(id)
  const files = kept
    .filter((file) => isShownIn(file, generation))
    .map(({ path, hash }): Pick<KnownFile, 'path' | 'hash'> => ({ path, hash }))
  return { kept, files }
}

type Kept = { stored: StoredBook; restored: number; kept: readonly KeptFile[] }

/** What a file said that could not be read as of the generation: the newest before it that could. */
const lastGoodAt = async (
  { bookFiles }: Repositories,
  { stored, restored, kept }: Kept,
): Promise<LastGood> => {
  const shownAt = new Set(kept.filter((file) => isShownIn(file, restored)).map(({ path }) => path))
  const since = ({ shown_in }: KeptFile): number =>
    Math.max(...shown_in.filter((one) => one < restored))
  const earlier = kept
    .filter(
      (file) =>
        shownAt.has(file.path) &&
        !isShownIn(file, restored) &&
        file.shown_in.some((one) => one < restored),
    )
    .sort((a, b) => since(a) - since(b))
  const order = new Map(earlier.map((file, at) => [`${file.path}\n${file.hash}`, at]))
  const texts = (await bookFiles.listOf(stored.id, earlier)).sort(
    (a, b) => (order.get(`${a.path}\n${a.hash}`) ?? 0) - (order.get(`${b.path}\n${b.hash}`) ?? 0),
  )
  return (project) => lastGoodNotes(project, texts)
}
