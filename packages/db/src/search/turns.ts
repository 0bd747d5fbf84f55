import type { MessageId } from '@teamlore/shared'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { messagesTable } from '../messages/table.ts'
import { sessionsTable } from '../sessions/table.ts'
import { decoded, text } from '../sql/decode.ts'

/** Where a message stands in a session of talk. */
export type TurnOfTalk = { id: string; sessionId: string; ordinal: number }

/** A session is talk where nothing is edited and so large a part of its messages are prompts: work has calls of tools between. */
const PROMPTS_PERCENT = 40

/** What of the end of a turn is looked at. */
const END_CHARS = 1_000

const isTalk = and(
  eq(sessionsTable.editCount, 0),
  sql`${sessionsTable.promptCount} * 100 >= ${sessionsTable.messageCount} * ${PROMPTS_PERCENT}::int`,
)

const isOfMessage = (id: string): id is MessageId => id.startsWith('msg_')

export const createSearchTurns = (tx: DbExecutor) => ({
  /** Those of the messages that stand in sessions of talk; ids of other things are left out. */
  turnsOfTalk: async (ids: readonly string[]): Promise<TurnOfTalk[]> => {
    const messageIds = ids.filter(isOfMessage)
    if (messageIds.length === 0) return []
    return tx
      .select({
        id: messagesTable.id,
        sessionId: messagesTable.sessionId,
        ordinal: messagesTable.ordinal,
      })
      .from(messagesTable)
      .innerJoin(sessionsTable, eq(sessionsTable.id, messagesTable.sessionId))
      .where(and(inArray(messagesTable.id, messageIds), isTalk))
  },

  /** How the turn before each of these messages ends, in sessions of talk: what was said there, and no output of a tool. */
  turnsBefore: async (ids: readonly string[]): Promise<{ id: string; end: string }[]> => {
    const messageIds = ids.filter(isOfMessage)
    if (messageIds.length === 0) return []
    return decoded(
      tx,
      { id: text, end: text },
      // Beneath a policy only what is computed before can be looked up in an index.
      sql`with asked as materialized (
          select ${messagesTable.id} as id, ${messagesTable.sessionId} as session_id, ${messagesTable.ordinal} - 1 as before
          from ${messagesTable} inner join ${sessionsTable} on ${sessionsTable.id} = ${messagesTable.sessionId}
          where ${and(inArray(messagesTable.id, messageIds), isTalk)})
        select a.id, ${END} as end from asked a
        cross join lateral (select b.blocks, b.kind, b.is_abandoned from teamlore.messages b
          where b.session_id = a.session_id and b.ordinal = a.before limit 1) b
        where b.kind in ('human', 'assistant') and not b.is_abandoned`,
    )
  },
})

const END = sql`coalesce((
  select right(string_agg(e.b->>'text', e'\\n' order by e.place), ${sql.raw(String(END_CHARS))})
  from jsonb_array_elements(b.blocks) with ordinality as e(b, place) where e.b->>'type' = 'text'), '')`
