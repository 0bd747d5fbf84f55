import type { CommitId, ProjectId } from '@teamlore/shared'
import type { SharedCommit } from '@teamlore/shared/shared-code'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { columnsBut, namesOf, recordsByColumn } from '../sql/column-sets.ts'
import { decoded, number, text, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { textsIn } from '../sql/lists.ts'
import { commitCodeTable } from './table.ts'

const CODE = columnsBut(commitCodeTable, 'teamId', 'projectId')

/** The text of code, of projects that share it. What is private to somebody is never among it. */
export const createSharedCodeRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Whether a project shares its code with the asker. `held`: until the end of the transaction it stays so, and whoever changes the
   * project waits; nobody waits for a reader.
   */
  async isShared(projectId: ProjectId, { held }: { held: boolean }): Promise<boolean> {
    const found = await rows(
      tx,
      sql`
      select from teamlore.projects p
      where p.team_id = ${teamId} and p.id = ${projectId} and p.shares_code
        and p.id <> all ((select teamlore.closed_projects())::text[])
      ${held ? sql`for share` : sql``}`,
    )
    return found.length > 0
  },

  /** Of these commits those that are here and whose code is not. */
  async wanted(projectId: ProjectId, shas: readonly string[]): Promise<string[]> {
    if (shas.length === 0) return []
    const found = await decoded(
      tx,
      { sha: text },
      sql`
      select c.sha from teamlore.commits c
      where c.team_id = ${teamId} and c.project_id = ${projectId} and c.private_to is null
        and c.code_at is null and c.sha = ${textsIn(shas)}`,
    )
    return found.map(({ sha }) => sha)
  },

  async lacking(projectId: ProjectId): Promise<number> {
    const [found] = await decoded(
      tx,
      { n: number },
      sql`
      select count(*)::int as n from teamlore.commits c
      where c.team_id = ${teamId} and c.project_id = ${projectId} and c.private_to is null and c.code_at is null`,
    )
    return found?.n ?? 0
  },

  /** Keeps the code of commits that are wanted. @returns how many were. */
  async keep(projectId: ProjectId, commits: readonly SharedCommit[], at: Date): Promise<number> {
    if (commits.length === 0) return 0
    const cut = commits.flatMap(({ sha, is_cut }) => (is_cut ? [sha] : []))
    const taken = await decoded(
      tx,
      { id: textOf<CommitId>(), sha: text },
      sql`
      update teamlore.commits c set code_at = ${at.toISOString()}::timestamptz,
        code_is_cut = c.sha = any(array(select jsonb_array_elements_text(${json(cut)})))
      where c.team_id = ${teamId} and c.project_id = ${projectId} and c.private_to is null
        and c.code_at is null and c.sha = ${textsIn(commits.map(({ sha }) => sha))}
      returning c.id, c.sha`,
    )
    const ids = new Map(taken.map(({ sha, id }) => [sha, id]))
    const records = commits.flatMap(({ sha, files }) =>
      files.map((file, position) => ({ ...file, position, commit_id: ids.get(sha) })),
    )
    const known = records.filter(({ commit_id }) => commit_id !== undefined)
    if (known.length > 0)
      await tx.execute(sql`
        insert into teamlore.commit_code (team_id, project_id, ${namesOf(CODE)})
        select ${teamId}, ${projectId}, ${namesOf(CODE)} from ${recordsByColumn(CODE, known)}`)
    return taken.length
  },
})
