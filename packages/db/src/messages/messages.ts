import type { Block, MessageId, MessageKind, MessageRole, SessionId, Usage } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope, SessionOwnership } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { iso } from '../sql/page.ts'

/** A message as it is written. `ts` is an ISO text. */
export type NewMessage = {
  id: MessageId
  key: string
  parentKey: string | null
  ordinal: number
  ts: string | null
  role: MessageRole
  kind: MessageKind
  model: string | null
  blocks: Block[]
  usage: Usage | null
  cwd: string | null
  gitBranch: string | null
  toolVersion: string | null
  isAbandoned: boolean
  contentHash: string
}

/** A new message with the number of rows that stand for it in the search index. */
export type CountedMessage = NewMessage & { documents: number }

/** What ingest needs to know of a message that stands already. */
export type MessageMark = { id: MessageId; key: string; ordinal: number; contentHash: string }

type MessageRow = {
  id: MessageId
  key: string
  parent_key: string | null
  ordinal: number
  time: string | null
  role: MessageRole
  kind: MessageKind
  model: string | null
  blocks: Block[]
  usage: Usage | null
  cwd: string | null
  git_branch: string | null
  tool_version: string | null
  is_abandoned: boolean
  content_hash: string
}

const toMessage = (row: MessageRow): NewMessage => ({
  id: row.id,
  key: row.key,
  parentKey: row.parent_key,
  ordinal: row.ordinal,
  ts: row.time,
  role: row.role,
  kind: row.kind,
  model: row.model,
  blocks: row.blocks,
  usage: row.usage,
  cwd: row.cwd,
  gitBranch: row.git_branch,
  toolVersion: row.tool_version,
  isAbandoned: row.is_abandoned,
  contentHash: row.content_hash,
})

const toRow = (message: NewMessage): Omit<MessageRow, 'time'> & { ts: string | null } => ({
  id: message.id,
  key: message.key,
  parent_key: message.parentKey,
  ordinal: message.ordinal,
  ts: message.ts,
  role: message.role,
  kind: message.kind,
  model: message.model,
  blocks: message.blocks,
  usage: message.usage,
  cwd: message.cwd,
  git_branch: message.gitBranch,
  tool_version: message.toolVersion,
  is_abandoned: message.isAbandoned,
  content_hash: message.contentHash,
})

const toCountedRow = (message: CountedMessage & SessionOwnership) => ({
  ...toRow(message),
  session_id: message.sessionId,
  private_to: message.privateTo,
  documents: message.documents,
})

const COLUMNS = sql.raw(
  'id, key, parent_key, ordinal, ts, role, kind, model, blocks, usage, cwd, git_branch, tool_version, is_abandoned, content_hash',
)

const SELECTED = sql`m.id, m.key, m.parent_key, m.ordinal, ${iso(sql`m.ts`)} as time, m.role, m.kind,
  m.model, m.blocks, m.usage, m.cwd, m.git_branch, m.tool_version, m.is_abandoned, m.content_hash`

/** The rows of a parameter. Sent as text: a driver that knows it is json would encode it once more. */
const recordsOf = (messages: readonly ReturnType<typeof toRow>[]) => sql`
  jsonb_to_recordset(${JSON.stringify(messages)}::text::jsonb) as r(
    id text, key text, parent_key text, ordinal int, ts timestamptz, role text, kind text,
    model text, blocks jsonb, usage jsonb, cwd text, git_branch text, tool_version text,
    is_abandoned boolean, content_hash text, session_id text, private_to text, documents int)`

const textArray = (values: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb))`

export const createMessageRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createMessageReader(tx, scope),
  ...createMessageWriter(tx, scope),
})

const createMessageReader = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Marks of the messages with these keys. */
  async marks(sessionId: SessionId, keys: readonly string[]): Promise<MessageMark[]> {
    if (keys.length === 0) return []
    const found = await rows<{
      id: MessageId
      key: string
      ordinal: number
      content_hash: string
    }>(
      tx,
      sql`
      select id, key, ordinal, content_hash from teamlore.messages
      where team_id = ${teamId} and session_id = ${sessionId} and key = any(${textArray(keys)})`,
    )
    return found.map(({ id, key, ordinal, content_hash }) => ({
      id,
      key,
      ordinal,
      contentHash: content_hash,
    }))
  },

  /** Which of these places in the session are taken, and the last place of all; -1 when there is none. */
  async places(
    sessionId: SessionId,
    ordinals: readonly number[],
  ): Promise<{ taken: number[]; last: number }> {
    const [found] = await rows<{ taken: number[]; last: number }>(
      tx,
      sql`
      select to_json(array(select distinct ordinal from teamlore.messages
          where session_id = ${sessionId} and ordinal = any(${textArray(ordinals.map(String))}::int[])
        )) as taken,
        coalesce((select max(ordinal) from teamlore.messages where session_id = ${sessionId}), -1) as last`,
    )
    return { taken: found?.taken ?? [], last: found?.last ?? -1 }
  },

  /** Whole messages by their keys, as they stand. */
  async findByKeys(sessionId: SessionId, keys: readonly string[]): Promise<NewMessage[]> {
    if (keys.length === 0) return []
    const found = await rows<MessageRow>(
      tx,
      sql`
      select ${SELECTED} from teamlore.messages m
      where m.team_id = ${teamId} and m.session_id = ${sessionId} and m.key = any(${textArray(keys)})`,
    )
    return found.map(toMessage)
  },

  /** Messages of a session in file order, `limit` at a time, after the place of `after`. */
  async page(
    sessionId: SessionId,
    { limit, after }: { limit: number; after?: { ordinal: number; id: MessageId } | undefined },
  ): Promise<NewMessage[]> {
    const place =
      after === undefined
        ? sql`true`
        : sql`(m.ordinal, m.id) > (${after.ordinal}::int, ${after.id})`
    const found = await rows<MessageRow>(
      tx,
      sql`
      select ${SELECTED} from teamlore.messages m
      where m.team_id = ${teamId} and m.session_id = ${sessionId} and ${place}
      order by m.ordinal, m.id limit ${limit}`,
    )
    return found.map(toMessage)
  },

  /** The last human message before a place: what the work from there on was asked by. */
  async promptBefore(sessionId: SessionId, ordinal: number): Promise<NewMessage | undefined> {
    const [row] = await rows<MessageRow>(
      tx,
      sql`
      select ${SELECTED} from teamlore.messages m
      where m.team_id = ${teamId} and m.session_id = ${sessionId} and m.kind = 'human'
        and m.ordinal < ${ordinal} order by m.ordinal desc, m.id desc limit 1`,
    )
    return row && toMessage(row)
  },
})

const createMessageWriter = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Messages of any number of sessions. Prompts without a time are listed as of the beginning of theirs. */
  async insert(messages: readonly (CountedMessage & SessionOwnership)[]): Promise<void> {
    if (messages.length === 0) return
    await tx.execute(sql`
      insert into teamlore.messages (team_id, session_id, private_to, documents, session_began_at, ${COLUMNS})
      select ${teamId}, session_id, private_to, documents,
        case when kind = 'human' and ts is null then (
          select s.started_at from teamlore.sessions s where s.id = r.session_id) end,
        ${COLUMNS}
      from ${recordsOf(messages.map(toCountedRow))}`)
  },

  /** Writes newer versions; id, key and place stay. */
  async update(sessionId: SessionId, messages: readonly NewMessage[]): Promise<void> {
    if (messages.length === 0) return
    await tx.execute(sql`
      update teamlore.messages m set
        parent_key = r.parent_key, ts = r.ts, role = r.role, kind = r.kind, model = r.model,
        blocks = r.blocks, usage = r.usage, cwd = r.cwd, git_branch = r.git_branch,
        tool_version = r.tool_version, is_abandoned = r.is_abandoned,
        content_hash = r.content_hash
      from ${recordsOf(messages.map(toRow))}
      where m.team_id = ${teamId} and m.session_id = ${sessionId} and m.id = r.id`)
  },
})

/** Messages of a session after one ordinal, up to and with another. */
export type MessageSlice = { after: number; last: number }
