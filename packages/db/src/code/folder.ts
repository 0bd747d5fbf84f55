import type { ProjectId } from '@teamlore/shared'
import type { CodeFolder } from '@teamlore/shared/code'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { STANDS } from '../links/valid-links.ts'
import { isServed } from '../sql/memory-status.ts'
import { iso } from '../sql/page.ts'
import { codeFilesTable } from './table.ts'

type Asked = { path: string; days: number; limit: number }
type Listed = CodeFolder['items'][number] & { total: number }

/** What lies below a path: the first part of each path behind it. */
const partOf = (prefix: string) => (column: SQL) =>
  sql`split_part(substr(${column}, ${prefix.length + 1}::int), '/', 1)`

/** What a folder holds, with how much is known of it and how much was done there. */
export const codeFolderReads = (tx: DbExecutor, { teamId }: DbScope) => {
  const codeFiles = (projectId: ProjectId) => sql`
    select distinct path from teamlore.code_files where team_id = ${teamId} and project_id = ${projectId}`
  /** As the newest commits of each file leave it. It looks at all of them, so only where nobody reported the code. */
  const committedFiles = (projectId: ProjectId) => sql`
    select path from (select distinct on (f.path) f.path, f.status from teamlore.commit_files f
      where f.team_id = ${teamId} and f.project_id = ${projectId} order by f.path, f.authored_at desc) latest
    where status <> 'deleted'`

  return {
    async folder(
      projectId: ProjectId,
      { path, days, limit }: Asked,
    ): Promise<{ items: CodeFolder['items']; total: number }> {
      const prefix = path === '' ? '' : `${path}/`
      const part = partOf(prefix)
      const [graph] = await tx
        .select({ path: codeFilesTable.path })
        .from(codeFilesTable)
        .where(and(eq(codeFilesTable.teamId, teamId), eq(codeFilesTable.projectId, projectId)))
        .limit(1)
      const found = await rows<Listed>(
        tx,
        sql`
        with known as materialized (${graph === undefined ? committedFiles(projectId) : codeFiles(projectId)}),
        below as (select ${part(sql`path`)} as name, count(*)::int as files,
            bool_or(strpos(substr(path, ${prefix.length + 1}::int), '/') > 0) as is_folder
          from known where starts_with(path, ${prefix}) and path <> ${prefix} group by 1),
        about as materialized (select ${part(sql`a.path`)} as name, count(distinct a.memory_id)::int as memories
          from teamlore.memories m join teamlore.memory_anchors a on a.memory_id = m.id
          where m.team_id = ${teamId} and m.project_id = ${projectId} and ${isServed(sql`m`)}
            and starts_with(a.path, ${prefix}) group by 1),
        wrote as materialized (select l.commit_id, l.session_id from teamlore.commits c
          join teamlore.session_links l on l.commit_id = c.id and l.relation = 'wrote' and ${STANDS}
          where c.team_id = ${teamId} and c.project_id = ${projectId}
            and c.authored_at > now() - make_interval(days => ${days}::int)),
        work as materialized (select ${part(sql`f.path`)} as name, count(distinct w.session_id)::int as sessions,
            max(f.authored_at) as last_at
          from wrote w join teamlore.commit_files f on f.commit_id = w.commit_id
          where starts_with(f.path, ${prefix}) group by 1)
        select b.name, ${prefix} || b.name as path, case when b.is_folder then 'folder' else 'file' end as kind, b.files,
          coalesce(a.memories, 0) as memories, coalesce(w.sessions, 0) as sessions, ${iso(sql`w.last_at`)} as last_at,
          count(*) over ()::int as total
        from below b left join about a on a.name = b.name left join work w on w.name = b.name
        order by b.is_folder desc, lower(b.name), b.name limit ${limit}`,
      )
      return { items: found.map(({ total: _, ...item }) => item), total: found[0]?.total ?? 0 }
    },
  }
}
