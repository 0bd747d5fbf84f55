import type { MessageId } from '@teamlore/shared'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { messagesTable } from '../messages/table.ts'
import { sessionsTable } from '../sessions/table.ts'

/** Where a message stands in a session of talk. */
export type TurnOfTalk = { id: string; sessionId: string; ordinal: number }

/** A session is talk where nothing is edited and so large a part of its messages are prompts: work has calls of tools between. */
const PROMPTS_PERCENT = 40

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
      .where(
        and(
          inArray(messagesTable.id, messageIds),
          eq(sessionsTable.editCount, 0),
          sql`${sessionsTable.promptCount} * 100 >= ${sessionsTable.messageCount} * ${PROMPTS_PERCENT}::int`,
        ),
      )
  },
})
