import { createHash } from 'node:crypto'
import type { StoredBook, StoredPicture, TeamRepositories, UnitOfWork } from '@teamlore/db'
import {
  type Book,
  bookPath,
  isPicturePath,
  mayBeCalled,
  type PictureType,
  pictureOf,
  pictureTypeIn,
} from '@teamlore/lorebook'
import { createRedactor, type Redactor } from '@teamlore/redaction'
import { newId } from '@teamlore/shared'
import {
  BOOK_LIMITS,
  type KeepBookPicturesRequest,
  type KeepBookPicturesResponse,
} from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { declaredIn } from './book-declared.ts'
import { settleHome } from './book-home.ts'
import { bookNotFound, picturesElsewhere, picturesOff, tooManyPictures } from './books.errors.ts'
import { mustSeeWhole } from './ingest-book.ts'
import type { OpenBooks } from './open-books.ts'
import { oldestKept } from './shown-files.ts'
import { keptShown, picturesByPath, shownIn } from './shown-pictures.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  openBooks: OpenBooks
  now?: Clock
  ids?: Pick<typeof newId, 'book'>
}
type Input = { book: string; request: KeepBookPicturesRequest }
type Sent = KeepBookPicturesRequest['pictures'][number]
type Refused = KeepBookPicturesResponse['refused'][number]
type Repositories = Pick<TeamRepositories, 'bookPictures'>

/**
 * Keeps pictures that notes of a book show: first their bytes, then which file each is. What is sent is looked at again here, whatever
 * the machine of the sender found.
 *
 * @throws DomainError `book.not_found`, `book.parts_hidden`, `book.pictures_off`, `book.pictures_elsewhere`, `book.pictures_too_many`
 */
export const makeKeepBookPictures =
  ({ unitOfWork, openBooks, now = systemClock, ids = newId }: Deps) =>
  async (
    scope: TeamScope<'member'>,
    { book: name, request }: Input,
  ): Promise<KeepBookPicturesResponse> => {
    const { book } = await openBooks(scope, name)
    return unitOfWork.inTeam(scope, async (repos) => {
      if ((await repos.books.find(name)) === undefined) throw bookNotFound()
      const stored = await repos.books.lock(name, ids.book(), now())
      const declared = declaredIn(stored)
      mustSeeWhole(scope, declared)
      if (!declared.project.images) throw picturesOff()
      if (settleHome(scope, stored, { from: request.from, is_past: false }).isElsewhere)
        throw picturesElsewhere()
      const redactor = createRedactor(await repos.redactionRules.get())
      return request.has_more
        ? keepBytes(repos, stored, request.pictures)
        : keepFiles(repos, { stored, book, redactor }, request.pictures)
    })
  }

/** What is wrong with a picture that came; its type where nothing is. */
const judged = ({ path, hash }: Sent, bytes: Uint8Array): PictureType | Refused['reason'] => {
  if (bytes.length > BOOK_LIMITS.maxPictureBytes) return 'size'
  if (createHash('sha256').update(bytes).digest('hex') !== hash) return 'hash'
  return pictureTypeIn(path, bytes) ?? 'type'
}

const isType = (found: PictureType | Refused['reason']): found is PictureType =>
  found.startsWith('image/')

const keepBytes = async (
  { bookPictures }: Repositories,
  { id, generation }: StoredBook,
  pictures: readonly Sent[],
): Promise<KeepBookPicturesResponse> => {
  const refused: Refused[] = []
  const known = new Set((await bookPictures.list(id)).map(({ hash }) => hash))
  for (const sent of pictures) {
    if (sent.data === undefined || known.has(sent.hash)) continue
    const bytes = Buffer.from(sent.data, 'base64')
    const found = judged(sent, bytes)
    if (!isType(found)) refused.push({ path: sent.path, reason: found })
    else {
      await bookPictures.add(id, { hash: sent.hash, media_type: found, bytes }, generation)
      known.add(sent.hash)
    }
  }
  await mustFit(bookPictures, id, generation)
  return { state: 'incomplete', wanted: [], refused, kept: 0 }
}

/** Beyond the bound those go that no note showed before this generation; what is too much then is refused. */
const mustFit = async (
  bookPictures: Repositories['bookPictures'],
  id: StoredBook['id'],
  generation: number,
): Promise<void> => {
  const isTooMuch = (stored: readonly StoredPicture[]): boolean =>
    stored.length > 2 * BOOK_LIMITS.maxPictures ||
    stored.reduce((sum, { size }) => sum + size, 0) > BOOK_LIMITS.maxPicturesBytes
  const stored = await bookPictures.list(id)
  if (!isTooMuch(stored)) return
  const old = stored.filter(({ gone_in }) => gone_in !== null && gone_in < generation)
  await bookPictures.remove(
    id,
    old.map(({ hash }) => hash),
  )
  if (isTooMuch(stored.filter((one) => !old.includes(one)))) throw tooManyPictures()
}

type Keeping = { stored: StoredBook; book: Book; redactor: Redactor }

const keepFiles = async (
  { bookPictures }: Repositories,
  { stored: { id, generation }, book, redactor }: Keeping,
  pictures: readonly Sent[],
): Promise<KeepBookPicturesResponse> => {
  const known = new Map((await bookPictures.list(id)).map((one) => [one.hash, one]))
  const shown = shownIn(book)
  const paths = pictures.map(({ path }) => path)
  const shownPaths = new Set(
    shown.flatMap(({ note, written }) => pictureOf(note, written, paths) ?? []),
  )
  const reasonFor = ({ path, hash }: Sent): Refused['reason'] | undefined => {
    if (bookPath(path) !== path || !isPicturePath(path)) return 'path'
    if (redactor.redact(path).count > 0) return 'secret'
    if (!shownPaths.has(path)) return 'not_shown'
    const type = known.get(hash)?.media_type as PictureType | undefined
    return type === undefined || mayBeCalled(path, type) ? undefined : 'type'
  }
  const refused = pictures.flatMap((sent) => {
    const reason = reasonFor(sent)
    return reason === undefined ? [] : [{ path: sent.path, reason }]
  })
  const left = new Set(refused.map(({ path }) => path))
  const files = pictures.filter(({ path }) => !left.has(path))
  const wanted = [...new Set(files.map(({ hash }) => hash))].filter((hash) => !known.has(hash))
  if (wanted.length > 0) return { state: 'incomplete', wanted, refused, kept: 0 }
  const byHash = new Map<string, string[]>()
  for (const { hash, path } of files) byHash.set(hash, [...(byHash.get(hash) ?? []), path])
  await bookPictures.show(
    id,
    [...byHash].map(([hash, of]) => ({ hash, paths: of })),
    generation,
  )
  await forgetOld(bookPictures, { id, generation, shown })
  return { state: 'kept', wanted: [], refused, kept: byHash.size }
}

type Forgetting = Pick<StoredBook, 'id' | 'generation'> & { shown: ReturnType<typeof shownIn> }

/** Removes what no generation that is kept can show; what the book shows by now stays, as after an undo. */
const forgetOld = async (
  bookPictures: Repositories['bookPictures'],
  { id, generation, shown }: Forgetting,
): Promise<void> => {
  const stored = await bookPictures.list(id)
  const used = new Set(keptShown(shown, picturesByPath(stored)).map(({ picture }) => picture))
  const oldest = oldestKept(generation)
  const unused = stored.filter(
    (one) => one.gone_in !== null && one.gone_in <= oldest && !used.has(one),
  )
  await bookPictures.remove(
    id,
    unused.map(({ hash }) => hash),
  )
}
