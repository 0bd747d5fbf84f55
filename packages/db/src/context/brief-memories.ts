import type { MemoryKind } from '@teamlore/shared/memories'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ChangedBasis, createMemoryBases } from '../memories/bases.ts'
import { isForEverybody } from '../memories/open.ts'
import { createMemoryOtherSides, type OtherSideOf } from '../memories/other-sides.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { json } from '../sql/json.ts'
import { isServed } from '../sql/memory-status.ts'
import { allOf, iso } from '../sql/page.ts'

/** A memory that holds. */
export type BriefMemory = {
  id: string
  project: string | null
  author: string
  occurredAt: string | null
  kind: 'memory'
  sessionId: null
  memoryKind: MemoryKind
  /** Nobody reviewed it yet: it comes after what somebody did, and says so. */
  isUnreviewed: boolean
  topic: string
  statement: string
  reason: string
  rejected: string[]
  paths: string[]
  confidence: number
  confirmedAt: string
  stale: { since: string; reason: string } | null
  /** What it rests on that was replaced since. */
  changed: ChangedBasis[]
  /** What holds and contradicts it, undecided. */
  otherSides: OtherSideOf[]
}

type MemoryRow = {
  id: string
  project_name: string | null
  author: string | null
  time: string
  kind: MemoryKind
  is_unreviewed: boolean
  topic: string
  statement: string
  reason: string
  rejected: string[]
  paths: string[]
  confidence: number
  confirmed_at: string
  stale_since: string | null
  stale_reason: string | null
}

const toMemory = (
  row: MemoryRow,
  { changed, otherSides }: Pick<BriefMemory, 'changed' | 'otherSides'>,
): BriefMemory => ({
  id: row.id,
  kind: 'memory',
  sessionId: null,
  project: row.project_name,
  author: row.author ?? '',
  occurredAt: row.time,
  memoryKind: row.kind,
  isUnreviewed: row.is_unreviewed,
  topic: row.topic,
  statement: row.statement,
  reason: row.reason,
  rejected: row.rejected,
  paths: row.paths,
  confidence: row.confidence,
  confirmedAt: row.confirmed_at,
  stale:
    row.stale_since === null ? null : { since: row.stale_since, reason: row.stale_reason ?? '' },
  changed,
  otherSides,
})

/** With what a reader has to know of each: what it rests on that changed, and what contradicts it. */
const withStanding = async (
  tx: DbExecutor,
  teamId: string,
  found: readonly MemoryRow[],
): Promise<BriefMemory[]> => {
  const ids = found.map(({ id }) => id)
  const changed = await createMemoryBases(tx, teamId).changedBases(ids)
  const sides = await createMemoryOtherSides(tx, teamId).otherSides(ids)
  return found.map((row) =>
    toMemory(row, {
      changed: changed.filter(({ memory_id }) => memory_id === row.id),
      otherSides: sides.filter(({ memory_id }) => memory_id === row.id),
    }),
  )
}

/** Heads alone: drafts are nobody's knowledge yet, and what was replaced does not hold. */
const MEMORIES = sql`
  select m.id, p.name as project_name, u.name as author, ${iso(sql`m.valid_from`)} as time, m.kind,
    m.status = 'unreviewed' as is_unreviewed, m.topic,
    m.statement, m.reason, m.rejected, m.confidence, ${iso(sql`m.confirmed_at`)} as confirmed_at,
    ${iso(sql`m.stale_since`)} as stale_since, m.stale_reason,
    (select coalesce(json_agg(distinct a.path), '[]') from teamlore.memory_anchors a where a.memory_id = m.id)
      as paths
  from teamlore.memories m
  left join teamlore.users u on u.id = m.author_id
  left join teamlore.projects p on p.id = m.project_id`

export const createBriefMemories = (tx: DbExecutor, teamId: string) => ({
  /** Memories that hold, the surest first: of a project, with what holds for all of them, or of the whole team. */
  async memories(project: ProjectFilter | undefined, limit: number): Promise<BriefMemory[]> {
    const named = project && projectsNamed(teamId, project)
    const found = await rows<MemoryRow>(
      tx,
      sql`${MEMORIES}
      where ${allOf([
        sql`m.team_id = ${teamId}`,
        isServed(sql`m`),
        named && sql`(m.project_id in ${named} or m.project_id is null)`,
      ])}
      order by m.status = 'unreviewed', m.confidence desc, m.recorded_at desc, m.id desc limit ${limit}`,
    )
    return withStanding(tx, teamId, found)
  },

  /** What was tried and given up, as far as that holds; the latest first. `forEverybody`: as it may be shown to all who read the repository. */
  async graves(
    project: ProjectFilter | undefined,
    limit: number,
    { forEverybody = false }: { forEverybody?: boolean } = {},
  ): Promise<BriefMemory[]> {
    const named = project && projectsNamed(teamId, project)
    const found = await rows<MemoryRow>(
      tx,
      sql`${MEMORIES}
      where ${allOf([
        sql`m.team_id = ${teamId}`,
        sql`m.kind = 'graveyard'`,
        forEverybody ? isForEverybody(sql`m`) : isServed(sql`m`),
        named && sql`(m.project_id in ${named} or m.project_id is null)`,
      ])}
      order by m.status = 'unreviewed', m.recorded_at desc, m.id desc limit ${limit}`,
    )
    return withStanding(tx, teamId, found)
  },

  /** Memories among these that hold. */
  async memoriesById(ids: readonly string[]): Promise<BriefMemory[]> {
    if (ids.length === 0) return []
    const found = await rows<MemoryRow>(
      tx,
      sql`${MEMORIES} where m.team_id = ${teamId} and ${isServed(sql`m`)} and m.id in (select jsonb_array_elements_text(${json(ids)}))
      order by m.id`,
    )
    return withStanding(tx, teamId, found)
  },
})
