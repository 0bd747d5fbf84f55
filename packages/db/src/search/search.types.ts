import type { DocumentKind } from '@teamlore/shared'
import type { TimeKey } from '../sql/page.ts'

/** A condition on one property: any of `values` (or none of them). Empty values match nothing. */
export type OneOf = { values: readonly string[]; isNegated: boolean }

export type FileFilter = {
  /** Lower case, `/` between parts; `*` stands for any text. */
  pattern: string
  /** tsquery of the words of the path, so that the text index bounds the work; null where it has none. */
  words: string | null
  /** tsquery of the path as a whole, for texts that mention it. */
  mention: string | null
  isNegated: boolean
}

/** What a search is narrowed to. All conditions must hold; they are judged on columns, whatever the text index says. */
export type SearchFilters = {
  kinds?: OneOf[]
  /** Kinds, and types of a kind: `decision`, `tool_result`, `prompt`. */
  types?: OneOf[]
  projects?: OneOf[]
  sessions?: OneOf[]
  tools?: OneOf[]
  authors?: OneOf[]
  /** Branch names, lower case; `*` stands for any text. */
  branches?: OneOf[]
  concepts?: OneOf[]
  /** Tags that people gave to the session it is of, lower case. */
  tags?: OneOf[]
  /** Texts of which one must stand in a title: in that of its own where its kind is one of `kinds`, or in its session's. */
  titles?: (OneOf & { kinds: readonly DocumentKind[] })[]
  files?: FileFilter[]
  /** Entities of one lorebook alone. */
  book?: { name: string; layer?: string | undefined; type?: string | undefined }
  before?: Date
  after?: Date
  includeSuperseded?: boolean
  /** tsquery of what must not occur. */
  excluded?: string | null
  /** tsquery of which some document of a source must match; `isCommon`: many do, so each source is looked at by itself. */
  words?: { match: string; isCommon: boolean } | null
}

/** Documents that match a tsquery, and what that alone is worth: a first, rough ranking by rarity. */
export type CandidateBranch = {
  match: string
  worth: number
  /** Rows read at most. */
  limit: number
}

/** A question as a vector of a space. */
export type AskedVector = {
  space: { id: string; dimensions: number }
  vector: readonly number[] | Float32Array
}

export type TextRequest = {
  branches: readonly CandidateBranch[]
  /** tsquery that every candidate must match besides: scopes, words of phrases, what must not occur. */
  always: string | null
  /** tsquery that must hold too, but is costly to check (phrases): judged on candidates only. */
  required: string | null
  /** One tsquery per term; rows bring back how often each occurs, by weight. */
  measures: readonly string[]
  filters: SearchFilters
  /** Average length of all documents: longer ones are worth less in the rough ranking. */
  averageLength: number
  /** Candidates that are measured. */
  limit: number
  /** When it is known already, each row brings back how near it is to the question. */
  near?: AskedVector | undefined
}

/** What ranking needs of a document, without its text. */
export type RankedRow = {
  id: string
  sourceId: string
  kind: DocumentKind
  type: string | null
  status: 'current' | 'unreviewed' | 'superseded' | 'rejected'
  sessionId: string | null
  occurredAt: Date | null
}

/** A place in a list of the newest: what comes after this source. Times in microseconds, null for what has none. */
export type RecentKey = { at: number | null; id: string }

export type RecentRow = RankedRow & { key: RecentKey }

export type RecentRequest = {
  /** Rows of one answer at most. */
  limit: number
  reading: RecentReading
  /** Also calls and outputs of tools, which are left out elsewhere because there are so many. */
  hasTools: boolean
  after?: RecentKey | undefined
  /** The other way round. */
  isOldestFirst?: boolean
}

/**
 * Either whatever a tsquery of few documents matches, read whole and sorted; or the newest one after the other, no more
 * than `most` of them, however few of them fit.
 */
export type RecentReading = { within: string } | { most: number }

/** What a list reads at once, and where that ended. */
export type RecentPart<Row, Key> = {
  rows: Row[]
  /** How far it looked, where that was not the end; with as many rows as asked for, the last of them says it. */
  reached: Key | null
}

/** A session of which something fits, by the newest of that. */
export type RecentSession = {
  row: RecentRow
  sessionId: string
  /** Place of the session itself, by its last activity. */
  place: TimeKey
  /** How many entries of it fit; no more are counted than were asked for. */
  amount: number
}

export type RecentSessionsRequest = Omit<RecentRequest, 'after'> & {
  counted: number
  after?: TimeKey | undefined
}

export type TextRow = RankedRow & {
  length: number
  /** Occurrences per measure: a title's count 1, concepts and paths 0.75, the body's 0.5, tool output's 0.25. */
  occurrences: number[]
  /** Null where it was not asked for, and for what has no vector. */
  similarity: number | null
}

/** Found by meaning; its words are counted too, so that it can be ranked by both. */
export type VectorRow = TextRow & { similarity: number }

export type VectorRequest = AskedVector & {
  filters: SearchFilters
  /** tsquery of scopes that narrow the documents enough to look at each of their vectors; null: use the vector index. */
  within: string | null
  /** Few enough documents in all to look at each. */
  everyVector: boolean
  /** One tsquery per term, as in `TextRequest`. */
  measures: readonly string[]
  limit: number
}

/** What a hit shows. */
export type HitRow = {
  id: string
  title: string
  body: string
  paths: string[]
  sessionId: string | null
  messageId: string | null
  tool: string | null
  tokens: number
  author: { id: string; name: string } | null
  project: { id: string; name: string } | null
}

/** A call of a tool, by its most specific argument: a command, a path, a pattern. */
export type ToolCallRow = { messageId: string; name: string; about: string }

/** A path of a hit that was asked for, and what was done to it. */
export type TouchedPath = { sourceId: string; path: string; how: 'modified' | 'read' }

export type TermStatistics = {
  /** Documents of the team. */
  documents: number
  averageLength: number
  /** Documents per lexeme; those that occur nowhere are missing. */
  counts: ReadonlyMap<string, number>
}
