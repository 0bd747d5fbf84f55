import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { indexedTypeOf } from '../engine/embedding-spaces.ts'
import type { DbExecutor, Engine } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { createMemoryBases } from '../memories/bases.ts'
import { createMemoryOtherSides } from '../memories/other-sides.ts'
import { textArray } from '../sql/lists.ts'
import { vectorLiteral } from '../sql/vector-literal.ts'
import { createSearchBodies } from './bodies.ts'
import { createSearchCalls } from './calls.ts'
import { andAll, conditionsOf, literalNumber } from './conditions.ts'
import { createSearchEvidence } from './evidence.ts'
import { createSearchLikeness, spaceLiteral } from './likeness.ts'
import { createSearchNames } from './names.ts'
import { RANKED, type RankedRecord, toRanked } from './ranked.ts'
import { createSearchRecent } from './recent.ts'
import { createSearchRecentSessions } from './recent-sessions.ts'
import type {
  AskedVector,
  HitRow,
  TextRequest,
  TextRow,
  VectorRequest,
  VectorRow,
} from './search.types.ts'
import { createSearchStatistics } from './statistics.ts'
import { createSearchTouches } from './touches.ts'
import { createSearchTurns } from './turns.ts'
import { createSearchVocabulary } from './vocabulary.ts'

/** What `RANKED` and `measured` are made of, carried along from where a row was found instead of looking it up again. */
const CARRIED = sql.raw(
  'd.id, d.source_id, d.kind, d.type, d.status, d.session_id, d.occurred_at, d.length, d.tsv',
)

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
 * The table `asked`: what is counted in each row. One parameter, so that the statement stays the same however many words a
 * question has, and is planned once.
 */
const askedOf = (measures: readonly string[]): SQL => sql`asked as materialized (
  select array(select m::tsquery from jsonb_array_elements_text(${JSON.stringify(measures)}::text::jsonb)
    with ordinality as a(m, place) order by place) as measures)`

/**
 * A lexeme's cover density is the sum of the weights of its places, which is the weighted count BM25 wants.
 * PostgreSQL finds it in the row's lexemes by halving, where unnesting them all would cost twenty times as much. Most rows have few of
 * the measures, above all of those that are many words at once; to see that there is none costs a sixth of counting none.
 */
const OCCURRENCES = sql`array(
  select case when d.words @@ m then ts_rank_cd(${WEIGHTS}, d.words, m) else 0 end
  from unnest((select measures from asked)) m)::text as occurrences`

/** `d` with its words unpacked once for all that is counted in them, which is what keeps the subquery apart. */
const unpacked = (found: SQL, limit: number): SQL => sql`(
  select d.*, ts_filter(d.tsv, '{a,b,c,d}') as words from (${found}) d limit ${literalNumber(limit)}) d`

/** Both engines take longer to read an array than JSON is read in here. */
const numbersOf = (array: string): number[] => JSON.parse(`[${array.slice(1, -1)}]`)

export const createSearchReadModel = (tx: DbExecutor, scope: DbScope, kind: Engine['kind']) => ({
  ...createSearchStatistics(tx, scope),
  ...createSearchNames(tx, scope),
  ...createSearchVocabulary(tx, scope),
  ...createSearchTouches(tx),
  ...createSearchCalls(tx),
  ...createSearchEvidence(tx, scope),
  ...createSearchLikeness(tx),
  ...createSearchBodies(tx),
  ...createSearchTurns(tx),
  ...createSearchRecent(tx, scope),
  ...createSearchRecentSessions(tx, scope),
  ...createMemoryBases(tx, scope.teamId),
  ...createMemoryOtherSides(tx, scope.teamId),

  /** Candidates by the rarity of what they contain, each with what its score is made of. */
  async findByText(request: TextRequest): Promise<TextRow[]> {
    if (request.branches.length === 0) return []
    const { near } = request
    const found = await rows<TextRecord>(
      tx,
      sql`
      with ${askedOf(request.measures)}${near === undefined ? sql`` : sql`, ${questionOf(near)}`}
      select ${RANKED}, d.length, ${OCCURRENCES},
        ${near === undefined ? sql`null` : similarityOf(near)} as similarity
      from ${unpacked(candidatesOf(request), request.limit)}`,
    )
    return found.map(toText)
  },

  /** The nearest documents by meaning, nearest first. */
  async findByVector(request: VectorRequest): Promise<VectorRow[]> {
    const isExact = request.within !== null || request.everyVector
    const type = isExact ? 'halfvec' : indexedTypeOf(kind, request.space)
    const found = await rows<TextRecord>(
      tx,
      sql`
      with ${askedOf(request.measures)}, ${questionOf(request, type)}
      select ${RANKED}, d.length, ${OCCURRENCES}, 1 - d.distance as similarity
      from ${unpacked(nearestQuery(scope, request, type), request.limit)}`,
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

/** Candidates whose words are compared with a phrase, per row asked for. */
const PHRASE_ROWS = 8

/**
 * Each branch reads rows off the text index, for their scope and length: no row's words are unpacked before the rough ranking
 * has cut the list. Branches are rows of one parameter, so one plan serves however many there are.
 */
const candidatesOf = (request: Omit<TextRequest, 'measures'>): SQL => {
  const { branches, always, required, filters, averageLength, limit } = request
  const conditions = andAll(conditionsOf(filters))
  const asked = branches.map(({ match, worth, limit: most }) => ({
    match: always === null ? match : `(${match}) & ${always}`,
    worth,
    most,
  }))
  const kept = required === null ? limit : limit * PHRASE_ROWS
  const found = sql`
    select d.* from (
      select d.*, sum(b.worth) over same as worth, row_number() over same as copy
      from jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) as b(match text, worth float8, most int)
      cross join lateral (
        select ${CARRIED} from teamlore.team_documents d
        where d.tsv @@ b.match::tsquery${conditions} limit b.most) d
      window same as (partition by d.id)) d
    where d.copy = 1
    order by d.worth / (1.3::float8 + 0.9::float8 * d.length / ${Math.max(1, averageLength)}::float8) desc, d.id
    limit ${literalNumber(kept)}`
  return required === null
    ? found
    : sql`select d.* from (${found}) d where d.tsv @@ ${required}::tsquery`
}

/** Ids of spaces and dimensions stand in the statement itself: only then does the planner know the partial index. */
const nearestQuery = ({ teamId }: DbScope, request: VectorRequest, type: VectorType): SQL => {
  const { space, filters, within, everyVector, limit } = request
  const conditions = conditionsOf(filters)
  const isExact = within !== null || everyVector
  if (within !== null) conditions.push(sql`d.tsv @@ ${within}::tsquery`)
  if (isExact) conditions.push(sql`d.vector_team_id = ${teamId}`)
  // Without the cast the index's expression is not met, so every vector of the narrowed documents is compared.
  const distance = isExact
    ? sql`d.embedding <=> ${ASKED}`
    : sql`d.embedding::${typeOf(type, space)} <=> ${ASKED}`
  return sql`
    select ${CARRIED}, (${distance})::float8 as distance
    from teamlore.team_document_vectors d
    where d.space = ${spaceLiteral(space)}${andAll(conditions)}
    order by ${distance} limit ${literalNumber(limit)}`
}

/** Sent and read once, wherever it is compared. */
const ASKED = sql.raw('(select v from question)')

type VectorType = ReturnType<typeof indexedTypeOf>

const typeOf = (type: VectorType, { dimensions }: AskedVector['space']): SQL =>
  sql.raw(`${type}(${Number(dimensions)})`)

/** The table `question`, whose one vector everything is compared with. */
const questionOf = ({ space, vector }: AskedVector, type: VectorType = 'halfvec'): SQL =>
  sql`question as materialized (select ${vectorLiteral(vector)}::${typeOf(type, space)} as v)`

/** Of `d`, found by its key. */
const similarityOf = ({ space }: AskedVector): SQL => sql`(
  select 1 - (v.embedding <=> ${ASKED})::float8 from teamlore.team_document_vectors v
  where v.space = ${spaceLiteral(space)} and v.id = d.id)`
