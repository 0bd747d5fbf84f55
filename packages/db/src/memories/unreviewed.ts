import type { MemoryId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { decoded, number, textOf } from '../sql/decode.ts'
import { allOf } from '../sql/page.ts'
import { isOpenMemory } from './open.ts'

type Found = { ids: MemoryId[]; total: number }

/** Memories that are served though nobody reviewed them, and drafts that may come to be so. */
export const createUnreviewedRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those that nobody confirmed since a time, and that were not served again since either; the oldest first. */
  async forgottenSince(since: Date, limit: number): Promise<MemoryId[]> {
    const time = sql`${since.toISOString()}::timestamptz`
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>() },
      sql`select m.id from teamlore.memories m
        where m.team_id = ${teamId} and m.status = 'unreviewed' and m.confirmed_at < ${time}
          and m.recorded_at < ${time} and ${isOpenMemory(sql`m`)}
        order by m.confirmed_at, m.id limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /**
   * Drafts that the gate may let be served, the surest first: of no tool and no web page, private to nobody, of no agent's bare word,
   * and nothing spoke against them. With `total` of all of them.
   */
  drafts: (project: ProjectFilter | undefined, limit: number): Promise<Found> =>
    found(
      tx,
      [
        sql`m.team_id = ${teamId} and m.status = 'draft'`,
        project && sql`m.project_id in ${projectsNamed(teamId, project)}`,
        sql`m.private_to is null and m.origin not in ('tool','web')`,
        sql`(m.author_id is null or m.origin = 'human') and m.stale_since is null`,
        sql`not exists (select from teamlore.memory_signals s where s.memory_id = m.id
        and s.type in ('contradicted','corrected','reverted','change_rejected'))`,
        sql`coalesce(
        (select p.serves_unreviewed from teamlore.memory_policies p where p.team_id = m.team_id and p.project_id = m.project_id),
        (select p.serves_unreviewed from teamlore.memory_policies p where p.team_id = m.team_id and p.project_id is null),
        (select t.serves_unreviewed from teamlore.teams t where t.id = m.team_id))`,
        isOpenMemory(sql`m`),
      ],
      limit,
    ),

  /** Those that are served unreviewed. */
  served: (project: ProjectFilter | undefined, limit: number): Promise<Found> =>
    found(
      tx,
      [
        sql`m.team_id = ${teamId} and m.status = 'unreviewed'`,
        project && sql`m.project_id in ${projectsNamed(teamId, project)}`,
        isOpenMemory(sql`m`),
      ],
      limit,
    ),
})

const found = async (
  tx: DbExecutor,
  conditions: Parameters<typeof allOf>[0],
  limit: number,
): Promise<Found> => {
  const rows = await decoded(
    tx,
    { id: textOf<MemoryId>(), total: number },
    sql`select m.id, count(*) over () as total from teamlore.memories m where ${allOf(conditions)}
      order by m.confidence desc, m.id limit ${limit}`,
  )
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}
