import type { ProjectId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, listOf, number, text } from '../sql/decode.ts'
import { isServed } from '../sql/memory-status.ts'

/** So many memories of a project are looked at. */
const MAX_MEMORIES = 10_000

/** The folder of a file, two levels deep; `.` for the top. */
const folderOf = (path: SQL): SQL => sql`(case
  when split_part(${path}, '/', 3) <> '' then split_part(${path}, '/', 1) || '/' || split_part(${path}, '/', 2)
  when split_part(${path}, '/', 2) <> '' then split_part(${path}, '/', 1) else '.' end)`

/** What a project's memories cover, of what the asker may read. */
export const createScoreReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** How many files lie in each folder: those of its code graph, else those that its memories name. */
  folders: (projectId: ProjectId) =>
    decoded(
      tx,
      { folder: text, files: number },
      sql`with known as (
          select f.path from teamlore.code_files f where f.team_id = ${teamId} and f.project_id = ${projectId}
          union
          select a.path from teamlore.memory_anchors a join teamlore.memories m on m.id = a.memory_id
          where m.team_id = ${teamId} and m.project_id = ${projectId} and ${isServed(sql`m`)}
            and not exists (select from teamlore.code_files f where f.team_id = ${teamId} and f.project_id = ${projectId}))
        select ${folderOf(sql`k.path`)} as folder, count(*)::int as files from known k group by 1 order by 2 desc, 1`,
    ),

  /** Each memory that is served: the folders it is about, whether it is stale, and what stands behind it. */
  memories: (projectId: ProjectId) =>
    decoded(
      tx,
      {
        folders: listOf(text),
        is_stale: flag,
        has_reason: flag,
        has_second: flag,
        is_reviewed: flag,
      },
      sql`select
          (select coalesce(json_agg(distinct ${folderOf(sql`a.path`)}), '[]') from teamlore.memory_anchors a
            where a.memory_id = m.id) as folders,
          (m.stale_since is not null or exists (select from teamlore.memory_anchors a
            where a.memory_id = m.id and a.state in ('dirty','broken'))) as is_stale,
          m.reason <> '' as has_reason,
          (select count(*) from teamlore.memory_evidence e where e.memory_id = m.id) > 1 as has_second,
          (m.reviewed_by is not null and m.status = 'active') as is_reviewed
        from teamlore.memories m
        where m.team_id = ${teamId} and m.project_id = ${projectId} and ${isServed(sql`m`)}
        order by m.recorded_at desc, m.id desc limit ${MAX_MEMORIES}`,
    ),
})
