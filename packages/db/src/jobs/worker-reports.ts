import { desc, eq, lt, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, text } from '../sql/decode.ts'
import { isoOf } from '../sql/page.ts'
import type { ReportedDeadJob, ReportedEmbedding, ReportedJob } from './table.ts'
import { workerReportsTable } from './table.ts'

export type WorkerReport = {
  workerId: string
  startedAt: Date
  jobs: ReportedJob[]
  /** Newest first. */
  dead: ReportedDeadJob[]
  embedding: ReportedEmbedding
}

/** A report as it was found, with its age in seconds by the database's clock. */
export type FoundWorkerReport = Omit<WorkerReport, 'startedAt'> & {
  reportedAt: string
  ageSeconds: number
}

/** How long a worker that is gone stays known. */
const KEPT = sql`interval '1 day'`

export const createWorkerReportRepository = (tx: DbExecutor) => ({
  async save({ workerId, startedAt, jobs, dead, embedding }: WorkerReport): Promise<void> {
    const report = { reportedAt: sql`clock_timestamp()`, jobs, dead, embedding }
    await tx
      .insert(workerReportsTable)
      .values({ workerId, startedAt, ...report })
      .onConflictDoUpdate({ target: workerReportsTable.workerId, set: report })
    await tx
      .delete(workerReportsTable)
      .where(lt(workerReportsTable.reportedAt, sql`clock_timestamp() - ${KEPT}`))
  },

  /** The youngest report of all workers: each sees the whole queue. */
  async latest(): Promise<FoundWorkerReport | undefined> {
    const [report] = await tx
      .select({
        workerId: workerReportsTable.workerId,
        reportedAt: isoOf(workerReportsTable.reportedAt),
        ageSeconds: sql<number>`greatest(0,
          extract(epoch from clock_timestamp() - ${workerReportsTable.reportedAt}))::int`,
        jobs: workerReportsTable.jobs,
        dead: workerReportsTable.dead,
        embedding: workerReportsTable.embedding,
      })
      .from(workerReportsTable)
      .orderBy(desc(workerReportsTable.reportedAt))
      .limit(1)
    return report
  },

  /**
   * Those of these sessions and memory files that are private to somebody else than who asks, or of a project that is closed to
   * them. To a credential that somebody else made all is that is private, and what is closed to its maker.
   */
  async hiddenFrom(
    { teamId, userId, given }: DbScope,
    ids: readonly string[],
  ): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const reader = given?.hidesPrivate === true ? null : userId
    const needed = [userId, ...(given ? [given.by] : [])]
    const isOpenTo = (user: string) => sql`exists (select from teamlore.project_access a
      where a.project_id = p.id and a.user_id = ${user})`
    const wanted = sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)`
    const found = await decoded(
      tx,
      { id: text },
      sql`
      with closed as (
        select p.id from teamlore.projects p where p.team_id = ${teamId} and p.is_restricted
          and not (${sql.join(needed.map(isOpenTo), sql` and `)}))
      select id from teamlore.sessions
      where team_id = ${teamId} and id in (${wanted})
        and (private_to is distinct from ${reader} and private_to is not null
          or user_id is distinct from ${reader} and project_id in (select id from closed))
      union all
      select id from teamlore.memory_files
      where team_id = ${teamId} and id in (${wanted})
        and (private_to is distinct from ${reader} and private_to is not null
          or private_to is null and project_id in (select id from closed))
      union all
      select id from closed where id in (${wanted})`,
    )
    return new Set(found.map(({ id }) => id))
  },

  /** A worker that stops takes its report along, so nobody waits for it to grow old. */
  async remove(workerId: string): Promise<void> {
    await tx.delete(workerReportsTable).where(eq(workerReportsTable.workerId, workerId))
  },
})
