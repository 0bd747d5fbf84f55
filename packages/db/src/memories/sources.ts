import type {
  Block,
  Claim,
  DistillerName,
  MachineId,
  MessageId,
  Origin,
  ProjectId,
  SessionId,
  UserId,
} from '@teamlore/shared'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { memoryFilesTable } from '../memory-files/table.ts'
import type { MessageSlice } from '../messages/messages.ts'
import { observationsTable } from '../observations/table.ts'
import { decoded, jsonOf, number, orNull, text } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { isoOf } from '../sql/page.ts'

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

type ToolCall = Extract<Block, { type: 'tool_call' }>

/** What was done near a message: paths of edits, and tool calls that may have read something. */
export type WorkNear = {
  edits: { path: string; ordinal: number }[]
  calls: { block: ToolCall; ordinal: number; cwd: string | null }[]
}

/** Files in which a project says to people and agents how it is, as tool calls name them. */
const GUIDES =
  '(readme|agents|claude|contributing|gemini)[a-z.]*\\.(md|mdx|rst|txt|mdc)|\\.cursorrules|copilot-instructions'

/** How the marker of an exported line begins. */
const EXPORTED = '<!-- lore:mem_'

/** Of one text that an agent was given. */
const MAX_GIVEN_CHARS = 40_000

const FINDING = {
  session_id: observationsTable.sessionId,
  project_id: observationsTable.projectId,
  message_id: observationsTable.messageId,
  type: observationsTable.type,
  topic: observationsTable.topic,
  title: observationsTable.title,
  subtitle: observationsTable.subtitle,
  narrative: observationsTable.narrative,
  files: observationsTable.filesModified,
  origin: observationsTable.origin,
  claim: observationsTable.claim,
  distiller: observationsTable.distiller,
  time: isoOf(observationsTable.occurredAt),
}

/** What the memories of a session can be traced to; what the asker may not see is left out. */
export const createMemorySourceRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createSources(tx, scope),
  ...createGiven(tx, scope),
  ...createFindings(tx, scope),
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
    const edits = await decoded(
      tx,
      { path: text, ordinal: number },
      sql`select distinct e.path, g.ordinal from teamlore.edits e
        join teamlore.messages g on g.session_id = e.session_id and g.key = e.message_key
        where ${within} order by g.ordinal, e.path limit 200`,
    )
    const calls = await decoded(
      tx,
      { block: jsonOf<ToolCall>(), ordinal: number, cwd: orNull(text) },
      sql`select b.block, g.ordinal, g.cwd from teamlore.messages g, jsonb_array_elements(g.blocks) as b(block)
        where ${within} and b.block->>'type' = 'tool_call' order by g.ordinal limit 200`,
    )
    return { edits, calls }
  },
})

const createGiven = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The texts in which a project says to people and agents how it is, as they lie on machines now. */
  async guidesOf(projectId: ProjectId | null): Promise<string[]> {
    const whole = memoryFilesTable.text
    const found = await tx
      .select({ text: sql<string>`left(${whole}, ${MAX_GIVEN_CHARS}::int)` })
      .from(memoryFilesTable)
      .where(
        and(
          eq(memoryFilesTable.teamId, teamId),
          isNull(memoryFilesTable.goneAt),
          sql`${memoryFilesTable.projectId} = ${projectId}`,
        ),
      )
      .orderBy(desc(memoryFilesTable.modifiedAt))
      .limit(20)
    return found.map(({ text }) => text)
  },

  /** The last ordinal of the next so many messages of a session; undefined where there are none. */
  async endOfSlice(
    sessionId: SessionId,
    { after, messages }: { after: number; messages: number },
  ): Promise<number | undefined> {
    const [found] = await decoded(
      tx,
      { last: orNull(number) },
      sql`select max(n.ordinal) as last from (
        select g.ordinal from teamlore.messages g
        where g.session_id = ${sessionId} and g.ordinal > ${after} order by g.ordinal, g.id limit ${messages}) n`,
    )
    return found?.last ?? undefined
  },

  /** Tool calls of a slice that read a guide or asked Teamlore. */
  async callsForTexts(sessionId: SessionId, { after, last }: MessageSlice): Promise<string[]> {
    const found = await decoded(
      tx,
      { id: orNull(text) },
      sql`select b.block->>'id' as id from teamlore.messages g, jsonb_array_elements(g.blocks) as b(block)
        where g.team_id = ${teamId} and g.session_id = ${sessionId}
          and g.ordinal > ${after} and g.ordinal <= ${last} and b.block->>'type' = 'tool_call'
          and (b.block->>'name' ~ 'lore_' or b.block->>'input' ~* ${GUIDES})
        order by g.ordinal, g.id`,
    )
    return found.flatMap(({ id }) => id ?? [])
  },

  /** Texts of a slice that hold lines of an exported AGENTS.md, whoever put them there. */
  async markedTexts(sessionId: SessionId, { after, last }: MessageSlice): Promise<string[]> {
    const found = await decoded(
      tx,
      { text },
      sql`select left(b.block->>'text', ${MAX_GIVEN_CHARS}) as text
        from teamlore.messages g, jsonb_array_elements(g.blocks) as b(block)
        where g.team_id = ${teamId} and g.session_id = ${sessionId}
          and g.ordinal > ${after} and g.ordinal <= ${last}
          and strpos(b.block->>'text', ${EXPORTED}) > 0
        order by g.ordinal, g.id limit 20`,
    )
    return found.map(({ text: whole }) => whole)
  },

  /** What a slice put before the agent: injected texts, and the results of these calls. */
  async textsGiven(
    sessionId: SessionId,
    { after, last, calls, limit }: MessageSlice & { calls: readonly string[]; limit: number },
  ): Promise<string[]> {
    const found = await decoded(
      tx,
      { text: orNull(text) },
      sql`select left(b.block->>'text', ${MAX_GIVEN_CHARS}) as text
        from teamlore.messages g, jsonb_array_elements(g.blocks) as b(block)
        where g.team_id = ${teamId} and g.session_id = ${sessionId}
          and g.ordinal > ${after} and g.ordinal <= ${last}
          and (g.kind = 'injected' and b.block->>'type' = 'text'
            or b.block->>'type' = 'tool_result'
              and b.block->>'tool_call_id' = any(array(select jsonb_array_elements_text(${json(calls)}))))
        order by g.ordinal, g.id limit ${limit}`,
    )
    return found.flatMap(({ text }) => text ?? [])
  },
})

const createFindings = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Findings of these sessions, with the words they rest on. */
  async findings(sessions: readonly SessionId[]): Promise<
    {
      session_id: SessionId
      project_id: ProjectId | null
      message_id: MessageId | null
      type: string
      topic: string
      title: string
      subtitle: string
      narrative: string
      files: string[]
      origin: Origin
      claim: Claim | null
      distiller: DistillerName
      time: string | null
    }[]
  > {
    const { occurredAt, supersededAt } = observationsTable
    return tx
      .select(FINDING)
      .from(observationsTable)
      .where(
        and(
          eq(observationsTable.teamId, teamId),
          isAmong(observationsTable.sessionId, sessions),
          eq(observationsTable.purpose, 'finding'),
          isNull(supersededAt),
        ),
      )
      .orderBy(sql`${occurredAt} nulls last`, observationsTable.id)
      .limit(2000)
  },
})
