import type { RecentPart, RecentReading, SearchFilters } from '@teamlore/db'
import type { Outlook } from './ranking/outlook.ts'

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
  /** No more than this may fit for all of it to be read and sorted. */
  sorted: number
}

/** Documents by their columns, 1 to 2 µs each, and 4 to 5 where they are found by the text index (docs/search-plans.md). */
const BY_COLUMNS: Bounds = { window: 50_000, most: 500_000, sorted: 100_000 }
/** Where their words must be looked at, which stand apart from them, each costs ten times as much. */
const BY_WORDS: Bounds = { window: 5_000, most: 40_000, sorted: 40_000 }

export const documentBounds = ({
  files = [],
  excluded = null,
  words = null,
}: SearchFilters): Bounds =>
  files.length > 0 || excluded !== null || words !== null ? BY_WORDS : BY_COLUMNS

/** Sessions, each of which has some dozens of documents to look at; what is sorted are documents all the same. */
export const SESSION_BOUNDS: Bounds = { window: 500, most: 2_500, sorted: 20_000 }

/**
 * Reads a list within bounds, whatever is asked for: either the newest are looked at one after the other, or what fits is
 * found by the text index and sorted. If what fits is spread evenly, the first looks at `documents * limit / fitting` and the
 * second at `fitting`; where it is not, and a window has not been enough for a page, the second is still the shorter way.
 */
export const readInBounds = <Row, Key>(
  read: Read<Row, Key>,
  { documents, share, within }: Pick<Outlook, 'documents' | 'share' | 'within'>,
  { window, most, sorted }: Bounds,
): BoundedRead<Row, Key> => {
  const fitting = documents * share
  let looked = 0
  return async (place) => {
    if (looked >= most) return undefined
    const isShorter = looked > 0 || fitting * fitting <= documents * place.limit
    if (within !== null && fitting <= sorted && isShorter)
      return read({ ...place, reading: { within } })
    const part = await read({ ...place, reading: { most: window } })
    if (part.reached !== null) looked += window
    return part
  }
}
