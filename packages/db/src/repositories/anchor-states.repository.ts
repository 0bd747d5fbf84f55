import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { batchesOf, json } from './batches.ts'
import type { CodeGraphKey } from './code-graph.repository.ts'

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
  state: 'fresh' | 'dirty' | 'broken' | 'unknown'
}

export const createAnchorStateRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Anchors of memories of the project that name any of these files. */
  async on({ projectId }: CodeGraphKey, paths: readonly string[]): Promise<AnchoredCode[]> {
    const found: AnchoredCode[] = []
    for (const batch of batchesOf(paths))
      found.push(
        ...(await rows<AnchoredCode>(
          tx,
          sql`select a.memory_id, a.position, a.path, a.symbol, a.state
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

  async set(states: readonly Omit<AnchoredCode, 'path' | 'symbol'>[]): Promise<void> {
    for (const batch of batchesOf(states))
      await tx.execute(sql`
        update teamlore.memory_anchors a set state = r.state
        from jsonb_to_recordset(${json(batch)}) as r(memory_id text, position int, state text)
        where a.team_id = ${teamId} and a.memory_id = r.memory_id and a.position = r.position`)
  },
})
