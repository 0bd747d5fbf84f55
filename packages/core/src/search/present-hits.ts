import type { FileFilter, HitRow, TeamRepositories, ToolCallRow, TouchedPath } from '@teamlore/db'
import { type GroupedHit, KINDS, kindOfId, pageOfThing, type SearchHit } from '@teamlore/shared'
import { basisSentence } from '@teamlore/shared/memory-standing'
import { withAsked } from './asked-before.ts'
import { bySession } from './group-by-session.ts'
import { wordsOfHit } from './hit-words.ts'
import { otherSideOf } from './other-side.ts'
import type { RankedSource } from './rank-sources.ts'
import type { ArmPart } from './ranking/fuse.ts'
import { type Passage, withoutNearDuplicates } from './ranking/near-duplicates.ts'
import { priorsOf } from './ranking/priors.ts'

export type HitPage = {
  items: GroupedHit[]
  hasMore: boolean
  /** Sources in the whole ranking. */
  found: number
}

export type PresentRequest = {
  offset: number
  limit: number
  /** Groups hits by session, each carrying so many others; undefined: every hit stands for itself. */
  more?: number
  /** What each lexeme of the question is worth, for snippets. */
  worth: ReadonlyMap<string, number>
  /** Files that were asked for: hits say what was done to them. */
  files?: readonly FileFilter[] | undefined
}

export type HitReader = Pick<
  TeamRepositories['search'],
  | 'readHits'
  | 'touchedPaths'
  | 'toolCallsOf'
  | 'changedBases'
  | 'otherSides'
  | 'keptCounts'
  | 'likenessAmong'
  | 'turnsBefore'
  | 'evidenceInHits'
  | 'replacedBy'
  | 'changesAmong'
>

/** Sources beyond the page that are read too, since some will repeat others. */
const SLACK = 15

/** The wanted page of a ranking, without what repeats a better hit. */
export const presentHits = (
  search: HitReader,
  ranked: readonly RankedSource[],
  request: PresentRequest,
): Promise<HitPage> =>
  request.more === undefined
    ? presentEach(search, ranked, request)
    : presentSessions(search, ranked, { ...request, more: request.more })

/**
 * A page of sessions. How many more each has is known only when what repeats is gone from the whole ranking, so all of it is
 * read; and pages then part the very hits that a list of them would have.
 */
const presentSessions = async (
  search: HitReader,
  ranked: readonly RankedSource[],
  { offset, limit, more, worth, files }: PresentRequest & { more: number },
): Promise<HitPage> => {
  const distinct = withoutNearDuplicates(await withTexts(search, ranked), passageOf)
  const groups = bySession(distinct, ({ row }) => row.sessionId)
  const page = groups.slice(offset, offset + limit)
  const shown = page.flatMap((group) => group.slice(0, 1 + more))
  const hits = await toHits(search, shown, { worth, files })
  const byId = new Map(hits.map((hit) => [hit.id, hit]))
  const items = page.flatMap((group) => {
    const [best, ...others] = group.flatMap(({ row }) => byId.get(row.sourceId) ?? [])
    if (best === undefined) return []
    if (group.length === 1) return [best]
    return [{ ...best, more_in_session: { count: group.length - 1, items: others } }]
  })
  return { items, hasMore: groups.length > offset + limit, found: ranked.length }
}

const presentEach = async (
  search: HitReader,
  ranked: readonly RankedSource[],
  { offset, limit, worth, files }: PresentRequest,
): Promise<HitPage> => {
  const end = offset + limit
  for (let size = end + SLACK; ; size *= 2) {
    const window = ranked.slice(0, size)
    const texts = await withTexts(search, window)
    // One beyond the page shows whether there are more.
    const distinct = withoutNearDuplicates(texts, passageOf, end + 1)
    const isEnough = distinct.length > end || size >= ranked.length
    if (!isEnough) continue
    return {
      items: await toHits(search, distinct.slice(offset, end), { worth, files }),
      hasMore: distinct.length > end,
      found: ranked.length,
    }
  }
}

/** These very sources, in their order. */
export const presentSources = async (
  search: HitReader,
  sources: readonly RankedSource[],
  {
    worth = new Map(),
    ...request
  }: Pick<PresentRequest, 'files'> & Partial<Pick<PresentRequest, 'worth'>>,
): Promise<SearchHit[]> => toHits(search, await withTexts(search, sources), { worth, ...request })

const TOOL_TYPES = ['tool_call', 'tool_result']

const toHits = async (
  search: HitReader,
  sources: readonly SourceWithText[],
  { worth, files }: Pick<PresentRequest, 'worth' | 'files'>,
): Promise<SearchHit[]> => {
  const ofTools = sources.filter(({ row }) => TOOL_TYPES.includes(row.type ?? ''))
  const calls = await search.toolCallsOf(ofTools.map(({ row }) => row.sourceId))
  const hits = sources.map((source) => {
    const own = calls.filter(({ messageId }) => messageId === source.row.sourceId)
    return toHit({ ...source, calls: own }, worth)
  })
  const standing = await withStanding(search, await withAsked(search, hits))
  return withTouches(search, standing, files)
}

const passageOf = ({ row, hit }: SourceWithText): Passage => ({
  text: hit.body,
  session: row.sessionId,
  isDistilled: KINDS[row.kind].isDistilled,
  quotesOthers: row.kind === 'summary',
})

/** A memory that rests on what was replaced, or that another contradicts, says so wherever it is found. */
const withStanding = async (search: HitReader, hits: SearchHit[]): Promise<SearchHit[]> => {
  const memories = hits.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
  const changed = await search.changedBases(memories)
  const sides = await search.otherSides(memories)
  if (changed.length + sides.length === 0) return hits
  return hits.map((hit) => {
    const bases = changed.filter(({ memory_id }) => memory_id === hit.id)
    const against = sides.filter(({ memory_id }) => memory_id === hit.id)
    return {
      ...hit,
      ...(bases.length === 0 ? {} : { changed: bases.map(basisSentence) }),
      ...(against.length === 0 ? {} : { contradicted_by: against.map(otherSideOf) }),
    }
  })
}

/** Paths that a hit names at most. */
const MAX_TOUCHED = 5

const withTouches = async (
  search: HitReader,
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
  search: HitReader,
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
  {
    row,
    hit,
    score,
    fused,
    parts,
    match,
    spread,
    recency,
    neighbour,
    evidence,
    lifted,
    calls,
  }: SourceWithText & { calls: ToolCallRow[] },
  worth: ReadonlyMap<string, number>,
): SearchHit => ({
  id: row.sourceId,
  kind: row.kind,
  type: row.type,
  ...wordsOfHit({ row, hit, calls }, worth),
  ...(match === undefined ? {} : { match }),
  ...(evidence === undefined ? {} : { evidence }),
  score: rounded(score),
  score_parts: {
    text: roundedPart(parts.text),
    vector: roundedPart(parts.vector),
    exact: roundedPart(parts.exact),
    unread: rounded(parts.unread ?? 0),
    fused: rounded(fused),
    priors: {
      ...priorsOf(row),
      ...(recency === undefined ? {} : { recency }),
      ...(neighbour === undefined ? {} : { neighbour }),
      ...(spread === undefined ? {} : { session: spread }),
      ...(lifted === undefined ? {} : { evidence: rounded(lifted) }),
    },
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

/** Path in the dashboard of what a document was made of. */
export const urlOf = (
  sourceId: string,
  { sessionId, messageId }: Pick<HitRow, 'sessionId' | 'messageId'>,
): string => {
  if (sessionId !== null) return `/sessions/${sessionId}#${messageId ?? sourceId}`
  return pageOfThing(kindOfId(sourceId), sourceId) ?? `/search?q=${sourceId}`
}

const roundedPart = (part: ArmPart | null): ArmPart | null =>
  part && { ...part, score: rounded(part.score), adds: rounded(part.adds) }

const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000
