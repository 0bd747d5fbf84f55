import type { MemoryId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import type {
  MemoryAnchorRow,
  MemoryEvidenceRow,
  MemoryOwner,
  MemoryRelationRow,
  MemorySignalRow,
} from './memories.types.ts'

const anyOf = (ids: readonly string[]): SQL =>
  sql`any(array(select jsonb_array_elements_text(${json(ids)})))`

/** Longer threads are followed no further. */
const MAX_THREAD = 50

/** What hangs on memories: anchors, evidence, relations, signals. */
export const createMemoryPartRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createAnchorsAndEvidence(tx, scope),
  ...createRelations(tx, scope),
  ...createSignals(tx, scope),
})

const createAnchorsAndEvidence = (tx: DbExecutor, { teamId }: DbScope) => ({
  async setAnchors(
    { id, private_to }: MemoryOwner,
    anchors: readonly MemoryAnchorRow[],
  ): Promise<void> {
    await tx.execute(
      sql`delete from teamlore.memory_anchors where team_id = ${teamId} and memory_id = ${id}`,
    )
    if (anchors.length === 0) return
    await tx.execute(sql`
      insert into teamlore.memory_anchors (memory_id, position, team_id, private_to, path, symbol,
        start_line, end_line, content_hash, state, is_inherited)
      select ${id}, (a.n - 1)::int, ${teamId}, ${private_to}, r.path, r.symbol, r.start_line, r.end_line,
        r.content_hash, r.state, r.is_inherited
      from jsonb_array_elements(${json(anchors)}) with ordinality as a(j, n),
        jsonb_to_record(a.j) as r(path text, symbol text, start_line int, end_line int, content_hash text,
          state text, is_inherited boolean)`)
  },

  /**
   * Somebody says that it still holds: what changed since is as it should be. What is gone stays unknown, as nobody can tell any more.
   */
  async clearAnchors(id: MemoryId): Promise<void> {
    await tx.execute(sql`
      update teamlore.memory_anchors set state = case when state = 'broken' then 'unknown' else 'fresh' end,
        changed_at = null, told_at = null
      where team_id = ${teamId} and memory_id = ${id} and state in ('dirty','broken')`)
  },

  async anchorsOf(ids: readonly string[]): Promise<(MemoryAnchorRow & { memory_id: MemoryId })[]> {
    if (ids.length === 0) return []
    return rows(
      tx,
      sql`select memory_id, path, symbol, start_line, end_line, content_hash, state, is_inherited
        from teamlore.memory_anchors where team_id = ${teamId} and memory_id = ${anyOf(ids)}
        order by memory_id, position`,
    )
  },

  /** Appends what is not there yet. @returns how much was new. */
  async addEvidence(
    { id, private_to }: MemoryOwner,
    evidence: readonly MemoryEvidenceRow[],
  ): Promise<number> {
    if (evidence.length === 0) return 0
    const added = await rows(
      tx,
      sql`
      with known as materialized (
        select kind, ref, quote, position from teamlore.memory_evidence
        where team_id = ${teamId} and memory_id = ${id})
      insert into teamlore.memory_evidence (memory_id, position, team_id, private_to, kind, ref,
        session_id, quote, origin, user_id, machine_id, occurred_at, recorded_at)
      select ${id}, (coalesce((select max(position) + 1 from known), 0) + e.n - 1)::int, ${teamId}, ${private_to},
        r.kind, r.ref, r.session_id, r.quote, r.origin, r.user_id, r.machine_id, r.occurred_at, r.recorded_at
      from jsonb_array_elements(${json(evidence)}) with ordinality as e(j, n),
        jsonb_to_record(e.j) as r(kind text, ref text, session_id text, quote text, origin text,
          user_id text, machine_id text, occurred_at timestamptz, recorded_at timestamptz)
      where not exists (select from known k where (k.kind, k.ref, k.quote) = (r.kind, r.ref, r.quote))
      returning position`,
    )
    return added.length
  },

  /** Who and where the evidence of a memory comes from, in the order it was added. */
  async evidenceOf(
    id: string,
  ): Promise<Pick<MemoryEvidenceRow, 'user_id' | 'machine_id' | 'session_id' | 'origin'>[]> {
    return rows(
      tx,
      sql`select user_id, machine_id, session_id, origin from teamlore.memory_evidence
        where team_id = ${teamId} and memory_id = ${id} order by position`,
    )
  },
})

const createRelations = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Says how two memories stand to each other; said again, the newer word counts. */
  async relate(relation: MemoryRelationRow & Pick<MemoryOwner, 'private_to'>): Promise<void> {
    const { from_id, to_id, type, status, confidence, reason } = relation
    await tx.execute(sql`
      insert into teamlore.memory_relations (from_id, to_id, type, team_id, private_to, status,
        confidence, reason, created_by, created_at)
      values (${from_id}, ${to_id}, ${type}, ${teamId}, ${relation.private_to}, ${status}, ${confidence},
        ${reason}, ${relation.created_by}, ${relation.created_at}::timestamptz)
      on conflict (from_id, to_id, type) do update set status = excluded.status,
        confidence = excluded.confidence, reason = excluded.reason, private_to = excluded.private_to`)
  },

  async unrelate(fromId: string, toId: string): Promise<void> {
    await tx.execute(sql`
      delete from teamlore.memory_relations
      where team_id = ${teamId} and from_id = ${fromId} and to_id = ${toId}`)
  },

  /**
   * Somebody says that it holds all the same, though what it rests on was replaced. What its author said it rests on is from now on
   * what took the place. @returns false where nothing of it was replaced. With `isHeld` the first is taken back.
   */
  async settleBases(id: MemoryId, isHeld = false): Promise<boolean> {
    const [from, to] = isHeld ? ['dismissed', 'held'] : ['held', 'dismissed']
    const settled = await rows<{ to_id: string }>(
      tx,
      sql`update teamlore.memory_relations r set status = ${to}
        where r.team_id = ${teamId} and r.from_id = ${id} and r.type = 'rests_on' and r.status = ${from}
          and exists (select from teamlore.memories b where b.id = r.to_id and b.status = 'superseded')
        returning r.to_id`,
    )
    if (!isHeld && settled.length > 0)
      await tx.execute(sql`
        insert into teamlore.memory_relations (from_id, to_id, type, team_id, private_to, status, confidence, reason,
          created_by, created_at)
        select r.from_id, h.id, r.type, r.team_id, r.private_to, 'held', r.confidence, r.reason, r.created_by, now()
        from teamlore.memory_relations r
        cross join lateral (
          with recursive thread as (
            select b.successor_id as id, 1 as step from teamlore.memories b where b.id = r.to_id
            union all
            select m.successor_id, t.step + 1 from thread t join teamlore.memories m on m.id = t.id
            where m.successor_id is not null and t.step < ${MAX_THREAD}::int)
          select m.id from thread t join teamlore.memories m on m.id = t.id
          where m.status = 'active' and m.id <> r.from_id) h
        where r.team_id = ${teamId} and r.from_id = ${id} and r.type = 'rests_on' and r.created_by is not null
          and r.to_id = ${anyOf(settled.map((one) => one.to_id))}
        on conflict do nothing`)
    return settled.length > 0
  },

  /** All relations of these, in either direction. */
  async relationsOf(ids: readonly string[]): Promise<MemoryRelationRow[]> {
    if (ids.length === 0) return []
    return rows(
      tx,
      sql`select from_id, to_id, type, status, confidence, reason, created_by,
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from teamlore.memory_relations
        where team_id = ${teamId} and (from_id = ${anyOf(ids)} or to_id = ${anyOf(ids)})
        order by created_at, from_id, to_id, type`,
    )
  },
})

const createSignals = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** @returns false where this source said it before. */
  async addSignal(signal: MemorySignalRow & Pick<MemoryOwner, 'private_to'>): Promise<boolean> {
    const added = await rows(
      tx,
      sql`
      insert into teamlore.memory_signals (memory_id, type, source, team_id, private_to, user_id,
        machine_id, session_id, note, created_at)
      values (${signal.memory_id}, ${signal.type}, ${signal.source}, ${teamId}, ${signal.private_to},
        ${signal.user_id}, ${signal.machine_id}, ${signal.session_id}, ${signal.note},
        ${signal.created_at}::timestamptz)
      on conflict do nothing returning memory_id`,
    )
    return added.length > 0
  },

  async signalsOf(ids: readonly string[]): Promise<MemorySignalRow[]> {
    if (ids.length === 0) return []
    return rows(
      tx,
      sql`select memory_id, type, source, user_id, machine_id, session_id, note,
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from teamlore.memory_signals where team_id = ${teamId} and memory_id = ${anyOf(ids)}
        order by created_at, memory_id, type, source`,
    )
  },

  async removeSignal(memoryId: string, type: string, source: string): Promise<void> {
    await tx.execute(sql`
      delete from teamlore.memory_signals
      where team_id = ${teamId} and memory_id = ${memoryId} and type = ${type} and source = ${source}`)
  },
})
