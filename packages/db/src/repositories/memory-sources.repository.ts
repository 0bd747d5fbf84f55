import type { Block, MachineId, MessageId, ProjectId, SessionId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from './batches.ts'

/** A message that a memory rests on, and whose it is. */
export type MemorySource = {
  id: MessageId
  session_id: SessionId
  user_id: UserId
  machine_id: MachineId
  project_id: ProjectId | null
  private_to: UserId | null
  kind: string
  ordinal: number
  time: string | null
}

/** What was done near a message: paths of edits, and tool calls that may have read something. */
export type WorkNear = {
  edits: { path: string; ordinal: number }[]
  calls: { block: Extract<Block, { type: 'tool_call' }>; ordinal: number; cwd: string | null }[]
}

/** What the memories of a session can be traced to; what the asker may not see is left out. */
export const createMemorySourceRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async messages(ids: readonly string[]): Promise<MemorySource[]> {
    if (ids.length === 0) return []
    return rows(
      tx,
      sql`select g.id, g.session_id, s.user_id, s.machine_id, s.project_id, s.private_to, g.kind, g.ordinal,
          to_char(g.ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time
        from teamlore.messages g join teamlore.sessions s on s.id = g.session_id
        where g.team_id = ${teamId}
          and g.id = any(array(select jsonb_array_elements_text(${json(ids)})))
        order by g.ts, g.id`,
    )
  },

  async workNear(
    { session_id, ordinal }: Pick<MemorySource, 'session_id' | 'ordinal'>,
    span: number,
  ): Promise<WorkNear> {
    const within = sql`g.team_id = ${teamId} and g.session_id = ${session_id}
      and g.ordinal between ${ordinal - span} and ${ordinal + span}`
    const edits = await rows<{ path: string; ordinal: number }>(
      tx,
      sql`select distinct e.path, g.ordinal from teamlore.edits e
        join teamlore.messages g on g.session_id = e.session_id and g.key = e.message_key
        where ${within} order by g.ordinal, e.path limit 200`,
    )
    const calls = await rows<WorkNear['calls'][number]>(
      tx,
      sql`select b.block, g.ordinal, g.cwd from teamlore.messages g, jsonb_array_elements(g.blocks) as b(block)
        where ${within} and b.block->>'type' = 'tool_call' order by g.ordinal limit 200`,
    )
    return { edits, calls }
  },
})
