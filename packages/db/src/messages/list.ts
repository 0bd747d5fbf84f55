import type { Block, Message, MessageKind, MessageRole, Usage } from '@teamlore/shared'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { toUsage } from '../sessions/rows.ts'
import { decoded, flag } from '../sql/decode.ts'
import { allOf, iso } from '../sql/page.ts'
import { previewBlock } from './preview.ts'
import { messagesTable } from './table.ts'

/** A place in a transcript. `backward`: the page that ends before it; `inclusive`: the message itself comes too. */
export type MessageKey = {
  ordinal: number
  id: string
  backward: boolean
  inclusive?: boolean | undefined
}

export type MessageListRequest = {
  sessionId: string
  kind?: MessageKind | undefined
  limit: number
  previewChars: number
  from?: MessageKey | undefined
}

export type MessagePage = {
  items: Message[]
  next: MessageKey | null
  previous: MessageKey | null
}

type MessageRow = {
  id: string
  session_id: string
  key: string
  parent_id: string | null
  ordinal: number
  time: string | null
  role: MessageRole
  kind: MessageKind
  model: string | null
  git_branch: string | null
  is_abandoned: boolean
  usage: Usage | null
  blocks: Block[]
  removed: string | null
}

/** By the index of keys: in its own session, else in the one that this goes on from. */
const PARENT = sql`case when m.parent_key is not null then coalesce(
  (select p.id from teamlore.messages p
    where p.session_id = m.session_id and p.key = m.parent_key),
  (select p.id from teamlore.sessions s
    join teamlore.sessions f on f.team_id = s.team_id and f.machine_id = s.machine_id
      and f.tool = s.tool and f.native_id = s.parent_native_id
    join teamlore.messages p on p.session_id = f.id and p.key = m.parent_key
    where s.id = m.session_id)) end`

const COLUMNS = sql`m.id, m.session_id, m.key, ${PARENT} as parent_id, m.ordinal, ${iso(sql`m.ts`)} as time, m.role, m.kind, m.model,
  m.git_branch, m.is_abandoned, m.usage, m.blocks, ${iso(sql`m.removed_at`)} as removed`

const toMessage = (row: MessageRow, previewChars: number): Message => ({
  id: row.id,
  session_id: row.session_id,
  key: row.key,
  parent_id: row.parent_id,
  ordinal: row.ordinal,
  ts: row.time,
  role: row.role,
  kind: row.kind,
  model: row.model,
  git_branch: row.git_branch,
  is_abandoned: row.is_abandoned,
  usage: row.usage === null ? null : toUsage(row.usage),
  blocks: row.blocks.map((block) => previewBlock(block, previewChars)),
  removed_at: row.removed,
})

const fromHere = (from: MessageKey | undefined): SQL => {
  if (from === undefined) return sql`true`
  const place = sql`(${from.ordinal}::int, ${from.id})`
  if (from.backward) return sql`(m.ordinal, m.id) < ${place}`
  return from.inclusive ? sql`(m.ordinal, m.id) >= ${place}` : sql`(m.ordinal, m.id) > ${place}`
}

const keyAt = (row: MessageRow | undefined, backward: boolean): MessageKey | null =>
  row === undefined ? null : { ordinal: row.ordinal, id: row.id, backward }

export const createMessageReadModel = (tx: DbExecutor, { teamId }: DbScope) => {
  const inSession = ({ sessionId, kind }: MessageListRequest): SQL =>
    allOf([
      sql`m.team_id = ${teamId} and m.session_id = ${sessionId}`,
      kind === undefined ? undefined : sql`m.kind = ${kind}`,
    ])

  const existsBefore = async (request: MessageListRequest, first: MessageRow | undefined) => {
    if (first === undefined) return false
    const before = fromHere({ ordinal: first.ordinal, id: first.id, backward: true })
    const [found] = await decoded(
      tx,
      { found: flag },
      sql`select exists (
        select from teamlore.messages m where ${inSession(request)} and ${before}) as found`,
    )
    return found?.found ?? false
  }

  return {
    /** A stretch of one transcript in file order, readable in both directions. */
    async list(request: MessageListRequest): Promise<MessagePage> {
      const { from, limit, previewChars } = request
      const backward = from?.backward ?? false
      const order = backward ? sql`m.ordinal desc, m.id desc` : sql`m.ordinal, m.id`
      const found = await rows<MessageRow>(
        tx,
        sql`
        select ${COLUMNS} from teamlore.messages m
        where ${inSession(request)} and ${fromHere(from)} order by ${order} limit ${limit + 1}`,
      )
      const page = backward ? found.slice(0, limit).reverse() : found.slice(0, limit)
      const ahead = found.length > limit
      // Reading on from somewhere, there may be something before it; reading back, something certainly follows.
      const behind = backward || (from !== undefined && (await existsBefore(request, page[0])))
      const [hasNext, hasPrevious] = backward ? [behind, ahead] : [ahead, behind]
      return {
        items: page.map((row) => toMessage(row, previewChars)),
        next: hasNext ? keyAt(page.at(-1), false) : null,
        previous: hasPrevious ? keyAt(page[0], true) : null,
      }
    },

    /** Where a message stands in this session, to begin a page at it; undefined when it is not of this session. */
    async placeOf(sessionId: string, messageId: string): Promise<MessageKey | undefined> {
      const [row] = await tx
        .select({ ordinal: messagesTable.ordinal })
        .from(messagesTable)
        .where(
          and(
            eq(messagesTable.teamId, teamId),
            sql`${messagesTable.sessionId} = ${sessionId} and ${messagesTable.id} = ${messageId}`,
          ),
        )
      return row && { ordinal: row.ordinal, id: messageId, backward: false, inclusive: true }
    },

    /** One message whole. */
    async find(id: string): Promise<Message | undefined> {
      const [row] = await rows<MessageRow>(
        tx,
        sql`select ${COLUMNS} from teamlore.messages m where m.team_id = ${teamId} and m.id = ${id}`,
      )
      return row && toMessage(row, Number.POSITIVE_INFINITY)
    },
  }
}
