import { and, desc, eq, sql } from 'drizzle-orm'
import { codeFilesTable } from '../code/table.ts'
import type { CodeGraphKey } from '../code/writes.ts'
import { commitFilesTable } from '../commits/table.ts'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { batchesOf } from '../sql/batches.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { memoriesTable, memoryAnchorsTable } from './table.ts'

/** A file as the graph has it at one moment. */
export type CodeSnapshot = {
  path: string
  hash: string
  symbols: { name: string; hash: string; start: number; end: number }[]
}

export type AnchoredCode = {
  memory_id: string
  position: number
  path: string
  symbol: string | null
  start_line: number | null
  end_line: number | null
  state: 'fresh' | 'dirty' | 'broken' | 'unknown'
}

const ANCHOR = {
  memory_id: memoryAnchorsTable.memoryId,
  position: memoryAnchorsTable.position,
  path: memoryAnchorsTable.path,
  symbol: memoryAnchorsTable.symbol,
  start_line: memoryAnchorsTable.startLine,
  end_line: memoryAnchorsTable.endLine,
  state: memoryAnchorsTable.state,
}

export type AnchorChange = Pick<
  AnchoredCode,
  'memory_id' | 'position' | 'state' | 'path' | 'start_line' | 'end_line'
>

export const createAnchorStateRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createAnchorStates(tx, scope),
  ...createCodeNow(tx, scope),
})

const createAnchorStates = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Anchors of memories of the project that name any of these files. */
  async on({ projectId }: CodeGraphKey, paths: readonly string[]): Promise<AnchoredCode[]> {
    const found: AnchoredCode[] = []
    for (const batch of batchesOf(paths))
      found.push(
        ...(await tx
          .select(ANCHOR)
          .from(memoryAnchorsTable)
          .innerJoin(memoriesTable, eq(memoriesTable.id, memoryAnchorsTable.memoryId))
          .where(
            and(
              eq(memoryAnchorsTable.teamId, teamId),
              eq(memoriesTable.projectId, projectId),
              isAmong(memoryAnchorsTable.path, batch),
            ),
          )
          .orderBy(memoryAnchorsTable.memoryId, memoryAnchorsTable.position)),
      )
    return found
  },

  async set(changes: readonly AnchorChange[]): Promise<void> {
    for (const batch of batchesOf(changes))
      await tx.execute(sql`
        update teamlore.memory_anchors a set state = r.state, path = r.path, start_line = r.start_line,
          end_line = r.end_line,
          changed_at = case when a.state = r.state then a.changed_at else now() end,
          reported_at = case when a.state = r.state then a.reported_at else null end
        from jsonb_to_recordset(${json(batch)}) as r(memory_id text, position int, state text, path text,
          start_line int, end_line int)
        where a.team_id = ${teamId} and a.memory_id = r.memory_id and a.position = r.position`)
  },
})

/** Files as the graph and the commits of a project have them. */
const createCodeNow = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOfGraph = ({ projectId, privateTo }: CodeGraphKey) =>
    and(
      eq(codeFilesTable.teamId, teamId),
      eq(codeFilesTable.projectId, projectId),
      sql`${codeFilesTable.privateTo} is not distinct from ${privateTo}`,
    )
  return {
    snapshots(key: CodeGraphKey, paths: readonly string[]): Promise<CodeSnapshot[]> {
      const { path, hash, symbols } = codeFilesTable
      return tx
        .select({ path, hash, symbols })
        .from(codeFilesTable)
        .where(and(isOfGraph(key), isAmong(path, paths)))
    },

    /** Files of this content; of several, any. By that a file is found again that was only moved. */
    async withContent(
      key: CodeGraphKey,
      hashes: readonly string[],
    ): Promise<{ path: string; hash: string }[]> {
      if (hashes.length === 0) return []
      const { path, hash } = codeFilesTable
      return tx
        .select({ path: sql<string>`min(${path} collate "C")`, hash })
        .from(codeFilesTable)
        .where(and(isOfGraph(key), isAmong(hash, hashes)))
        .groupBy(hash)
        .orderBy(hash)
    },

    /** What git calls files now that are gone under these names, by the last commit that renamed each. */
    async renamed(
      { projectId }: CodeGraphKey,
      paths: readonly string[],
    ): Promise<{ from: string; to: string }[]> {
      if (paths.length === 0) return []
      const { oldPath, path, status, authoredAt } = commitFilesTable
      return tx
        .selectDistinctOn([oldPath], { from: sql<string>`${oldPath}`, to: path })
        .from(commitFilesTable)
        .where(
          and(
            eq(commitFilesTable.teamId, teamId),
            eq(commitFilesTable.projectId, projectId),
            eq(status, 'renamed'),
            isAmong(oldPath, paths),
          ),
        )
        .orderBy(oldPath, desc(authoredAt), path)
    },
  }
}
