import type { UnitOfWork } from '@teamlore/db'
import { isDrawing, type PictureType, pictureOf } from '@teamlore/lorebook'
import type { BookPictureQuery, BookPictures } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { pictureNotFound } from './books.errors.ts'
import type { OpenBooks } from './open-books.ts'
import { keptShown, picturesByPath, shownIn } from './shown-pictures.ts'

export { makeKeepBookPictures } from './keep-pictures.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; openBooks: OpenBooks }

/** So many are listed. */
const MAX_LISTED = 5_000

/** What notes show, as the role of who asks sees them, and what is kept of it. */
export const makeListBookPictures =
  ({ unitOfWork, openBooks }: Deps) =>
  async (scope: TeamScope, { book: name }: { book: string }): Promise<BookPictures> => {
    const { book } = await openBooks(scope, name)
    if (!book.project.images) return { is_on: false, items: [] }
    const stored = await unitOfWork.inTeam(scope, async ({ books, bookPictures }) => {
      const found = await books.open(name)
      return found === undefined ? [] : bookPictures.list(found.id)
    })
    const shown = keptShown(shownIn(book).slice(0, MAX_LISTED), picturesByPath(stored))
    return {
      is_on: true,
      items: shown.map(({ note, written, picture }) => ({
        note,
        target: written.target,
        by_name: written.isName,
        hash: picture?.hash ?? null,
        media_type: picture?.media_type ?? null,
      })),
    }
  }

export type BookPicture = {
  hash: string
  mediaType: PictureType
  /** It may hold a script: to be saved, and never shown in a page. */
  isDrawing: boolean
  bytes: Uint8Array
}

type Asked = { book: string; query: BookPictureQuery }

/**
 * A picture that a note shows, for whom may see the note: to anybody else it is as if there were none.
 *
 * @throws DomainError `book.not_found`, `book.picture_not_found`
 */
export const makeGetBookPicture =
  ({ unitOfWork, openBooks }: Deps) =>
  async (scope: TeamScope, { book: name, query }: Asked): Promise<BookPicture> => {
    const { note, name: target } = query
    const { book } = await openBooks(scope, name)
    const entities = book.entities.filter(({ source }) => source?.path === note)
    if (!book.project.images || entities.length === 0) throw pictureNotFound()
    const shown = shownIn({ entities })
    return unitOfWork.inTeam(scope, async ({ books, bookPictures }) => {
      const stored = await books.open(name)
      if (stored === undefined) throw pictureNotFound()
      const byPath = picturesByPath(await bookPictures.list(stored.id))
      const path = pictureOf(note, { target, isName: true }, [...byPath.keys()])
      const asked = path === undefined ? undefined : byPath.get(path)
      const isShown = keptShown(shown, byPath).some(({ picture }) => picture === asked)
      if (asked === undefined || !isShown) throw pictureNotFound()
      const bytes = await bookPictures.bytesOf(stored.id, asked.hash)
      if (bytes === undefined) throw pictureNotFound()
      const mediaType = asked.media_type as PictureType
      return { hash: asked.hash, mediaType, isDrawing: isDrawing(mediaType), bytes }
    })
  }
