import { eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { embeddingQueueTable } from '../documents/table.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, number } from '../sql/decode.ts'

/** Documents of a book, and how many of them are not embedded yet. */
export type BookWaiting = { documents: number; waiting: number }

const idOf = (teamId: string, book: string): SQL =>
  sql`(select id from teamlore.books where team_id = ${teamId} and name = ${book})`

export const createBookWaitingRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Asks for each document by itself, as statistics of a queue are older than the queue. */
  async count(book: string): Promise<BookWaiting> {
    const isEmpty = await isNothingQueued(tx, teamId)
    if (isEmpty) return { documents: 0, waiting: 0 }
    const [found] = await decoded(
      tx,
      { documents: number, waiting: number },
      sql`
      select count(*) as documents, count(*) filter (where (
        select true from teamlore.embedding_queue q where q.document_id = d.id)) as waiting
      from teamlore.documents d where d.source_id = any(array(
        select id from teamlore.entities where book_id = ${idOf(teamId, book)} and id is not null))`,
    )
    return found ?? { documents: 0, waiting: 0 }
  },

  /** Moves what waits of an entity to the head of the queue. */
  async hurry(book: string, key: string): Promise<void> {
    if (await isNothingQueued(tx, teamId)) return
    await tx.execute(sql`
      update teamlore.embedding_queue set priority = 0
      where team_id = ${teamId} and priority > 0 and document_id = any(array(
        select id from teamlore.documents where source_id = any(array(
          select id from teamlore.entities where book_id = ${idOf(teamId, book)} and key = ${key}))))`)
  },
})

const isNothingQueued = async (tx: DbExecutor, teamId: DbScope['teamId']): Promise<boolean> => {
  const found = await tx
    .select({ id: embeddingQueueTable.documentId })
    .from(embeddingQueueTable)
    .where(eq(embeddingQueueTable.teamId, teamId))
    .limit(1)
  return found.length === 0
}
