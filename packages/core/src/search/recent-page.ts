import type { RecentKey, RecentRow, TeamRepositories } from '@teamlore/db'
import { saySame, shinglesOf } from './ranking/near-duplicates.ts'

export type RecentEntry = {
  row: RecentRow
  /** Sources that come after it and say the same, which it stands for. */
  repeats: string[]
}

export type RecentPage = { entries: RecentEntry[]; next: RecentKey | null }

type Request = {
  limit: number
  after: RecentKey | undefined
  signal: AbortSignal | undefined
}

/** Rows read at once beyond the page, since some will repeat others. */
const SLACK = 16
/** Batches read for one page: what they give is the page, even where most of them repeats itself. */
const MAX_BATCHES = 4
/** One entry stands for this many others at most; the next that says the same is an entry again. */
const MAX_REPEATS = 50
/** Documents that a message may have in a list: prose, calls and outputs. */
const SORTS_OF_TEXT = 3

/**
 * A page of a list, newest first. What repeats an entry of the same page is named by it instead of standing for itself,
 * so all pages together tell of every source exactly once, however long they are.
 */
export const readRecentPage = async (
  search: Pick<TeamRepositories['search'], 'readHits'>,
  list: (request: { limit: number; after: RecentKey | undefined }) => Promise<RecentRow[]>,
  { limit, after, signal }: Request,
): Promise<RecentPage> => {
  const known: KnownEntry[] = []
  let place = after
  for (let batch = 0; batch < MAX_BATCHES && known.length < limit; batch++) {
    signal?.throwIfAborted()
    const { sources, isLast } = await readBatch(list, limit + SLACK, place)
    const bodies = await bodiesOf(search, sources)
    for (const row of sources) {
      const body = bodies.get(row.id)
      // Without one, it went away since the list was read.
      if (body !== undefined && !hasTaken(known, { row, body }, limit))
        return { entries: known, next: place ?? null }
      place = row.key
    }
    if (isLast) return { entries: known, next: null }
  }
  return { entries: known, next: place ?? null }
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

/** One source more than wanted is asked for and left to the next batch: it tells that there is one. */
const readBatch = async (
  list: (request: { limit: number; after: RecentKey | undefined }) => Promise<RecentRow[]>,
  limit: number,
  after: RecentKey | undefined,
): Promise<{ sources: RecentRow[]; isLast: boolean }> => {
  const most = limit + SORTS_OF_TEXT
  const rows = await list({ limit: most, after })
  const sources = rows.filter((row, at) => row.sourceId !== rows[at - 1]?.sourceId)
  const isLast = rows.length < most
  return { sources: isLast ? sources : sources.slice(0, -1), isLast }
}

const bodiesOf = async (
  search: Pick<TeamRepositories['search'], 'readHits'>,
  rows: readonly RecentRow[],
): Promise<Map<string, string>> => {
  const hits = await search.readHits(rows.map(({ id }) => id))
  return new Map(hits.map(({ id, body }) => [id, body]))
}
