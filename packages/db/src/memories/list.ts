import type { Memory, MemoryEntry, MemoryRef, MemoryStatus } from '@teamlore/shared/memories'
import type { MemoryVersion } from '@teamlore/shared/memory-history'
import type { MemoryBasis, OtherSide } from '@teamlore/shared/memory-standing'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { projectRef } from '../projects/ref.ts'
import { json } from '../sql/json.ts'
import { isServed } from '../sql/memory-status.ts'
import {
  afterKey,
  allOf,
  cutPage,
  iso,
  micros,
  type PageOf,
  type PageRequest,
  type TimeKey,
} from '../sql/page.ts'
import { createMemoryBases } from './bases.ts'
import { createMemoryOtherSides } from './other-sides.ts'
import {
  anyOf,
  byMemory,
  evidenceOf,
  person,
  refOf,
  relationsOf,
  setbacksOf,
} from './part-reads.ts'

export type MemoryFilter = {
  project?: ProjectFilter | undefined
  kind?: string | undefined
  statuses?: readonly MemoryStatus[] | undefined
  origin?: string | undefined
  file?: string | undefined
  assignee?: string | undefined
  session?: string | undefined
  ids?: readonly string[] | undefined
  /** Words of its statement or reason. */
  q?: string | undefined
  /** Only what held at this time, in the words it had then. */
  heldAt?: Date | undefined
}

type PersonRef = { id: string; name: string } | null

type EntryRow = Omit<
  MemoryEntry,
  | 'project'
  | 'visibility'
  | 'author'
  | 'assignee'
  | 'review'
  | 'stale'
  | 'removal'
  | 'contradicted_by'
> & {
  project_id: string | null
  project_name: string | null
  is_private: boolean
  author: PersonRef
  assignee: PersonRef
  reviewer: PersonRef
  reviewed_at: string | null
  review_reason: string | null
  stale_since: string | null
  stale_reason: string | null
  removal_since: string | null
  removal_reason: string | null
  remover: PersonRef
  at: number
}

const ANCHORS = sql`(select coalesce(json_agg(json_build_object('path', a.path, 'symbol', a.symbol,
    'start_line', a.start_line, 'end_line', a.end_line, 'content_hash', a.content_hash, 'state', a.state,
    'is_inherited', a.is_inherited) order by a.position), '[]')
  from teamlore.memory_anchors a where a.memory_id = m.id)`

const ENTRY = sql`
  m.id, m.kind, m.status, m.topic, m.statement, m.reason, m.rejected, m.slots, m.questions, m.origin, m.confidence,
  m.confidence_parts, p.id as project_id, p.name as project_name, m.private_to is not null as is_private,
  ${person(sql`m.author_id`)} as author, ${person(sql`m.assignee_id`)} as assignee,
  ${person(sql`m.reviewed_by`)} as reviewer, m.version, ${iso(sql`m.valid_from`)} as valid_from,
  ${iso(sql`m.recorded_at`)} as recorded_at, ${iso(sql`m.confirmed_at`)} as confirmed_at,
  ${iso(sql`m.created_at`)} as created_at, ${iso(sql`m.stale_since`)} as stale_since, m.stale_reason,
  ${iso(sql`m.removal_since`)} as removal_since, m.removal_reason, ${person(sql`m.removal_by`)} as remover,
  ${iso(sql`m.reviewed_at`)} as reviewed_at, m.review_reason,
  case when n.id is null then null else ${refOf(sql`n`)} end as successor, ${ANCHORS} as anchors,
  (select count(*) from teamlore.memory_evidence e where e.memory_id = m.id) as evidence_count,
  (select coalesce(sum(f.pieces), 0)::int from teamlore.forgotten_evidence f where f.memory_id = m.id) as evidence_forgotten,
  (select count(distinct e.session_id) from teamlore.memory_evidence e where e.memory_id = m.id) as session_count,
  ${micros(sql`m.recorded_at`)} as at`

const fromMemories = (of: SQL): SQL => sql`
  from ${of} m
  left join teamlore.projects p on p.id = m.project_id
  left join teamlore.memories n on n.id = m.successor_id`

const FROM = fromMemories(sql`teamlore.memories`)

type SidesOf = ReadonlyMap<string, OtherSide[]>

const sidesOf = async (
  tx: DbExecutor,
  teamId: string,
  ids: readonly string[],
): Promise<SidesOf> => {
  const sides = new Map<string, OtherSide[]>()
  for (const { memory_id, ...side } of await createMemoryOtherSides(tx, teamId).otherSides(ids))
    sides.set(memory_id, [...(sides.get(memory_id) ?? []), side])
  return sides
}

const toEntry = ({
  project_id,
  project_name,
  is_private,
  reviewer,
  reviewed_at,
  review_reason,
  stale_since,
  stale_reason,
  removal_since,
  removal_reason,
  remover,
  at: _,
  ...rest
}: EntryRow): Omit<MemoryEntry, 'contradicted_by'> => ({
  ...rest,
  project: projectRef(project_id, project_name),
  visibility: is_private ? 'private' : 'team',
  stale: stale_since === null ? null : { since: stale_since, reason: stale_reason ?? '' },
  removal:
    removal_since === null
      ? undefined
      : { since: removal_since, reason: removal_reason ?? '', by: remover },
  review:
    reviewed_at === null ? null : { by: reviewer, at: reviewed_at, reason: review_reason ?? '' },
})

const namesFile = (file: string): SQL => sql`exists (
  select from teamlore.memory_anchors a where a.memory_id = m.id
    and (a.path = ${file} or right(a.path, length(${`/${file}`})) = ${`/${file}`}))`

const conditionsOf = (teamId: string, filter: MemoryFilter): (SQL | undefined)[] => [
  sql`m.team_id = ${teamId}`,
  filter.project && sql`m.project_id in ${projectsNamed(teamId, filter.project)}`,
  filter.kind === undefined ? undefined : sql`m.kind = ${filter.kind}`,
  filter.statuses &&
    sql`m.status = any(array(select jsonb_array_elements_text(${json(filter.statuses)})))`,
  filter.origin === undefined ? undefined : sql`m.origin = ${filter.origin}`,
  filter.file === undefined ? undefined : namesFile(filter.file),
  filter.assignee === undefined ? undefined : sql`m.assignee_id = ${filter.assignee}`,
  filter.ids && sql`m.id = any(array(select jsonb_array_elements_text(${json(filter.ids)})))`,
  filter.session === undefined
    ? undefined
    : sql`exists (select from teamlore.memory_evidence e where e.memory_id = m.id
        and (e.session_id = ${filter.session} or e.ref = ${filter.session}))`,
  filter.q === undefined
    ? undefined
    : sql`strpos(lower(m.statement || ' ' || m.reason), lower(${filter.q})) > 0`,
]

/** Memories as they were at a time: their columns, with those of the version that held then in place of today's. */
const memoriesAt = (teamId: string, at: Date): SQL => sql`(
  select m.id, m.team_id, m.project_id, m.private_to, v.kind, m.status, v.topic, v.statement, v.reason, v.rejected,
    v.slots, v.questions, m.origin, m.confidence, m.confidence_parts, m.author_id, m.assignee_id, v.version, v.valid_from,
    m.recorded_at, m.confirmed_at, m.created_at, m.successor_id, m.stale_since, m.stale_reason,
    m.removal_since, m.removal_reason, m.removal_by, m.reviewed_by, m.reviewed_at, m.review_reason
  from teamlore.memories m
  join teamlore.memory_versions v on v.memory_id = m.id
  where m.team_id = ${teamId} and ${isServed(sql`v`)} and v.valid_from <= ${at.toISOString()}::timestamptz
    and (v.valid_to is null or v.valid_to > ${at.toISOString()}::timestamptz))`

export const createMemoryReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  ...createMemoryBases(tx, teamId),

  /** What was recorded last comes first. */
  async list(
    filter: MemoryFilter,
    { limit, after }: PageRequest<TimeKey>,
  ): Promise<PageOf<MemoryEntry, TimeKey>> {
    const { heldAt } = filter
    const from = heldAt === undefined ? FROM : fromMemories(memoriesAt(teamId, heldAt))
    const found = await rows<EntryRow>(
      tx,
      sql`select ${ENTRY} ${from}
        where ${allOf([...conditionsOf(teamId, filter), afterKey(sql`m.recorded_at`, sql`m.id`, after)])}
        order by m.recorded_at desc, m.id desc limit ${limit + 1}`,
    )
    // Of an earlier time nobody knows what contradicted it then.
    const ids = heldAt === undefined ? found.map(({ id }) => id) : []
    const sides = await sidesOf(tx, teamId, ids)
    const entryOf = (row: EntryRow): MemoryEntry => ({
      ...toEntry(row),
      contradicted_by: sides.get(row.id) ?? [],
    })
    return cutPage(found, limit, entryOf, ({ at, id }) => ({ at, id }))
  },

  /**
   * These memories, in their order: all but what they replaced and what rests on that, which are the reader's to work out of
   * their threads. One statement for each kind of what belongs to them, however many they are.
   */
  async findAll(ids: readonly string[]): Promise<Omit<Memory, 'replaced' | 'dependants'>[]> {
    if (ids.length === 0) return []
    const found = await rows<EntryRow>(
      tx,
      sql`select ${ENTRY} ${FROM} where m.team_id = ${teamId} and m.id = ${anyOf(ids)}`,
    )
    const evidence = byMemory(await evidenceOf(tx, teamId, ids))
    const relations = byMemory(await relationsOf(tx, teamId, ids))
    const setbacks = byMemory(await setbacksOf(tx, teamId, ids))
    const bases = byMemory<MemoryBasis>(await createMemoryBases(tx, teamId).changedBases(ids))
    const sides = await sidesOf(tx, teamId, ids)
    const rowOf = new Map<string, EntryRow>(found.map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = rowOf.get(id)
      if (row === undefined) return []
      return {
        ...toEntry(row),
        evidence: evidence.get(id) ?? [],
        relations: relations.get(id) ?? [],
        setbacks: setbacks.get(id) ?? [],
        changed_bases: bases.get(id) ?? [],
        contradicted_by: sides.get(id) ?? [],
      }
    })
  },

  /** Versions of these, the oldest first. */
  async versions(ids: readonly string[]): Promise<MemoryVersion[]> {
    return rows(
      tx,
      sql`select v.memory_id, v.version, v.kind, v.status, v.topic, v.statement, v.reason, v.rejected, v.slots, v.questions,
          ${iso(sql`v.valid_from`)} as valid_from, ${iso(sql`v.valid_to`)} as valid_to,
          ${iso(sql`v.recorded_at`)} as recorded_at, ${person(sql`v.recorded_by`)} as recorded_by,
          v.change, v.note
        from teamlore.memory_versions v
        where v.team_id = ${teamId} and v.memory_id = any(array(select jsonb_array_elements_text(${json(ids)})))
        order by v.valid_from, v.recorded_at, v.memory_id, v.version`,
    )
  },

  async refs(ids: readonly string[]): Promise<MemoryRef[]> {
    const found = await rows<{ ref: MemoryRef }>(
      tx,
      sql`select ${refOf(sql`m`)} as ref from teamlore.memories m
        where m.team_id = ${teamId} and m.id = any(array(select jsonb_array_elements_text(${json(ids)})))`,
    )
    return found.map(({ ref }) => ref)
  },
})
