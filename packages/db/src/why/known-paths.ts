import type { TeamId } from '@teamlore/shared'
import { codePathSchema } from '@teamlore/shared/code'
import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, text } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isServed } from '../sql/memory-status.ts'

/** Of one question; where there is more, some paths are not compared. A path stands in as many rows as commits touched it. */
const MOST = { paths: 20_000, rows: 100_000, projects: 2_000 }

export type KnownPaths = { paths: string[]; isAll: boolean }

const among = (project: SQL, projects: readonly string[]): SQL =>
  sql`${project} = any(array(select jsonb_array_elements_text(${json(projects)})))`

export const createKnownPaths = (tx: DbExecutor, teamId: TeamId, most = MOST) => ({
  /**
   * Paths that anything is known of which the asker may see: the code of these projects, or of all where none are named; what
   * memories are about; of a project whose code nobody reported, what its commits touched.
   */
  async paths(projects: readonly string[] | undefined): Promise<KnownPaths> {
    const isAsked = (project: SQL) =>
      projects === undefined ? sql`true` : among(project, projects)
    // Projects come first: asked of each row of commits, whether there is code would have all of them read.
    const found = await decoded(
      tx,
      { path: text, is_cut: flag },
      sql`with bare as materialized (select p.id from teamlore.projects p
          where p.team_id = ${teamId} and ${isAsked(sql`p.id`)}
            and not exists (select from teamlore.code_files c where c.team_id = ${teamId} and c.project_id = p.id)
          limit ${most.projects}),
        code as materialized (select c.path from teamlore.code_files c
          where c.team_id = ${teamId} and ${isAsked(sql`c.project_id`)} limit ${most.rows}),
        anchored as materialized (select a.path from teamlore.memory_anchors a join teamlore.memories m on m.id = a.memory_id
          where a.team_id = ${teamId} and m.team_id = ${teamId} and ${isServed(sql`m`)} and ${isAsked(sql`m.project_id`)}
          limit ${most.rows}),
        touched as materialized (select f.path from teamlore.commit_files f
          where f.team_id = ${teamId} and f.project_id = any(array(select id from bare)) limit ${most.rows}),
        cut as (select (select count(*) from bare) >= ${most.projects} or greatest((select count(*) from code),
          (select count(*) from anchored), (select count(*) from touched)) >= ${most.rows} as is_cut)
        select p.path, cut.is_cut from cut cross join
          (select path from code union select path from anchored union select path from touched limit ${most.paths + 1}) p`,
    )
    return {
      // Commits name files as git does, line feeds and all: such a name would forge lines of a brief.
      paths: found
        .slice(0, most.paths)
        .map(({ path }) => path)
        .filter((path) => codePathSchema.safeParse(path).success),
      isAll: found.length <= most.paths && found[0]?.is_cut !== true,
    }
  },

  /** Of these paths, those that something is known of. */
  async knownAmong(projects: readonly string[], paths: readonly string[]): Promise<string[]> {
    const found = await decoded(
      tx,
      { path: text },
      sql`select p.path from jsonb_array_elements_text(${json(paths)}) p(path)
        where exists (select from teamlore.code_files c where c.team_id = ${teamId} and ${among(sql`c.project_id`, projects)}
            and c.path = p.path collate "C")
          or exists (select from teamlore.memory_anchors a join teamlore.memories m on m.id = a.memory_id
            where a.team_id = ${teamId} and a.path = p.path and ${isServed(sql`m`)} and ${among(sql`m.project_id`, projects)})
          or exists (select from teamlore.commit_files f where ${among(sql`f.project_id`, projects)}
            and md5(f.path) = md5(p.path) and f.path = p.path and f.team_id = ${teamId})`,
    )
    return found.map(({ path }) => path)
  },
})
