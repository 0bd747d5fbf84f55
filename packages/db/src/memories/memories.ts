import type { MemoryId, ProjectId, UserId } from '@teamlore/shared'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { projectsTable } from '../projects/table.ts'
import { columnsBut, namesOf } from '../sql/column-sets.ts'
import { decoded, jsonOf, orNull, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { isLiving } from '../sql/memory-status.ts'
import { membershipsTable } from '../teams/table.ts'
import type { LivingMemory, MemoryRow, MemoryVersionRow } from './memories.types.ts'
import { createMemoryPartRepository } from './parts.ts'
import { memoriesTable, memoryVersionsTable } from './table.ts'

const TIMES = [
  'valid_from',
  'valid_to',
  'recorded_at',
  'confirmed_at',
  'created_at',
  'stale_since',
  'removal_since',
  'removal_kept_at',
  'reviewed_at',
  'occurred_at',
] as const

/** Rows come as JSON, whose times have the spelling of the database. */
const withIsoTimes = <T extends object>(row: T): T => {
  const copy: Record<string, unknown> = Object.fromEntries(Object.entries(row))
  for (const name of TIMES) {
    const value = copy[name]
    if (typeof value === 'string') copy[name] = new Date(value).toISOString()
  }
  return copy as T
}

/** What a memory is and says; how far jobs came with it is noted elsewhere. */
const columns = namesOf(
  columnsBut(
    memoriesTable,
    'id',
    'teamId',
    'documents',
    'judgedVersion',
    'dependantsVersion',
    'questionedVersion',
  ),
)

const anyOf = (ids: readonly string[]): SQL =>
  sql`any(array(select jsonb_array_elements_text(${json(ids)})))`

/** So many memories of a project are compared with one that comes in. */
const MAX_LIVING = 5_000

export const createMemoryRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createMemoryPartRepository(tx, scope),
  ...createMemoryRows(tx, scope),
  ...createMemoryReaders(tx, scope),
  ...createThreadReaders(tx, scope),
})

const createMemoryRows = (tx: DbExecutor, { teamId }: DbScope) => ({
  async insert(memory: MemoryRow): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.memories (id, team_id, ${columns})
      select id, ${teamId}, ${columns} from jsonb_populate_record(null::teamlore.memories, ${json(memory)})`)
  },

  async update(memory: MemoryRow): Promise<void> {
    await tx.execute(sql`
      update teamlore.memories m set (${columns}) =
        (select ${columns} from jsonb_populate_record(null::teamlore.memories, ${json(memory)}))
      where m.team_id = ${teamId} and m.id = ${memory.id}`)
  },

  /** These, nobody else's to change until the transaction ends. */
  async lock(ids: readonly string[]): Promise<MemoryRow[]> {
    if (ids.length === 0) return []
    const found = await decoded(
      tx,
      { m: jsonOf<MemoryRow>() },
      sql`select row_to_json(m) as m from teamlore.memories m
        where m.team_id = ${teamId} and m.id = ${anyOf(ids)} order by m.id for update`,
    )
    return found.map(({ m }) => withIsoTimes(m))
  },

  /** Lets one finding after the other be placed among the memories of a project. */
  async lockProject(projectId: ProjectId | null): Promise<void> {
    const [table, id] = projectId === null ? ['teams', teamId] : ['projects', projectId]
    await tx.execute(sql`
      select from teamlore.${sql.identifier(table)} where id = ${id} for no key update`)
  },

  /** Writes the state a memory has now as its newest version, and closes the one before. */
  async addVersion(
    memory: MemoryRow,
    made: Pick<MemoryVersionRow, 'recorded_by' | 'change' | 'note' | 'valid_from'>,
  ): Promise<void> {
    const { validFrom, validTo, memoryId } = memoryVersionsTable
    await tx
      .update(memoryVersionsTable)
      .set({ validTo: sql`greatest(${validFrom}, ${made.valid_from}::timestamptz)` })
      .where(and(eq(memoryVersionsTable.teamId, teamId), eq(memoryId, memory.id), isNull(validTo)))
    await tx.insert(memoryVersionsTable).values({
      memoryId: memory.id,
      version: memory.version,
      teamId,
      privateTo: memory.private_to,
      kind: memory.kind,
      status: memory.status,
      topic: memory.topic,
      statement: memory.statement,
      reason: memory.reason,
      rejected: memory.rejected,
      slots: memory.slots,
      questions: memory.questions,
      validFrom: sql`${made.valid_from}::timestamptz`,
      recordedAt: sql`${memory.recorded_at}::timestamptz`,
      recordedBy: made.recorded_by,
      change: made.change,
      note: made.note,
    })
  },
})

const createMemoryReaders = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Every version of these, the oldest first. */
  async versionsOf(ids: readonly string[]): Promise<MemoryVersionRow[]> {
    if (ids.length === 0) return []
    const found = await decoded(
      tx,
      { v: jsonOf<MemoryVersionRow>() },
      sql`select row_to_json(v) as v from teamlore.memory_versions v
        where v.team_id = ${teamId} and v.memory_id = ${anyOf(ids)}
        order by v.valid_from, v.recorded_at, v.memory_id, v.version`,
    )
    return found.map(({ v }) => withIsoTimes(v))
  },

  /** What a statement of this project and these eyes is compared with: drafts and what is served, the newest first. */
  async living({
    projectId,
    privateTo,
  }: {
    projectId: ProjectId | null
    privateTo: UserId | null
  }): Promise<LivingMemory[]> {
    const found = await decoded(
      tx,
      { m: jsonOf<LivingMemory>() },
      sql`select json_build_object('id', m.id, 'kind', m.kind, 'status', m.status, 'statement', m.statement,
          'reason', m.reason, 'slots', m.slots, 'origin', m.origin, 'valid_from', m.valid_from,
          'version', m.version, 'private_to', m.private_to, 'paths', (select coalesce(json_agg(a.path), '[]')
            from teamlore.memory_anchors a where a.memory_id = m.id)) as m
        from teamlore.memories m
        where m.team_id = ${teamId} and m.project_id is not distinct from ${projectId}
          and ${isLiving(sql`m`)}
          and (m.private_to is null or m.private_to = ${privateTo})
        order by m.recorded_at desc, m.id desc limit ${MAX_LIVING}`,
    )
    return found.map(({ m }) => withIsoTimes(m))
  },

  /** Projects that a filter means, at most a few. */
  async projectsNamed(
    project: ProjectFilter,
  ): Promise<{ id: ProjectId; name: string; is_private: boolean }[]> {
    const { id, name, defaultVisibility } = projectsTable
    return tx
      .select({ id, name, is_private: sql<boolean>`${defaultVisibility} = 'private'` })
      .from(projectsTable)
      .where(and(eq(projectsTable.teamId, teamId), sql`${id} in ${projectsNamed(teamId, project)}`))
      .orderBy(id)
      .limit(5)
  },

  /** Of these, who is a member of the team. */
  async members(ids: readonly string[]): Promise<UserId[]> {
    const found = await tx
      .select({ id: membershipsTable.userId })
      .from(membershipsTable)
      .where(and(eq(membershipsTable.teamId, teamId), isAmong(membershipsTable.userId, ids)))
    return found.map(({ id }) => id)
  },
})

/** Memories that took each other's place. */
const createThreadReaders = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** All whose place this one took, one after the other, itself among them. */
  async chainBelow(id: string): Promise<MemoryId[]> {
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>() },
      sql`with recursive chain as (
          select m.id from teamlore.memories m where m.team_id = ${teamId} and m.id = ${id}
          union select m.id from teamlore.memories m join chain c on m.successor_id = c.id
            where m.team_id = ${teamId})
        select id from chain`,
    )
    return found.map((row) => row.id)
  },

  /** The same of several. */
  async chainsBelow(ids: readonly string[]): Promise<{ head_id: string; id: MemoryId }[]> {
    if (ids.length === 0) return []
    return rows(
      tx,
      sql`with recursive chain as (
          select m.id as head_id, m.id from teamlore.memories m where m.team_id = ${teamId}
            and m.id = ${anyOf(ids)}
          union select c.head_id, m.id from teamlore.memories m join chain c on m.successor_id = c.id
            where m.team_id = ${teamId})
        select head_id, id from chain`,
    )
  },

  /** What holds in the place of this one now: itself, where nothing took its place. */
  async headOf(id: string): Promise<MemoryId> {
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>(), successor_id: orNull(textOf<MemoryId>()) },
      sql`with recursive chain as (
          select m.id, m.successor_id from teamlore.memories m where m.team_id = ${teamId} and m.id = ${id}
          union select m.id, m.successor_id from teamlore.memories m join chain c on m.id = c.successor_id
            where m.team_id = ${teamId})
        select id, successor_id from chain`,
    )
    const next = new Map(found.map((row) => [row.id, row.successor_id]))
    return (
      found.find((row) => row.successor_id === null || !next.has(row.successor_id))?.id ??
      (id as MemoryId)
    )
  },
})
