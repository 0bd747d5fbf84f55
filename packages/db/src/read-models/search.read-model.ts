import type { DocumentKind } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import type {
  AskedVector,
  HitRow,
  RankedRow,
  SearchFilters,
  TextRequest,
  TextRow,
  VectorRequest,
  VectorRow,
} from './search.types.ts'
import { andAll, conditionsOf, textArray } from './search-conditions.ts'
import { createSearchNames } from './search-names.ts'
import { createSearchStatistics } from './search-statistics.ts'
import { createSearchTouches } from './search-touches.ts'
import { createSearchVocabulary } from './search-vocabulary.ts'

type RankedRecord = {
  id: string
  source_id: string
  kind: DocumentKind
  type: string | null
  status: RankedRow['status']
  content_hash: string
  occurred: number | null
}

const RANKED = sql`d.id, d.source_id, d.kind, d.type, d.status, d.content_hash,
  (extract(epoch from d.occurred_at) * 1000)::float8 as occurred`

const toRanked = (record: RankedRecord): RankedRow => ({
  id: record.id,
  sourceId: record.source_id,
  kind: record.kind,
  type: record.type,
  status: record.status,
  contentHash: record.content_hash,
  occurredAt: record.occurred === null ? null : new Date(record.occurred),
})

type TextRecord = RankedRecord & { length: number; occurrences: string; similarity: number | null }

const toText = (record: TextRecord): TextRow => ({
  ...toRanked(record),
  length: record.length,
  occurrences: numbersOf(record.occurrences),
  similarity: record.similarity,
})

const isNear = (row: TextRow): row is VectorRow => row.similarity !== null

/** For D, C, B and A, as `TextRow.occurrences` says. */
const WEIGHTS = sql.raw(`'{0.25,0.5,0.75,1}'::real[]`)

/**
 * A lexeme's cover density is the sum of the weights of its places, which is the weighted count BM25 wants.
 * PostgreSQL finds it in the row's lexemes by halving, where unnesting them all would cost twenty times as much.
 */
const measured = (measures: readonly string[]): SQL =>
  measures.length === 0
    ? sql`'{}'::text`
    : sql`array[${sql.join(
        measures.map((measure) => sql`ts_rank_cd(${WEIGHTS}, d.words, ${measure}::tsquery)`),
        sql`, `,
      )}]::text`

const numbersOf = (array: string): number[] =>
  array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)

export const createSearchReadModel = (tx: DbExecutor, scope: DbScope) => ({
  ...createSearchStatistics(tx, scope),
  ...createSearchNames(tx, scope),
  ...createSearchVocabulary(tx, scope),
  ...createSearchTouches(tx),

  /** Candidates by the rarity of what they contain, each with what its score is made of. */
  async findByText(request: TextRequest): Promise<TextRow[]> {
    if (request.branches.length === 0) return []
    const { near } = request
    const found = await rows<TextRecord>(
      tx,
      sql`
      with candidates as materialized (${candidatesOf(request)})${near === undefined ? sql`` : sql`, ${questionOf(near)}`}
      select ${RANKED}, d.length, ${measured(request.measures)} as occurrences,
        ${near === undefined ? sql`null` : similarityOf(near)} as similarity
      from (
        select d.*, ts_filter(d.tsv, '{a,b,c,d}') as words
        from candidates c join teamlore.team_documents d on d.id = c.id
        ${request.required === null ? sql`` : sql`where d.tsv @@ ${request.required}::tsquery`}
        limit ${literalNumber(request.limit)}
      ) d`,
    )
    return found.map(toText)
  },

  /** The nearest documents by meaning, nearest first. */
  async findByVector(request: VectorRequest): Promise<VectorRow[]> {
    const found = await rows<TextRecord>(
      tx,
      sql`
      with ${questionOf(request)}, near as materialized (${nearestQuery(request)})
      select ${RANKED}, d.length, ${measured(request.measures)} as occurrences, 1 - d.distance as similarity
      from (
        select d.*, ts_filter(d.tsv, '{a,b,c,d}') as words, n.distance
        from near n join teamlore.team_documents d on d.id = n.id
      ) d`,
    )
    const near = found.map(toText).filter(isNear)
    return near.sort((a, b) => b.similarity - a.similarity)
  },

  /** How near documents are that were found otherwise, by id; those without a vector are missing. */
  async similaritiesOf(near: AskedVector, ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map()
    const found = await rows<{ id: string; similarity: number | null }>(
      tx,
      sql`
      with ${questionOf(near)}
      select d.id, ${similarityOf(near)} as similarity
      from unnest(${textArray(ids)}) as d(id)`,
    )
    return new Map(
      found.flatMap(({ id, similarity }) => (similarity === null ? [] : [[id, similarity]])),
    )
  },

  /**
   * The newest documents that fit the filters, for questions without words. `hasTools`: also calls and outputs of tools,
   * which are left out elsewhere because there are so many.
   */
  async listRecent(
    filters: SearchFilters,
    { limit, within, hasTools }: { limit: number; within: string | null; hasTools: boolean },
  ): Promise<RankedRow[]> {
    const scoped = within === null ? [] : [sql`d.tsv @@ ${within}::tsquery`]
    const conditions = andAll([...conditionsOf(filters), ...scoped])
    const found = await rows<RankedRecord>(
      tx,
      sql`
      select ${RANKED} from teamlore.team_documents d
      where ${hasTools ? FIRST_OF_ITS_TYPE : sql`d.chunk = 0`}${conditions}
      order by d.occurred_at desc nulls last, d.id desc limit ${literalNumber(limit)}`,
    )
    return found.map(toRanked)
  },

  async readHits(ids: readonly string[]): Promise<HitRow[]> {
    if (ids.length === 0) return []
    return rows<HitRow>(
      tx,
      sql`
      select d.id, d.title, d.body, to_json(d.paths) as paths, d.session_id as "sessionId",
        d.message_id as "messageId", d.tool, d.tokens,
        case when u.id is null then null else json_build_object('id', u.id, 'name', u.name) end as author,
        case when p.id is null then null else json_build_object('id', p.id, 'name', p.name) end as project
      from teamlore.team_documents d
      left join teamlore.users u on u.id = d.author_id
      left join teamlore.projects p on p.id = d.project_id
      where d.id = any(${textArray(ids)})`,
    )
  },
})

/** One document of each sort of text that a source has: prose begins with chunk 0, tool calls and outputs further on. */
const FIRST_OF_ITS_TYPE = sql`(d.chunk = 0 or (d.type in ('tool_call', 'tool_result') and not exists (
  select from teamlore.team_documents e
  where e.source_id = d.source_id and e.chunk = d.chunk - 1 and e.type = d.type)))`

/** Candidates whose words are compared with a phrase, per row asked for. */
const PHRASE_ROWS = 8

/**
 * Each branch reads ids off the text index and visits rows only for their scope and length: no row's words are
 * unpacked before the rough ranking has cut the list.
 */
const candidatesOf = (request: Omit<TextRequest, 'measures'>): SQL => {
  const { branches, always, required, filters, averageLength, limit } = request
  const conditions = andAll(conditionsOf(filters))
  const parts = branches.map(({ match, worth, limit: rowLimit }) => {
    const query = always === null ? match : `(${match}) & ${always}`
    return sql`(
      select d.id, d.length, ${worth}::float8 as worth from teamlore.team_documents d
      where d.tsv @@ ${query}::tsquery${conditions} limit ${rowLimit})`
  })
  const kept = required === null ? limit : limit * PHRASE_ROWS
  return sql`
    select b.id from (${sql.join(parts, sql` union all `)}) b
    group by b.id, b.length
    order by sum(b.worth) / (1.3 + 0.9 * b.length / ${Math.max(1, averageLength)}::float8) desc, b.id
    limit ${literalNumber(kept)}`
}

/** In the statement itself, where it tells the planner how few rows are wanted, whatever else is asked for. */
const literalNumber = (value: number): SQL => sql.raw(String(Math.max(0, Math.trunc(value))))

/** Ids of spaces and dimensions stand in the statement itself: only then does the planner know the partial index. */
const spaceLiteral = ({ id }: VectorRequest['space']): SQL => {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(id))
    throw new Error(`Not the id of an embedding space: ${id}`)
  return sql.raw(`'${id}'`)
}

const nearestQuery = (request: VectorRequest): SQL => {
  const { space, filters, within, everyVector, limit } = request
  const conditions = conditionsOf(filters)
  const isExact = within !== null || everyVector
  if (within !== null) conditions.push(sql`d.tsv @@ ${within}::tsquery`)
  const type = sql.raw(`halfvec(${Number(space.dimensions)})`)
  // Without the cast the index's expression is not met, so every vector of the narrowed documents is compared.
  const distance = isExact ? sql`v.embedding <=> ${ASKED}` : sql`v.embedding::${type} <=> ${ASKED}`
  return sql`
    select d.id, (${distance})::float8 as distance
    from teamlore.team_document_vectors v
    join teamlore.team_documents d on d.id = v.document_id
    where v.space = ${spaceLiteral(space)}${andAll(conditions)}
    order by ${distance} limit ${literalNumber(limit)}`
}

/** Sent and read once, wherever it is compared. */
const ASKED = sql.raw('(select v from question)')

/** Half precision has three to four digits; writing down more of them costs both sides time. */
const DIGITS = 1e6

/** The table `question`, whose one vector everything is compared with. */
const questionOf = ({ space, vector }: AskedVector): SQL => {
  const rounded = Array.from(vector, (value) => Math.round(value * DIGITS) / DIGITS)
  const type = sql.raw(`halfvec(${Number(space.dimensions)})`)
  return sql`question as materialized (select ${`[${rounded.join(',')}]`}::${type} as v)`
}

/** Of `d`, found by its key. */
const similarityOf = ({ space }: AskedVector): SQL => sql`(
  select 1 - (v.embedding <=> ${ASKED})::float8 from teamlore.team_document_vectors v
  where v.space = ${spaceLiteral(space)} and v.document_id = d.id)`
