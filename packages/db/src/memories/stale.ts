import type { UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { decoded, text } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isServed } from '../sql/memory-status.ts'
import { allOf } from '../sql/page.ts'

export type StaleFilter = {
  project?: ProjectFilter | undefined
  states: readonly string[]
  author?: UserId | undefined
}

export type StaleMemory = { id: string; is_news: boolean }

const MOST = 500

/** Memories whose code is not as it was when they were written or last confirmed. */
export const createStaleReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those whose code is gone first, then what changed last. `is_news`: it was not reported to its owner yet. */
  list(
    { project, states, author }: StaleFilter,
    reader: UserId | 'system',
  ): Promise<StaleMemory[]> {
    const conditions = [
      sql`m.team_id = ${teamId} and ${isServed(sql`m`)}`,
      project && sql`m.project_id in ${projectsNamed(teamId, project)}`,
      author === undefined ? undefined : sql`m.author_id = ${author}`,
    ]
    return rows<StaleMemory>(
      tx,
      sql`select m.id, bool_or(m.author_id = ${reader} and a.reported_at is null) as is_news
        from teamlore.memories m join teamlore.memory_anchors a on a.memory_id = m.id
          and a.state = any(array(select jsonb_array_elements_text(${json(states)})))
        where ${allOf(conditions)}
        group by m.id
        order by bool_or(a.state = 'broken') desc, max(a.changed_at) desc nulls last, m.id desc limit ${MOST}`,
    )
  },

  /** Marks as reported what the owner of these memories has been shown. @returns of how many that was news. */
  async markReported(ids: readonly string[], owner: UserId): Promise<number> {
    const found = await decoded(
      tx,
      { memory_id: text },
      sql`update teamlore.memory_anchors a set reported_at = now() from teamlore.memories m
        where m.id = a.memory_id and a.team_id = ${teamId} and m.author_id = ${owner} and a.reported_at is null
          and a.state in ('dirty','broken')
          and m.id = any(array(select jsonb_array_elements_text(${json(ids)})))
        returning a.memory_id`,
    )
    return new Set(found.map(({ memory_id }) => memory_id)).size
  },
})
