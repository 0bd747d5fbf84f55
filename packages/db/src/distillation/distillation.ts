import type { DistillerName, ObservationId, SessionId, SummaryId, TeamId } from '@teamlore/shared'
import { and, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { editsTable } from '../edits/table.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { observationsTable, summariesTable } from '../observations/table.ts'
import { projectPathsTable } from '../projects/table.ts'
import type { StoredSession } from '../sessions/record.ts'
import { sessionsTable } from '../sessions/table.ts'
import { decoded, number } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { createCoverage, isFixed, type KnownObservation } from './coverage.ts'
import { createRecordWriter } from './records.ts'

/** What took the place of a finding; null where nothing did. */
export type Succession = { id: ObservationId; by: ObservationId | null }

/** An edit without the fingerprints of its lines. */
export type EditMark = {
  messageKey: string
  toolCallId: string | null
  path: string
  operation: string
  addedLines: number
  removedLines: number
}

/** Up to where the text of a session went: nobody can distil that again. */
export type DistilledBefore = { lastOrdinal: number; prompts: number }

const removalOf = async (
  tx: DbExecutor,
  teamId: TeamId,
  sessionId: SessionId,
): Promise<DistilledBefore | undefined> => {
  const [found] = await decoded(
    tx,
    { lastOrdinal: number, prompts: number },
    sql`select last_ordinal as "lastOrdinal", prompts from teamlore.session_removals
      where team_id = ${teamId} and session_id = ${sessionId} and messages > 0`,
  )
  return found
}

export const createDistillationRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createDistillationReader(tx, scope),
  ...createKnown(tx, scope),
  /** Undefined where all of it can be read. */
  removal: (sessionId: SessionId) => removalOf(tx, scope.teamId, sessionId),
  ...createSummaryReader(tx, scope),
  ...createRecordWriter(tx, scope, 'extractive'),
  ...createCoverage(tx, scope),
  ...createDistillationWriter(tx, scope),
})

export type DistillationRepository = ReturnType<typeof createDistillationRepository>

const summariesIn = (tx: DbExecutor, teamId: TeamId, sessionId: SessionId) =>
  tx
    .select({
      id: summariesTable.id,
      promptNumber: summariesTable.promptNumber,
      distiller: summariesTable.distiller,
    })
    .from(summariesTable)
    .where(and(eq(summariesTable.teamId, teamId), eq(summariesTable.sessionId, sessionId)))

const createDistillationReader = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Top folders under which this machine keeps the session's project, longest first. */
  async rootPaths({ projectId, machineId }: Pick<StoredSession, 'projectId' | 'machineId'>) {
    if (projectId === null) return []
    const { rootPath } = projectPathsTable
    const found = await tx
      .select({ rootPath })
      .from(projectPathsTable)
      .where(
        and(
          eq(projectPathsTable.teamId, teamId),
          eq(projectPathsTable.machineId, machineId),
          eq(projectPathsTable.projectId, projectId),
        ),
      )
      .orderBy(sql`length(${rootPath}) desc`, rootPath)
      .limit(50)
    return found.map((row) => row.rootPath)
  },

  /** All edits of the session in the order they came, without their line fingerprints. */
  editMarks(sessionId: SessionId): Promise<EditMark[]> {
    return tx
      .select({
        messageKey: editsTable.messageKey,
        toolCallId: editsTable.toolCallId,
        path: editsTable.path,
        operation: editsTable.operation,
        addedLines: editsTable.addedLines,
        removedLines: editsTable.removedLines,
      })
      .from(editsTable)
      .where(and(eq(editsTable.teamId, teamId), eq(editsTable.sessionId, sessionId)))
      .orderBy(editsTable.id)
  },
})

const createKnown = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Ids of what rules found in this session before, by the keys they will find it under again; what was superseded too. */
  async known(
    sessionId: SessionId,
    distiller: DistillerName = 'extractive',
  ): Promise<{
    observations: Map<string, KnownObservation>
    summaries: Map<number, SummaryId>
    /** Keys of what rests on messages whose text went since: it stays as it is. */
    fixed: Set<string>
    /** Numbers of the prompts that somebody else summed up, and of those whose text went. */
    taken: Set<number>
  }> {
    const observations = await tx
      .select({
        id: observationsTable.id,
        key: observationsTable.key,
        title: observationsTable.title,
        messageId: observationsTable.messageId,
        stands: sql<boolean>`${observationsTable.supersededAt} is null`,
        isFixed: isFixed(observationsTable.sessionId, observationsTable.messageId),
      })
      .from(observationsTable)
      .where(
        and(
          eq(observationsTable.teamId, teamId),
          eq(observationsTable.sessionId, sessionId),
          eq(observationsTable.distiller, distiller),
        ),
      )
    const all = await summariesIn(tx, teamId, sessionId)
    const prompts = (await removalOf(tx, teamId, sessionId))?.prompts ?? -1
    const isOwn = (summary: (typeof all)[number]) =>
      summary.distiller === 'extractive' && summary.promptNumber > prompts
    const summaries = all.filter(isOwn)
    return {
      observations: new Map(
        observations.flatMap(({ isFixed: fixed, ...one }) => (fixed ? [] : [[one.key, one]])),
      ),
      fixed: new Set(observations.flatMap(({ key, isFixed: fixed }) => (fixed ? [key] : []))),
      summaries: new Map(summaries.map(({ id, promptNumber }) => [promptNumber, id])),
      taken: new Set(all.flatMap((one) => (isOwn(one) ? [] : [one.promptNumber]))),
    }
  },
})

const createSummaryReader = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Who summed up which prompt; what was superseded too. */
  async summariesByPrompt(
    sessionId: SessionId,
  ): Promise<Map<number, { id: SummaryId; distiller: DistillerName }>> {
    const found = await summariesIn(tx, teamId, sessionId)
    return new Map(found.map(({ promptNumber, ...one }) => [promptNumber, one]))
  },
})

const createDistillationWriter = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Says of findings that they stand no more, and what took their place. They can still be opened by their ids; their
   * documents are the caller's to remove.
   *
   * @returns how many stood until now.
   */
  async supersede(successions: readonly Succession[]): Promise<number> {
    if (successions.length === 0) return 0
    const changed = await rows(
      tx,
      sql`
      update teamlore.observations o set superseded_at = now(), superseded_by = r.by
      from jsonb_to_recordset(${json(successions)}) as r(id text, by text)
      where o.team_id = ${teamId} and o.id = r.id and o.superseded_at is null returning o.id`,
    )
    return changed.length
  },

  /** The same for summaries, whose place nothing takes: that of another prompt is another one. */
  async supersedeSummaries(ids: readonly SummaryId[]): Promise<number> {
    if (ids.length === 0) return 0
    const changed = await tx
      .update(summariesTable)
      .set({ supersededAt: sql`now()` })
      .where(
        and(
          eq(summariesTable.teamId, teamId),
          isNull(summariesTable.supersededAt),
          isAmong(summariesTable.id, ids),
        ),
      )
      .returning({ id: summariesTable.id })
    return changed.length
  },

  /** @returns false when it was done already. */
  async markDone(sessionId: SessionId): Promise<boolean> {
    const marked = await tx
      .update(sessionsTable)
      .set({ distilled: 'done', distilledAt: sql`now()` })
      .where(
        and(
          eq(sessionsTable.teamId, teamId),
          eq(sessionsTable.id, sessionId),
          ne(sessionsTable.distilled, 'done'),
        ),
      )
      .returning({ id: sessionsTable.id })
    return marked.length > 0
  },

  /**
   * For everybody to see, until it grows or somebody tries again.
   *
   * @param unlessGrownSince leaves it pending when something came in after this time.
   * @returns who may see the session; undefined when nothing was marked.
   */
  async markFailed(
    sessionId: SessionId,
    unlessGrownSince: Date | null,
  ): Promise<{ privateTo: string | null } | undefined> {
    const [marked] = await tx
      .update(sessionsTable)
      .set({ distilled: 'failed' })
      .where(
        and(
          eq(sessionsTable.teamId, teamId),
          eq(sessionsTable.id, sessionId),
          eq(sessionsTable.distilled, 'pending'),
          unlessGrownSince === null ? undefined : lte(sessionsTable.updatedAt, unlessGrownSince),
        ),
      )
      .returning({ privateTo: sessionsTable.privateTo })
    return marked
  },
})
