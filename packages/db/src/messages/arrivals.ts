import { idBefore, type TeamId } from '@teamlore/shared'
import { and, count, eq, gte } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { messagesTable } from './table.ts'

/** How much came in, of all there is in a team: what is private to somebody takes room like any other. */
export const createArrivals = (tx: DbExecutor) => ({
  async messagesSince(teamId: TeamId, since: Date): Promise<number> {
    const first = idBefore('message', since.getTime()) as typeof messagesTable.$inferSelect.id
    const [found] = await tx
      .select({ messages: count() })
      .from(messagesTable)
      .where(and(gte(messagesTable.id, first), eq(messagesTable.teamId, teamId)))
    return found?.messages ?? 0
  },
})
