import type { CommitId, ProjectId } from '@teamlore/shared'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { documentsTable } from '../documents/table.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { commitFilesTable, commitsTable } from './table.ts'

const textsOf = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${json(values)}))`

type Kept = { id: CommitId; twin: CommitId | null }

/** Commits that somebody sent while their project was closed to them, once it is open. */
export const commitsOpening = (tx: DbExecutor, { teamId, userId }: DbScope) => {
  /** Those of these projects that the asker sent from outside, and these hashes, however they came to be private. */
  const kept = (projects: readonly ProjectId[], shas: readonly string[]): Promise<Kept[]> =>
    rows<Kept>(
      tx,
      sql`
      select c.id, t.id as twin from teamlore.commits c
      join teamlore.projects p on p.id = c.project_id and p.default_visibility = 'team'
        and p.id <> all ((select teamlore.closed_projects())::text[])
      left join teamlore.commits t on t.team_id = c.team_id and t.project_id = c.project_id
        and t.sha = c.sha and t.private_to is null
      where c.team_id = ${teamId} and c.project_id = any(${textsOf(projects)})
        and c.private_to = ${userId} and (c.from_outside or c.sha = any(${textsOf(shas)}))
      order by c.id for update of c`,
    )

  /** The members of the project have it already: what is known of the copy goes to theirs. */
  const join = async (twins: readonly Kept[]): Promise<void> => {
    const pairs = sql`jsonb_to_recordset(${json(twins)}) as r(id text, twin text)`
    const gone = twins.map(({ id }) => id)
    await tx.execute(sql`
      update teamlore.session_links l set commit_id = r.twin from ${pairs} where l.commit_id = r.id`)
    await tx.execute(sql`
      update teamlore.commits t set linked_at = null, noted_sessions = (
        select coalesce(jsonb_agg(s.one order by s.n), '[]') from (select value as one, min(ordinality) as n
          from jsonb_array_elements(t.noted_sessions || c.noted_sessions) with ordinality
          group by value order by 2 limit 100) s)
      from ${pairs} join teamlore.commits c on c.id = r.id where t.id = r.twin`)
    await tx
      .delete(documentsTable)
      .where(and(eq(documentsTable.teamId, teamId), isAmong(documentsTable.sourceId, gone)))
    await tx.execute(sql`
      delete from teamlore.commit_lines where team_id = ${teamId} and commit_id = any(${textsOf(gone)})`)
    await tx
      .delete(commitsTable)
      .where(and(eq(commitsTable.teamId, teamId), isAmong(commitsTable.id, gone)))
  }

  /** What it came from first: nothing is read more widely than that at any moment. */
  const open = async (opened: readonly CommitId[]): Promise<void> => {
    await tx
      .update(commitsTable)
      .set({ privateTo: null, fromOutside: false, linkedAt: null })
      .where(and(eq(commitsTable.teamId, teamId), isAmong(commitsTable.id, opened)))
    await tx
      .update(commitFilesTable)
      .set({ privateTo: null })
      .where(and(eq(commitFilesTable.teamId, teamId), isAmong(commitFilesTable.commitId, opened)))
    await tx
      .update(documentsTable)
      .set({ privateTo: null })
      .where(and(eq(documentsTable.teamId, teamId), isAmong(documentsTable.sourceId, opened)))
  }

  return {
    /**
     * Gives the asker's own commits of projects that are open to them now to the members of these.
     *
     * @returns those that are read by more people now, whose words are still counted as the asker's; and of how many others the
     *   project had one already.
     */
    async letIn(
      projects: readonly ProjectId[],
      shas: readonly string[],
    ): Promise<{ opened: CommitId[]; joined: number }> {
      const found = await kept(projects, shas)
      const twins = found.filter(({ twin }) => twin !== null)
      const opened = found.flatMap(({ id, twin }) => (twin === null ? [id] : []))
      if (twins.length > 0) await join(twins)
      if (opened.length > 0) await open(opened)
      return { opened, joined: twins.length }
    },
  }
}
