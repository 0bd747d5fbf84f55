import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { textArray } from '../sql/lists.ts'
import { pathPatterns } from './conditions.ts'
import type { FileFilter, TouchedPath } from './search.types.ts'

/** What was done to the files that a question is about. */
export const createSearchTouches = (tx: DbExecutor) => ({
  /**
   * Paths of these sources that one of the filters means. A finding says itself what it read and what it modified; a
   * message modified what an edit of it stands for, and only read the others that its calls name.
   */
  async touchedPaths(
    sourceIds: readonly string[],
    files: readonly FileFilter[],
  ): Promise<TouchedPath[]> {
    if (sourceIds.length === 0 || files.length === 0) return []
    const sources = textArray(sourceIds)
    const patterns = textArray(files.flatMap(pathPatterns))
    const isMeant = sql`lower(replace(path, E'\\\\', '/')) like any(${patterns})`
    return rows<TouchedPath>(
      tx,
      sql`
      with touched as (
        select o.id as source_id, path, 'modified' as how
        from teamlore.observations o cross join unnest(o.files_modified) path where o.id = any(${sources})
        union
        select o.id, path, 'read'
        from teamlore.observations o cross join unnest(o.files_read) path where o.id = any(${sources})
        union
        select m.id, e.path, 'modified'
        from teamlore.messages m
        join teamlore.edits e on e.session_id = m.session_id and e.message_key = m.key
        where m.id = any(${sources})
        union
        select d.source_id, path, 'read'
        from teamlore.team_documents d cross join unnest(d.paths) path
        where d.source_id = any(${sources}) and d.kind = 'message'
      )
      select source_id as "sourceId", path, how from touched where ${isMeant}
      order by source_id, how, path`,
    )
  },
})
