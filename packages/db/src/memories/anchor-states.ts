import { sql } from 'drizzle-orm'
import type { CodeGraphKey } from '../code/writes.ts'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { batchesOf } from '../sql/batches.ts'
import { json } from '../sql/json.ts'

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

export type AnchorChange = Pick<
  AnchoredCode,
  'memory_id' | 'position' | 'state' | 'path' | 'start_line' | 'end_line'
>

export const createAnchorStateRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Anchors of memories of the project that name any of these files. */
  async on({ projectId }: CodeGraphKey, paths: readonly string[]): Promise<AnchoredCode[]> {
    const found: AnchoredCode[] = []
    for (const batch of batchesOf(paths))
      found.push(
        ...(await rows<AnchoredCode>(
          tx,
          sql`select a.memory_id, a.position, a.path, a.symbol, a.start_line, a.end_line, a.state
            from teamlore.memory_anchors a join teamlore.memories m on m.id = a.memory_id
            where a.team_id = ${teamId} and m.project_id = ${projectId}
              and a.path = any(array(select jsonb_array_elements_text(${json(batch)})))
            order by a.memory_id, a.position`,
        )),
      )
    return found
  },

  snapshots(
    { projectId, privateTo }: CodeGraphKey,
    paths: readonly string[],
  ): Promise<CodeSnapshot[]> {
    return rows<CodeSnapshot>(
      tx,
      sql`select path, hash, symbols from teamlore.code_files
        where team_id = ${teamId} and project_id = ${projectId}
          and private_to is not distinct from ${privateTo}
          and path = any(array(select jsonb_array_elements_text(${json(paths)})))`,
    )
  },

  /** Files of this content; of several, any. By that a file is found again that was only moved. */
  async withContent(
    { projectId, privateTo }: CodeGraphKey,
    hashes: readonly string[],
  ): Promise<{ path: string; hash: string }[]> {
    if (hashes.length === 0) return []
    return rows(
      tx,
      sql`select min(path collate "C") as path, hash from teamlore.code_files
        where team_id = ${teamId} and project_id = ${projectId}
          and private_to is not distinct from ${privateTo}
          and hash = any(array(select jsonb_array_elements_text(${json(hashes)})))
        group by hash order by hash`,
    )
  },

  /** What git calls files now that are gone under these names, by the last commit that renamed each. */
  async renamed(
    { projectId }: CodeGraphKey,
    paths: readonly string[],
  ): Promise<{ from: string; to: string }[]> {
    if (paths.length === 0) return []
    return rows(
      tx,
      sql`select distinct on (f.old_path) f.old_path as from, f.path as to
        from teamlore.commit_files f
        where f.team_id = ${teamId} and f.project_id = ${projectId} and f.status = 'renamed'
          and f.old_path = any(array(select jsonb_array_elements_text(${json(paths)})))
        order by f.old_path, f.authored_at desc, f.path`,
    )
  },

  async set(changes: readonly AnchorChange[]): Promise<void> {
    for (const batch of batchesOf(changes))
      await tx.execute(sql`
        update teamlore.memory_anchors a set state = r.state, path = r.path, start_line = r.start_line,
          end_line = r.end_line,
          changed_at = case when a.state = r.state then a.changed_at else now() end,
          told_at = case when a.state = r.state then a.told_at else null end
        from jsonb_to_recordset(${json(batch)}) as r(memory_id text, position int, state text, path text,
          start_line int, end_line int)
        where a.team_id = ${teamId} and a.memory_id = r.memory_id and a.position = r.position`)
  },
})
