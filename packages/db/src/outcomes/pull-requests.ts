import type { CommitId, MemoryId, ProjectId } from '@teamlore/shared'
import { and, desc, eq, sql } from 'drizzle-orm'
import { commitFilesTable, commitsTable } from '../commits/table.ts'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import {
  type MemorySignalType,
  memoriesTable,
  memoryEvidenceTable,
  memorySignalsTable,
} from '../memories/table.ts'
import { isAmong } from '../sql/lists.ts'
import { isoOf } from '../sql/page.ts'

/** What a pull request brought, and what was drawn from it. */
export const pullRequests = (tx: DbExecutor, { teamId }: DbScope) => ({
  ofPullRequest: (
    projectId: ProjectId,
    { shas, branch }: { shas: readonly string[]; branch: string | undefined },
  ): Promise<{ id: CommitId; sha: string; at: string; is_reverted: boolean }[]> =>
    tx
      .select({
        id: commitsTable.id,
        sha: commitsTable.sha,
        at: isoOf(commitsTable.authoredAt),
        // By a commit that is here, too.
        is_reverted: sql<boolean>`exists (select from teamlore.commit_relations r
          where r.other_id = commits.id and r.kind = 'reverts' and r.commit_id <> r.other_id)`,
      })
      .from(commitsTable)
      .where(
        and(
          eq(commitsTable.teamId, teamId),
          eq(commitsTable.projectId, projectId),
          sql`cardinality(${commitsTable.parents}) < 2`,
          shas.length > 0 ? isAmong(commitsTable.sha, shas) : eq(commitsTable.branch, branch ?? ''),
        ),
      )
      .orderBy(commitsTable.authoredAt, commitsTable.id)
      .limit(500),

  /** Files that commits touched most. */
  async pathsOf(ids: readonly CommitId[]): Promise<string[]> {
    if (ids.length === 0) return []
    const { path, addedLines, removedLines } = commitFilesTable
    const found = await tx
      .select({ path })
      .from(commitFilesTable)
      .where(and(eq(commitFilesTable.teamId, teamId), isAmong(commitFilesTable.commitId, ids)))
      .groupBy(path)
      .orderBy(desc(sql`sum(${addedLines} + ${removedLines})`), path)
      .limit(10)
    return found.map(({ path }) => path)
  },

  /** Graveyard entries of a pull request, in whatever state. */
  gravesOf: (projectId: ProjectId, url: string): Promise<{ id: MemoryId; status: string }[]> =>
    rows(
      tx,
      sql`select m.id, m.status from teamlore.memories m
        where m.team_id = ${teamId} and m.project_id = ${projectId} and m.kind = 'graveyard'
          and exists (select from teamlore.memory_evidence e
            where e.memory_id = m.id and e.team_id = ${teamId} and e.kind = 'document' and e.ref = ${url})
        order by m.id limit 20`,
    ),

  signalled: (type: MemorySignalType, source: string): Promise<{ id: MemoryId }[]> =>
    tx
      .select({ id: memorySignalsTable.memoryId })
      .from(memorySignalsTable)
      .where(
        and(
          eq(memorySignalsTable.teamId, teamId),
          eq(memorySignalsTable.type, type),
          eq(memorySignalsTable.source, source),
        ),
      )
      .orderBy(memorySignalsTable.memoryId)
      .limit(500),
})

/** What rests on pages of a host. */
export const citedPages = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Whether any memory of a project names this page as what it rests on, in whatever state. */
  async isCited(projectId: ProjectId, url: string): Promise<boolean> {
    const found = await tx
      .select({ id: memoriesTable.id })
      .from(memoryEvidenceTable)
      .innerJoin(memoriesTable, eq(memoriesTable.id, memoryEvidenceTable.memoryId))
      .where(
        and(
          eq(memoryEvidenceTable.teamId, teamId),
          eq(memoryEvidenceTable.kind, 'document'),
          eq(memoryEvidenceTable.ref, url),
          eq(memoriesTable.projectId, projectId),
        ),
      )
      .limit(1)
    return found.length > 0
  },
})
