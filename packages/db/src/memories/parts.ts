import type { MemoryId, SessionId } from '@teamlore/shared'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, text } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { isServed } from '../sql/memory-status.ts'
import { isoOf } from '../sql/page.ts'
import { createEvidence } from './evidence.ts'
import type {
  MemoryAnchorRow,
  MemoryOwner,
  MemoryRelationRow,
  MemorySignalRow,
} from './memories.types.ts'
import { memoryAnchorsTable, memoryRelationsTable, memorySignalsTable } from './table.ts'

const anyOf = (ids: readonly string[]): SQL =>
  sql`any(array(select jsonb_array_elements_text(${json(ids)})))`

const ANCHOR = {
  memory_id: memoryAnchorsTable.memoryId,
  path: memoryAnchorsTable.path,
  symbol: memoryAnchorsTable.symbol,
  start_line: memoryAnchorsTable.startLine,
  end_line: memoryAnchorsTable.endLine,
  content_hash: memoryAnchorsTable.contentHash,
  state: memoryAnchorsTable.state,
  is_inherited: memoryAnchorsTable.isInherited,
}

const RELATION = {
  from_id: memoryRelationsTable.fromId,
  to_id: memoryRelationsTable.toId,
  type: memoryRelationsTable.type,
  status: memoryRelationsTable.status,
  confidence: memoryRelationsTable.confidence,
  reason: memoryRelationsTable.reason,
  created_by: memoryRelationsTable.createdBy,
  created_at: isoOf(memoryRelationsTable.createdAt),
}

const SIGNAL = {
  memory_id: memorySignalsTable.memoryId,
  type: memorySignalsTable.type,
  source: memorySignalsTable.source,
  user_id: memorySignalsTable.userId,
  machine_id: memorySignalsTable.machineId,
  session_id: memorySignalsTable.sessionId,
  note: memorySignalsTable.note,
  created_at: isoOf(memorySignalsTable.createdAt),
}

/** Longer threads are followed no further. */
const MAX_THREAD = 50

/** What hangs on memories: anchors, evidence, relations, signals. */
export const createMemoryPartRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createAnchors(tx, scope),
  ...createEvidence(tx, scope),
  ...createRelations(tx, scope),
  ...createBases(tx, scope),
  ...createSignals(tx, scope),
})

const createAnchors = (tx: DbExecutor, { teamId }: DbScope) => ({
  async setAnchors(
    { id, private_to }: MemoryOwner,
    anchors: readonly MemoryAnchorRow[],
  ): Promise<void> {
    await tx
      .delete(memoryAnchorsTable)
      .where(and(eq(memoryAnchorsTable.teamId, teamId), eq(memoryAnchorsTable.memoryId, id)))
    if (anchors.length === 0) return
    await tx.insert(memoryAnchorsTable).values(
      anchors.map((anchor, position) => ({
        memoryId: id,
        position,
        teamId,
        privateTo: private_to,
        path: anchor.path,
        symbol: anchor.symbol,
        startLine: anchor.start_line,
        endLine: anchor.end_line,
        contentHash: anchor.content_hash,
        state: anchor.state,
        isInherited: anchor.is_inherited,
      })),
    )
  },

  /**
   * Somebody says that it still holds: what changed since is as it should be. What is gone stays unknown, as nobody knows any more.
   */
  async clearAnchors(id: MemoryId): Promise<void> {
    const { state } = memoryAnchorsTable
    await tx
      .update(memoryAnchorsTable)
      .set({
        state: sql`case when ${state} = 'broken' then 'unknown' else 'fresh' end`,
        changedAt: null,
        reportedAt: null,
      })
      .where(
        and(
          eq(memoryAnchorsTable.teamId, teamId),
          eq(memoryAnchorsTable.memoryId, id),
          inArray(state, ['dirty', 'broken']),
        ),
      )
  },

  async anchorsOf(ids: readonly string[]): Promise<(MemoryAnchorRow & { memory_id: MemoryId })[]> {
    if (ids.length === 0) return []
    return tx
      .select(ANCHOR)
      .from(memoryAnchorsTable)
      .where(and(eq(memoryAnchorsTable.teamId, teamId), isAmong(memoryAnchorsTable.memoryId, ids)))
      .orderBy(memoryAnchorsTable.memoryId, memoryAnchorsTable.position)
  },
})

const createRelations = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Says how two memories stand to each other; said again, the newer word counts. */
  async relate(relation: MemoryRelationRow & Pick<MemoryOwner, 'private_to'>): Promise<void> {
    const { status, confidence, reason, private_to: privateTo } = relation
    const newer = { status, confidence, reason, privateTo }
    await tx
      .insert(memoryRelationsTable)
      .values({
        ...newer,
        teamId,
        fromId: relation.from_id,
        toId: relation.to_id,
        type: relation.type,
        createdBy: relation.created_by,
        createdAt: new Date(relation.created_at),
      })
      .onConflictDoUpdate({
        target: [memoryRelationsTable.fromId, memoryRelationsTable.toId, memoryRelationsTable.type],
        set: newer,
      })
  },

  async unrelate(fromId: string, toId: string): Promise<void> {
    await tx
      .delete(memoryRelationsTable)
      .where(
        and(
          eq(memoryRelationsTable.teamId, teamId),
          sql`${memoryRelationsTable.fromId} = ${fromId}`,
          sql`${memoryRelationsTable.toId} = ${toId}`,
        ),
      )
  },

  /** All relations of these, in either direction. */
  async relationsOf(ids: readonly string[]): Promise<MemoryRelationRow[]> {
    if (ids.length === 0) return []
    const { fromId, toId, type, createdAt } = memoryRelationsTable
    return tx
      .select(RELATION)
      .from(memoryRelationsTable)
      .where(
        and(eq(memoryRelationsTable.teamId, teamId), or(isAmong(fromId, ids), isAmong(toId, ids))),
      )
      .orderBy(createdAt, fromId, toId, type)
  },
})

const createBases = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Somebody says that it holds all the same, though what it rests on was replaced. What its author said it rests on is from now on
   * what took the place. @returns false where nothing of it was replaced. With `isHeld` the first is taken back.
   */
  async settleBases(id: MemoryId, isHeld = false): Promise<boolean> {
    const [from, to] = isHeld ? ['dismissed', 'held'] : ['held', 'dismissed']
    const settled = await decoded(
      tx,
      { to_id: text },
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
          where ${isServed(sql`m`)} and m.id <> r.from_id) h
        where r.team_id = ${teamId} and r.from_id = ${id} and r.type = 'rests_on' and r.created_by is not null
          and r.to_id = ${anyOf(settled.map((one) => one.to_id))}
        on conflict do nothing`)
    return settled.length > 0
  },
})

const createSignals = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** @returns false where this source said it before. */
  async addSignal(signal: MemorySignalRow & Pick<MemoryOwner, 'private_to'>): Promise<boolean> {
    const added = await tx
      .insert(memorySignalsTable)
      .values({
        teamId,
        memoryId: signal.memory_id,
        type: signal.type,
        source: signal.source,
        privateTo: signal.private_to,
        userId: signal.user_id,
        machineId: signal.machine_id,
        sessionId: signal.session_id,
        note: signal.note,
        createdAt: new Date(signal.created_at),
      })
      .onConflictDoNothing()
      .returning({ memoryId: memorySignalsTable.memoryId })
    return added.length > 0
  },

  async signalsOf(ids: readonly string[]): Promise<MemorySignalRow[]> {
    if (ids.length === 0) return []
    const { memoryId, type, source, createdAt } = memorySignalsTable
    return tx
      .select(SIGNAL)
      .from(memorySignalsTable)
      .where(and(eq(memorySignalsTable.teamId, teamId), isAmong(memoryId, ids)))
      .orderBy(createdAt, memoryId, type, source)
  },

  /** Memories that rest on what the agent of this session handed over, with what a reader is to look at or has. */
  handedOf(sessionId: SessionId): Promise<{ memory_id: MemoryId; source: string }[]> {
    const { memoryId, source } = memorySignalsTable
    return tx
      .selectDistinct({ memory_id: memoryId, source })
      .from(memorySignalsTable)
      .where(
        and(
          eq(memorySignalsTable.teamId, teamId),
          eq(memorySignalsTable.sessionId, sessionId),
          inArray(memorySignalsTable.type, ['unread', 'read']),
        ),
      )
      .orderBy(memoryId, source)
  },

  async removeSignal(memoryId: string, type: string, source: string): Promise<void> {
    await tx
      .delete(memorySignalsTable)
      .where(
        and(
          eq(memorySignalsTable.teamId, teamId),
          sql`${memorySignalsTable.memoryId} = ${memoryId}`,
          sql`${memorySignalsTable.type} = ${type}`,
          eq(memorySignalsTable.source, source),
        ),
      )
  },
})
