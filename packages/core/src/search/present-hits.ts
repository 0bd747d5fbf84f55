import type { FileFilter, HitRow, TeamRepositories, TouchedPath } from '@teamlore/db'
import { kindOfId, type SearchHit } from '@teamlore/shared'
import type { RankedSource } from './rank-sources.ts'
import type { ArmPart } from './ranking/fuse.ts'
import { type Passage, withoutNearDuplicates } from './ranking/near-duplicates.ts'
import { priorsOf } from './ranking/priors.ts'
import { memoryFileUrl } from './record-text.ts'
import { makeSnippet, marksIn } from './snippet/make-snippet.ts'

export type HitPage = {
  items: SearchHit[]
  hasMore: boolean
  /** Sources in the whole ranking. */
  found: number
}

type Request = {
  offset: number
  limit: number
  /** What each lexeme of the question is worth, for snippets. */
  worth: ReadonlyMap<string, number>
  now: Date
  /** Files that were asked for: hits say what was done to them. */
  files?: readonly FileFilter[] | undefined
}

type Search = Pick<TeamRepositories['search'], 'readHits' | 'touchedPaths'>

/** Sources beyond the page that are read too, since some will repeat others. */
const SLACK = 15

/** The wanted page of a ranking, without what repeats a better hit. */
export const presentHits = async (
  search: Search,
  ranked: readonly RankedSource[],
  { offset, limit, worth, now, files }: Request,
): Promise<HitPage> => {
  const end = offset + limit
  for (let size = end + SLACK; ; size *= 2) {
    const window = ranked.slice(0, size)
    const texts = await withTexts(search, window)
    // One beyond the page tells whether there are more.
    const distinct = withoutNearDuplicates(texts, passageOf, end + 1)
    const isEnough = distinct.length > end || size >= ranked.length
    if (!isEnough) continue
    const items = distinct.slice(offset, end).map((source) => toHit(source, worth, now))
    return {
      items: await withTouches(search, items, files),
      hasMore: distinct.length > end,
      found: ranked.length,
    }
  }
}

/** These very sources, in their order. */
export const presentSources = async (
  search: Search,
  sources: readonly RankedSource[],
  { now, files }: Pick<Request, 'now' | 'files'>,
): Promise<SearchHit[]> => {
  const texts = await withTexts(search, sources)
  const items = texts.map((source) => toHit(source, new Map(), now))
  return withTouches(search, items, files)
}

const passageOf = ({ row, hit }: SourceWithText): Passage => ({
  text: hit.body,
  session: row.sessionId,
  isDistilled: row.kind === 'observation' || row.kind === 'summary',
})

/** Paths that a hit names at most. */
const MAX_TOUCHED = 5

const withTouches = async (
  search: Search,
  hits: SearchHit[],
  files: readonly FileFilter[] = [],
): Promise<SearchHit[]> => {
  const wanted = files.filter(({ isNegated }) => !isNegated)
  if (wanted.length === 0) return hits
  const touched = await search.touchedPaths(
    hits.map(({ id }) => id),
    wanted,
  )
  return hits.map((hit) => {
    const paths = onceEach(touched.filter(({ sourceId }) => sourceId === hit.id))
    return paths.length === 0 ? hit : { ...hit, touched: paths.slice(0, MAX_TOUCHED) }
  })
}

/** What was modified was read too, and a call may name by its whole path what an edit names from the project. */
const onceEach = (touched: readonly TouchedPath[]): NonNullable<SearchHit['touched']> => {
  const modified = touched.filter(({ how }) => how === 'modified')
  const read = touched.filter(
    ({ how, path }) => how === 'read' && !modified.some((other) => isSameFile(other.path, path)),
  )
  return [...modified, ...read].map(({ path, how }) => ({ path, how }))
}

const isSameFile = (a: string, b: string): boolean =>
  a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`)

type SourceWithText = RankedSource & { hit: HitRow }

const withTexts = async (
  search: Search,
  ranked: readonly RankedSource[],
): Promise<SourceWithText[]> => {
  const rows = await search.readHits(ranked.map(({ row }) => row.id))
  const byId = new Map(rows.map((hit) => [hit.id, hit]))
  return ranked.flatMap((source) => {
    const hit = byId.get(source.row.id)
    return hit === undefined ? [] : [{ ...source, hit }]
  })
}

const toHit = (
  { row, hit, score, fused, parts, spread }: SourceWithText,
  worth: ReadonlyMap<string, number>,
  now: Date,
): SearchHit => ({
  id: row.sourceId,
  kind: row.kind,
  type: row.type,
  title: hit.title,
  ...withMarks(marksIn(hit.title, worth)),
  snippet: makeSnippet(hit.body, worth),
  score: rounded(score),
  score_parts: {
    text: roundedPart(parts.text),
    vector: roundedPart(parts.vector),
    exact: roundedPart(parts.exact),
    unread: rounded(parts.unread ?? 0),
    fused: rounded(fused),
    priors: { ...priorsOf(row, now), ...(spread === undefined ? {} : { session: spread }) },
  },
  occurred_at: row.occurredAt === null ? null : row.occurredAt.toISOString(),
  author: hit.author,
  project: hit.project,
  tool: hit.tool,
  session_id: hit.sessionId,
  message_id: hit.messageId,
  status: row.status,
  url: urlOf(row.sourceId, hit),
  tokens: hit.tokens,
})

/** Where nothing matched, nothing is said of it. */
export const withMarks = (marks: [number, number][]): Pick<SearchHit, 'title_highlights'> =>
  marks.length === 0 ? {} : { title_highlights: marks }

/** Path in the dashboard of what a document was made of. */
export const urlOf = (
  sourceId: string,
  { sessionId, messageId }: Pick<HitRow, 'sessionId' | 'messageId'>,
): string => {
  if (sessionId !== null) return `/sessions/${sessionId}#${messageId ?? sourceId}`
  return kindOfId(sourceId) === 'memoryFile' ? memoryFileUrl(sourceId) : `/search?q=${sourceId}`
}

const roundedPart = (part: ArmPart | null): ArmPart | null =>
  part && { ...part, score: rounded(part.score), adds: rounded(part.adds) }

const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000
