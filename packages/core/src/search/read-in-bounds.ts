import type { RecentPart, RecentReading } from '@teamlore/db'
import type { Outlook } from './search-arms.ts'

type Place<Key> = { limit: number; after: Key | undefined }

type Read<Row, Key> = (
  request: Place<Key> & { reading: RecentReading },
) => Promise<RecentPart<Row, Key>>

/** Answers with undefined once so much was looked at for this page that the rest is for another. */
export type BoundedRead<Row, Key> = (place: Place<Key>) => Promise<RecentPart<Row, Key> | undefined>

export type Bounds = {
  /** What is looked at in one statement, however little of it fits. */
  window: number
  /** What is looked at for one page. */
  most: number
  /** No more than this can fit: it is all read and sorted, whatever else there is. */
  few: number
  /** The same, once a window has not been enough for a page. */
  manyEnough: number
}

/** Documents: a statement takes about a tenth of a second, a page no more than one (docs/search-plans.md). */
export const DOCUMENT_BOUNDS: Bounds = {
  window: 20_000,
  most: 100_000,
  few: 20_000,
  manyEnough: 100_000,
}

/** Sessions, each of which has some dozens of documents to look at; what is read whole are documents all the same. */
export const SESSION_BOUNDS: Bounds = { window: 500, most: 2_500, few: 20_000, manyEnough: 20_000 }

/**
 * Reads a list within bounds, whatever is asked for. Where few documents can fit, they are found by the text index and
 * sorted. Otherwise the newest are looked at one after the other: of what is frequent, the first of them fill a page.
 */
export const readInBounds = <Row, Key>(
  read: Read<Row, Key>,
  { documents, share, within }: Pick<Outlook, 'documents' | 'share' | 'within'>,
  { window, most, few, manyEnough }: Bounds,
): BoundedRead<Row, Key> => {
  const fitting = within === null ? documents : documents * share
  let looked = 0
  return async (place) => {
    if (looked >= most) return undefined
    if (within !== null && fitting <= (looked === 0 ? few : manyEnough))
      return read({ ...place, reading: { within } })
    const part = await read({ ...place, reading: { most: window } })
    if (part.reached !== null) looked += window
    return part
  }
}
