import type { Block, MessageId, MessageKind, MessageRole, SessionId, Usage } from '@teamlore/shared'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { DbScope, SessionOwnership } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { columnsBut, namesOf, recordsOf, setFrom } from '../sql/column-sets.ts'
import { decoded, listOf, number } from '../sql/decode.ts'
import { isAmong, textArray } from '../sql/lists.ts'
import { isoOf } from '../sql/page.ts'
import { messagesTable } from './table.ts'

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
export type MessageMark = {
  id: MessageId
  key: string
  ordinal: number
  contentHash: string
  /** Its text went by the policy of its project, and does not come back. */
  isRemoved: boolean
}

/** What ingest writes of a message, and whose it is. */
const COUNTED = columnsBut(messagesTable, 'teamId', 'sessionBeganAt', 'createdAt', 'removedAt')
const WRITTEN = columnsBut(
  messagesTable,
  'teamId',
  'sessionId',
  'privateTo',
  'documents',
  'sessionBeganAt',
  'createdAt',
  'removedAt',
)
/** Of what is written again the rest stays. */
const REWRITTEN = columnsBut(
  messagesTable,
  'id',
  'teamId',
  'sessionId',
  'privateTo',
  'key',
  'ordinal',
  'documents',
  'sessionBeganAt',
  'createdAt',
  'removedAt',
)

const MESSAGE = { ...WRITTEN, ts: isoOf(messagesTable.ts) }

export const createMessageRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createMessageReader(tx, scope),
  ...createMessagePages(tx, scope),
  ...createMessageWriter(tx, scope),
})

const inSession =
  ({ teamId }: DbScope) =>
  (sessionId: SessionId) =>
    and(eq(messagesTable.teamId, teamId), eq(messagesTable.sessionId, sessionId))

const createMessageReader = (tx: DbExecutor, scope: DbScope) => {
  const { id, key, ordinal, contentHash } = messagesTable
  const isIn = inSession(scope)
  return {
    /** Marks of the messages with these keys. */
    async marks(sessionId: SessionId, keys: readonly string[]): Promise<MessageMark[]> {
      if (keys.length === 0) return []
      return tx
        .select({
          id,
          key,
          ordinal,
          contentHash,
          isRemoved: sql<boolean>`${messagesTable.removedAt} is not null`,
        })
        .from(messagesTable)
        .where(and(isIn(sessionId), isAmong(key, keys)))
    },

    /** Which of these places in the session are taken, and the last place of all; -1 when there is none. */
    async places(
      sessionId: SessionId,
      ordinals: readonly number[],
    ): Promise<{ taken: number[]; last: number }> {
      const [found] = await decoded(
        tx,
        { taken: listOf(number), last: number },
        sql`
      select to_json(array(select o.n from unnest(${textArray(ordinals.map(String))}::int[]) as o(n)
          -- One by one: without statistics all places of the session would be read for each of its portions.
          cross join lateral (select from teamlore.messages m
            where m.session_id = ${sessionId} and m.ordinal = o.n limit 1) m
        )) as taken,
        coalesce((
          select ordinal from teamlore.messages where session_id = ${sessionId}
          order by ordinal desc limit 1), -1) as last`,
      )
      return { taken: found?.taken ?? [], last: found?.last ?? -1 }
    },

    /** Whole messages by their keys, as they stand. */
    async findByKeys(sessionId: SessionId, keys: readonly string[]): Promise<NewMessage[]> {
      if (keys.length === 0) return []
      return tx
        .select(MESSAGE)
        .from(messagesTable)
        .where(and(isIn(sessionId), isAmong(key, keys)))
    },
  }
}

const createMessagePages = (tx: DbExecutor, scope: DbScope) => {
  const { id, ordinal } = messagesTable
  const isIn = inSession(scope)
  return {
    /** Messages of a session in file order, `limit` at a time, after the place of `after`. */
    async page(
      sessionId: SessionId,
      { limit, after }: { limit: number; after?: { ordinal: number; id: MessageId } | undefined },
    ): Promise<NewMessage[]> {
      const isBeyond =
        after === undefined
          ? undefined
          : sql`(${ordinal}, ${id}) > (${after.ordinal}::int, ${after.id})`
      return tx
        .select(MESSAGE)
        .from(messagesTable)
        .where(and(isIn(sessionId), isBeyond))
        .orderBy(ordinal, id)
        .limit(limit)
    },

    /** The last messages of a session, at most `limit`, in file order. */
    async newest(sessionId: SessionId, limit: number): Promise<NewMessage[]> {
      const found = await tx
        .select(MESSAGE)
        .from(messagesTable)
        .where(isIn(sessionId))
        .orderBy(desc(ordinal), desc(id))
        .limit(limit)
      return found.toReversed()
    },

    /** The last human message before a place: what the work from there on was asked by. */
    async promptBefore(sessionId: SessionId, before: number): Promise<NewMessage | undefined> {
      const [prompt] = await tx
        .select(MESSAGE)
        .from(messagesTable)
        .where(and(isIn(sessionId), eq(messagesTable.kind, 'human'), lt(ordinal, before)))
        .orderBy(desc(ordinal), desc(id))
        .limit(1)
      return prompt
    },
  }
}

const createMessageWriter = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Messages of any number of sessions. Prompts without a time are listed as of the beginning of theirs. */
  async insert(messages: readonly (CountedMessage & SessionOwnership)[]): Promise<void> {
    if (messages.length === 0) return
    await tx.execute(sql`
      insert into teamlore.messages (team_id, session_began_at, ${namesOf(COUNTED)})
      select ${teamId},
        case when kind = 'human' and ts is null then (
          select s.started_at from teamlore.sessions s where s.id = r.session_id) end,
        ${namesOf(COUNTED)}
      from ${recordsOf(COUNTED, messages)}`)
  },

  /** Writes newer versions; id, key and place stay. What was removed stays so. */
  async update(sessionId: SessionId, messages: readonly NewMessage[]): Promise<void> {
    if (messages.length === 0) return
    await tx.execute(sql`
      update teamlore.messages m set ${setFrom(REWRITTEN, 'r')}
      from ${recordsOf(WRITTEN, messages)}
      where m.team_id = ${teamId} and m.session_id = ${sessionId} and m.id = r.id and m.removed_at is null`)
  },
})

/** Messages of a session after one ordinal, up to and with another. */
export type MessageSlice = { after: number; last: number }
