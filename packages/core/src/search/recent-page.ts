import type { RecentKey, RecentRow, TeamRepositories } from '@teamlore/db'
import { saySame, shinglesOf } from './ranking/near-duplicates.ts'
import type { BoundedRead } from './read-in-bounds.ts'

export type RecentEntry = {
  row: RecentRow
  /** Sources that come after it and say the same, which it stands for. */
  repeats: string[]
}

export type RecentPage = {
  entries: RecentEntry[]
  next: RecentKey | null
  /** Looking ended before the page was full, though there may be more. */
  isShort: boolean
}

type ReadRecent = BoundedRead<RecentRow, RecentKey>

type Request = {
  limit: number
  after: RecentKey | undefined
  signal: AbortSignal | undefined
}

/** Rows read at once beyond the page, since some will repeat others. */
const SLACK = 16
/** Batches full of rows that are read for one page: what they give is the page, even where most of them repeats itself. */
const MAX_FULL_BATCHES = 4
/** Documents that a source may have in a list: prose, calls and outputs. */
const SORTS_OF_TEXT = 3
/** One entry stands for this many others at most; the next that says the same is an entry again. */
const MAX_REPEATS = 50

/**
 * A page of a list, newest first. What repeats an entry of the same page is named by it instead of standing for itself,
 * so all pages together return every source exactly once, however long they are.
 */
export const readRecentPage = async (
  search: Pick<TeamRepositories['search'], 'readHits'>,
  read: ReadRecent,
  { limit, after, signal }: Request,
): Promise<RecentPage> => {
  const known: KnownEntry[] = []
  let place = after
  const page = (next: RecentKey | undefined, isShort = false): RecentPage => ({
    entries: known,
    next: next ?? null,
    isShort,
  })
  for (let full = 0; full < MAX_FULL_BATCHES && known.length < limit; ) {
    signal?.throwIfAborted()
    const batch = await readBatch(read, limit + SLACK, place)
    if (batch === undefined) return page(place, true)
    const bodies = await bodiesOf(search, batch.sources)
    for (const row of batch.sources) {
      const body = bodies.get(row.id)
      // Without one, it went away since the list was read.
      if (body !== undefined && !hasTaken(known, { row, body }, limit)) return page(place)
      place = row.key
    }
    if (batch.next === null) return page(undefined)
    place = batch.next
    if (batch.isFull) full++
  }
  return page(place)
}

type KnownEntry = RecentEntry & { shingles: ReadonlySet<number> }

/** Puts a source to the entry it repeats, or makes it one; false where the page has no place for it. */
const hasTaken = (
  known: KnownEntry[],
  { row, body }: { row: RecentRow; body: string },
  limit: number,
): boolean => {
  const shingles = shinglesOf(body)
  const same = known.find(
    (entry) => entry.repeats.length < MAX_REPEATS && saySame(entry.shingles, shingles),
  )
  if (same !== undefined) same.repeats.push(row.sourceId)
  else if (known.length < limit) known.push({ row, repeats: [], shingles })
  else return false
  return true
}

type Batch = { sources: RecentRow[]; isFull: boolean; next: RecentKey | null }

/** One source more than wanted is asked for and left to the next batch: it shows that there is one. */
const readBatch = async (
  read: ReadRecent,
  limit: number,
  after: RecentKey | undefined,
): Promise<Batch | undefined> => {
  const most = limit + SORTS_OF_TEXT
  const part = await read({ limit: most, after })
  if (part === undefined) return undefined
  const { rows, reached } = part
  const sources = rows.filter((row, at) => row.sourceId !== rows[at - 1]?.sourceId)
  if (rows.length < most) return { sources, isFull: false, next: reached }
  const kept = sources.slice(0, -1)
  return { sources: kept, isFull: true, next: kept.at(-1)?.key ?? null }
}

const bodiesOf = async (
  search: Pick<TeamRepositories['search'], 'readHits'>,
  rows: readonly RecentRow[],
): Promise<Map<string, string>> => {
  const hits = await search.readHits(rows.map(({ id }) => id))
  return new Map(hits.map(({ id, body }) => [id, body]))
}
