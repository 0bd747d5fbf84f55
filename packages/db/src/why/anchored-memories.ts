import type { ProjectId, TeamId } from '@teamlore/shared'
import type { MemoryKind } from '@teamlore/shared/memories'
import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ChangedBasis, createMemoryBases } from '../memories/bases.ts'
import { isForEverybody } from '../memories/open.ts'
import { createMemoryOtherSides, type OtherSideOf } from '../memories/other-sides.ts'
import { json } from '../sql/json.ts'
import { isServed } from '../sql/memory-status.ts'
import { iso } from '../sql/page.ts'

export type AnchoredMemory = {
  id: string
  kind: MemoryKind
  status: string
  /** A short title; empty until one is written. */
  topic: string
  statement: string
  reason: string
  confidence: number
  recorded_at: string
  author: string | null
  stale_reason: string | null
  /** What it rests on that was replaced since. */
  changed: ChangedBasis[]
  /** What holds and contradicts it, undecided. */
  otherSides: OtherSideOf[]
  successor: { id: string; statement: string; at: string } | null
  anchors: {
    path: string
    symbol: string | null
    start_line: number | null
    end_line: number | null
    state: 'fresh' | 'dirty' | 'broken' | 'unknown'
    is_inherited: boolean
  }[]
}

/** Memories at one question are ranked in memory; more than this are anchored to no file people work with. */
const MAX_MEMORIES = 500

export const createAnchoredMemories = (tx: DbExecutor, teamId: TeamId) => {
  /** `place`: a list of `memory_id`. */
  const read = async (
    projectId: ProjectId,
    place: SQL,
    isAsked: SQL,
  ): Promise<AnchoredMemory[]> => {
    const found = await rows<Omit<AnchoredMemory, 'changed' | 'otherSides'>>(
      tx,
      sql`with place as (${place})
        select m.id, m.kind, m.status, m.topic, m.statement, m.reason, m.confidence, m.stale_reason,
          ${iso(sql`m.recorded_at`)} as recorded_at, u.name as author,
          case when n.id is null then null else json_build_object('id', n.id, 'statement', n.statement,
            'at', ${iso(sql`n.valid_from`)}) end as successor,
          (select coalesce(json_agg(json_build_object('path', a.path, 'symbol', a.symbol, 'start_line', a.start_line,
              'end_line', a.end_line, 'state', a.state, 'is_inherited', a.is_inherited) order by a.position), '[]')
            from teamlore.memory_anchors a where a.memory_id = m.id) as anchors
        from place join teamlore.memories m on m.id = place.memory_id
        left join teamlore.memories n on n.id = m.successor_id
        left join teamlore.users u on u.id = m.author_id
        where m.team_id = ${teamId} and (m.project_id = ${projectId} or m.project_id is null)
          and ${isAsked}
        order by m.status = 'unreviewed', m.confidence desc, m.id desc limit ${MAX_MEMORIES}`,
    )
    const held = found.filter(({ status }) => status !== 'superseded').map(({ id }) => id)
    const changed = await createMemoryBases(tx, teamId).changedBases(held)
    const sides = await createMemoryOtherSides(tx, teamId).otherSides(held)
    return found.map((memory) => ({
      ...memory,
      changed: changed.filter(({ memory_id }) => memory_id === memory.id),
      otherSides: sides.filter(({ memory_id }) => memory_id === memory.id),
    }))
  }
  const asked = (forEverybody: boolean, everHeld: boolean): SQL => {
    if (forEverybody) return isForEverybody(sql`m`)
    return everHeld ? sql`true` : sql`(${isServed(sql`m`)} or m.status = 'superseded')`
  }
  return {
    /**
     * Memories that hold or held, anchored to any of these places. `forEverybody`: those alone that may be shown to all who read the
     * repository. `everHeld`: those that ended without another in their place, too.
     */
    anchoredTo: (
      projectId: ProjectId,
      paths: readonly string[],
      {
        forEverybody = false,
        everHeld = false,
      }: { forEverybody?: boolean; everHeld?: boolean } = {},
    ): Promise<AnchoredMemory[]> =>
      read(
        projectId,
        sql`select distinct a.memory_id from teamlore.memory_anchors a
          where a.team_id = ${teamId}
            and a.path = any(array(select jsonb_array_elements_text(${json(paths)})))`,
        asked(forEverybody, everHeld),
      ),

    /** Those of these that may be shown to all who read the repository. */
    sayable: (projectId: ProjectId, ids: readonly string[]): Promise<AnchoredMemory[]> =>
      read(
        projectId,
        sql`select distinct jsonb_array_elements_text(${json(ids)}) as memory_id`,
        isForEverybody(sql`m`),
      ),
  }
}
