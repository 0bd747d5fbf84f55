import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { isoOf } from '../sql/page.ts'
import type { MemoryEvidenceRow, MemoryOwner } from './memories.types.ts'
import { memoryEvidenceTable } from './table.ts'

const EVIDENCE = {
  kind: memoryEvidenceTable.kind,
  ref: memoryEvidenceTable.ref,
  session_id: memoryEvidenceTable.sessionId,
  quote: memoryEvidenceTable.quote,
  origin: memoryEvidenceTable.origin,
  user_id: memoryEvidenceTable.userId,
  machine_id: memoryEvidenceTable.machineId,
  occurred_at: isoOf(memoryEvidenceTable.occurredAt),
  recorded_at: isoOf(memoryEvidenceTable.recordedAt),
}

/** What memories rest on. */
export const createEvidence = (tx: DbExecutor, { teamId }: DbScope) => ({
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

  /** The evidence of a memory whole, in the order it was added. */
  async evidenceRows(id: string): Promise<MemoryEvidenceRow[]> {
    return tx
      .select(EVIDENCE)
      .from(memoryEvidenceTable)
      .where(
        and(eq(memoryEvidenceTable.teamId, teamId), sql`${memoryEvidenceTable.memoryId} = ${id}`),
      )
      .orderBy(memoryEvidenceTable.position)
  },

  /** Who and where the evidence of a memory comes from, in the order it was added. */
  async evidenceOf(
    id: string,
  ): Promise<Pick<MemoryEvidenceRow, 'user_id' | 'machine_id' | 'session_id' | 'origin'>[]> {
    return tx
      .select({
        user_id: memoryEvidenceTable.userId,
        machine_id: memoryEvidenceTable.machineId,
        session_id: memoryEvidenceTable.sessionId,
        origin: memoryEvidenceTable.origin,
      })
      .from(memoryEvidenceTable)
      .where(
        and(eq(memoryEvidenceTable.teamId, teamId), sql`${memoryEvidenceTable.memoryId} = ${id}`),
      )
      .orderBy(memoryEvidenceTable.position)
  },
})
