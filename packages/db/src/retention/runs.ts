import type { ProjectId } from '@teamlore/shared'
import type { RetentionRun } from '@teamlore/shared/retention'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, number, orNull, text } from '../sql/decode.ts'
import { iso } from '../sql/page.ts'
import type { RetentionLimits } from './policies.ts'
import { retentionRunsTable } from './table.ts'

/** What one slice came to. */
export type Removed = { sessions: number; messages: number; bytes: number; keptMessages: number }

const RUN = {
  id: text,
  days: orNull(number),
  max_bytes: orNull(number),
  keeps_prompts: flag,
  started_at: text,
  finished_at: orNull(text),
  sessions: number,
  messages: number,
  bytes: number,
  kept_messages: number,
}

/** Receipts. A run that was cut short is taken up again by the next one, so that each message is counted once. */
export const createRetentionRuns = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOpen = (projectId: ProjectId) =>
    and(
      eq(retentionRunsTable.teamId, teamId),
      eq(retentionRunsTable.projectId, projectId),
      isNull(retentionRunsTable.finishedAt),
    )
  return {
    /** Adds to the run that is open, and opens one where there is none. */
    async add(
      projectId: ProjectId,
      run: RetentionLimits & { id: string; startedAt: Date },
      { sessions, messages, bytes, keptMessages }: Removed,
    ): Promise<void> {
      await tx
        .insert(retentionRunsTable)
        .values({ ...run, teamId, projectId })
        .onConflictDoNothing()
      const r = retentionRunsTable
      await tx
        .update(r)
        .set({
          sessions: sql`${r.sessions} + ${sessions}::int`,
          messages: sql`${r.messages} + ${messages}::int`,
          bytes: sql`${r.bytes} + ${bytes}::bigint`,
          keptMessages: sql`${r.keptMessages} + ${keptMessages}::int`,
        })
        .where(isOpen(projectId))
    },

    /** @returns the run that was open, as it ended; undefined where nothing was to do. */
    async finish(projectId: ProjectId, at: Date): Promise<Removed | undefined> {
      const { sessions, messages, bytes, keptMessages } = retentionRunsTable
      const [ended] = await tx
        .update(retentionRunsTable)
        .set({ finishedAt: at })
        .where(isOpen(projectId))
        .returning({ sessions, messages, bytes, keptMessages })
      return ended
    },

    /** The newest first. */
    async list(projectId: ProjectId, limit: number): Promise<RetentionRun[]> {
      return decoded(
        tx,
        RUN,
        sql`select id, days, max_bytes::float8 as max_bytes, keeps_prompts, ${iso(sql`started_at`)} as started_at,
            ${iso(sql`finished_at`)} as finished_at, sessions, messages, bytes::float8 as bytes, kept_messages
          from teamlore.retention_runs where team_id = ${teamId} and project_id = ${projectId}
          order by id desc limit ${limit}`,
      )
    },
  }
}
