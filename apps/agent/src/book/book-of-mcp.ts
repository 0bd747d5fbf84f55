import type { LoreClient } from '@teamlore/shared'
import { bookOfFolder } from './book-named.ts'
import { placeOfBook } from './book-place.ts'

type Listed = Awaited<ReturnType<LoreClient['books']['list']>>['items']

/** After so long a book that was not there is looked for again: it may have been ingested meanwhile. */
const AGAIN_MS = 60_000

/** The only book that comes from the repository which a folder is in. */
const onlyOfProject = async (folder: string, books: Listed): Promise<string | undefined> => {
  const { repository } = await placeOfBook(folder, { env: {} })
  const ofProject = books.filter(({ home }) => home?.repository === repository)
  return ofProject.length === 1 ? ofProject[0]?.name : undefined
}

/**
 * Finds which lorebook is asked from a folder: the one that is named, else that of the folder, else the only one of its repository.
 * One that the server does not have is not asked: it would answer for none.
 */
export const makeFindBook = (
  folder: string,
  named: string | undefined,
  now: () => number = Date.now,
) => {
  let found: { book: string | undefined; at: number } | undefined
  return async (client: Pick<LoreClient, 'books'>): Promise<string | undefined> => {
    if (named !== undefined) return named
    const isOld = found?.book === undefined && now() - (found?.at ?? 0) > AGAIN_MS
    if (found !== undefined && !isOld) return found.book
    const here = await bookOfFolder(folder).catch(() => undefined)
    const books = await client.books.list().then(
      ({ items }) => items,
      // What keeps the server from answering is said of the message itself.
      () => [],
    )
    const isThere = books.some(({ name }) => name === here)
    found = { book: isThere ? here : await onlyOfProject(folder, books), at: now() }
    return found.book
  }
}
