import type { TeamId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, text } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isServed } from '../sql/memory-status.ts'

/** Of one question; a project with more has paths that are not compared. */
const MAX_PATHS = 20_000

export type KnownPaths = { paths: string[]; isAll: boolean }

const among = (project: SQL, projects: readonly string[]): SQL =>
  sql`${project} = any(array(select jsonb_array_elements_text(${json(projects)})))`

export const createKnownPaths = (tx: DbExecutor, teamId: TeamId) => ({
  /**
   * Paths that anything is known of which the asker may see: the code of these projects, or of all where none are named; what
   * memories are about; of a project whose code nobody reported, what its commits touched.
   */
  async paths(projects: readonly string[] | undefined): Promise<KnownPaths> {
    const isAsked = (project: SQL) =>
      projects === undefined ? sql`true` : among(project, projects)
    const found = await decoded(
      tx,
      { path: text },
      sql`with code as (select c.path, c.project_id from teamlore.code_files c
          where c.team_id = ${teamId} and ${isAsked(sql`c.project_id`)} limit ${MAX_PATHS}),
        anchored as (select a.path from teamlore.memory_anchors a join teamlore.memories m on m.id = a.memory_id
          where a.team_id = ${teamId} and m.team_id = ${teamId} and ${isServed(sql`m`)} and ${isAsked(sql`m.project_id`)}
          limit ${MAX_PATHS}),
        touched as (select f.path from teamlore.commit_files f
          where f.team_id = ${teamId} and ${isAsked(sql`f.project_id`)}
            and not exists (select from teamlore.code_files c where c.team_id = ${teamId} and c.project_id = f.project_id)
          limit ${MAX_PATHS})
        select path from code union select path from anchored union select path from touched limit ${MAX_PATHS}`,
    )
    return { paths: found.map(({ path }) => path), isAll: found.length < MAX_PATHS }
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
