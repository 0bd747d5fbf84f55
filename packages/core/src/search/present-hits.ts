import type { HitRow, TeamRepositories } from '@teamlore/db'
import { kindOfId, type SearchHit } from '@teamlore/shared'
import type { RankedSource } from './rank-sources.ts'
import { withoutNearDuplicates } from './ranking/near-duplicates.ts'
import { priorsOf } from './ranking/priors.ts'
import { memoryFileUrl } from './record-text.ts'
import { makeSnippet } from './snippet/make-snippet.ts'

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
}

/** Sources beyond the page that are read too, since some will repeat others. */
const SLACK = 15

/** The wanted page of a ranking, without what repeats a better hit. */
export const presentHits = async (
  search: Pick<TeamRepositories['search'], 'readHits'>,
  ranked: readonly RankedSource[],
  { offset, limit, worth, now }: Request,
): Promise<HitPage> => {
  const end = offset + limit
  for (let size = end + SLACK; ; size *= 2) {
    const window = ranked.slice(0, size)
    const distinct = withoutNearDuplicates(await withTexts(search, window), ({ hit }) => hit.body)
    const isEnough = distinct.length > end || size >= ranked.length
    if (!isEnough) continue
    return {
      items: distinct.slice(offset, end).map((source) => toHit(source, worth, now)),
      hasMore: distinct.length > end,
      found: ranked.length,
    }
  }
}

type SourceWithText = RankedSource & { hit: HitRow }

const withTexts = async (
  search: Pick<TeamRepositories['search'], 'readHits'>,
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
  { row, hit, score, fused, parts }: SourceWithText,
  worth: ReadonlyMap<string, number>,
  now: Date,
): SearchHit => ({
  id: row.sourceId,
  kind: row.kind,
  type: row.type,
  title: hit.title,
  snippet: makeSnippet(hit.body, worth),
  score: rounded(score),
  score_parts: {
    text: parts.text && { ...parts.text, score: rounded(parts.text.score) },
    vector: parts.vector && { ...parts.vector, score: rounded(parts.vector.score) },
    exact: parts.exact && { ...parts.exact, score: rounded(parts.exact.score) },
    fused: rounded(fused),
    priors: priorsOf(row, now),
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

const urlOf = (sourceId: string, { sessionId, messageId }: HitRow): string => {
  if (sessionId !== null) return `/sessions/${sessionId}#${messageId ?? sourceId}`
  return kindOfId(sourceId) === 'memoryFile' ? memoryFileUrl(sourceId) : `/search?q=${sourceId}`
}

const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000
