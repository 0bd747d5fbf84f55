import type {
  Block,
  Claim,
  MachineId,
  MessageId,
  Origin,
  ProjectId,
  SessionId,
  UserId,
} from '@teamlore/shared'
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

/** Files in which a project tells people and agents how it is, as tool calls name them. */
const GUIDES =
  '(readme|agents|claude|contributing|gemini)[a-z.]*\\.(md|mdx|rst|txt|mdc)|\\.cursorrules|copilot-instructions'

/** What the memories of a session can be traced to; what the asker may not see is left out. */
export const createMemorySourceRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createSources(tx, scope),
  ...createTold(tx, scope),
})

const createSources = (tx: DbExecutor, { teamId }: DbScope) => ({
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

const createTold = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What was put in front of the agent: the project's own files, and what was injected or answered by Teamlore in these sessions. */
  async toldTexts({
    projectId,
    sessions,
  }: {
    projectId: ProjectId | null
    sessions: readonly SessionId[]
  }): Promise<string[]> {
    const found = await rows<{ text: string }>(
      tx,
      sql`
      (select left(f.text, 40000) as text from teamlore.memory_files f
        where f.team_id = ${teamId} and f.gone_at is null and f.project_id = ${projectId}
        order by f.modified_at desc limit 20)
      union all
      (select left(b.block->>'text', 40000) from teamlore.messages g, jsonb_array_elements(g.blocks) as b(block)
        where g.team_id = ${teamId} and g.session_id = any(array(select jsonb_array_elements_text(${json(sessions)})))
          and (g.kind = 'injected' and b.block->>'type' = 'text'
            or b.block->>'type' = 'tool_result' and b.block->>'tool_call_id' in (
              select c.block->>'id' from teamlore.messages h, jsonb_array_elements(h.blocks) as c(block)
              where h.session_id = g.session_id and c.block->>'type' = 'tool_call'
                and (c.block->>'name' ~ 'lore_' or c.block->>'input' ~* ${GUIDES})))
        limit 60)`,
    )
    return found.flatMap(({ text }) => (text === null ? [] : [text]))
  },

  /** Findings of these sessions, with the words they rest on. */
  async findings(sessions: readonly SessionId[]): Promise<
    {
      session_id: SessionId
      project_id: ProjectId | null
      message_id: MessageId | null
      type: string
      title: string
      subtitle: string
      narrative: string
      files: string[]
      origin: Origin
      claim: Claim | null
      time: string | null
    }[]
  > {
    return rows(
      tx,
      sql`select o.session_id, o.project_id, o.message_id, o.type, o.title, o.subtitle, o.narrative,
          to_json(o.files_modified) as files, o.origin, o.claim,
          to_char(o.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time
        from teamlore.observations o
        where o.team_id = ${teamId} and o.session_id = any(array(select jsonb_array_elements_text(${json(sessions)})))
          and o.purpose = 'finding' and o.superseded_at is null
        order by o.occurred_at nulls last, o.id limit 2000`,
    )
  },
})
