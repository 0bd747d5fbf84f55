import type { MessageId } from '@teamlore/shared'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { messagesTable } from '../messages/table.ts'
import { sessionsTable } from '../sessions/table.ts'

/** Where a message stands in a session of talk. */
export type TurnOfTalk = { id: string; sessionId: string; ordinal: number }

/** A session is talk where one in so many of its messages is somebody's prompt: work has calls of tools and outputs between. */
const MESSAGES_PER_PROMPT = 3

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
          sql`${sessionsTable.promptCount} * ${MESSAGES_PER_PROMPT}::int >= ${sessionsTable.messageCount}`,
        ),
      )
  },
})
