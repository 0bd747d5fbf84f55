import type { BookId, UserId } from '@teamlore/shared'
import { and, eq } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { booksTable } from './table.ts'

/** Where the files of a book come from; no branch where that is no repository. */
export type BookHome = { repository: string; branch: string | null }

/** Where books come from, and who made them. */
export const createBookHomeRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async set(id: BookId, { repository, branch }: BookHome): Promise<void> {
    await tx
      .update(booksTable)
      .set({ homeRepository: repository, homeBranch: branch })
      .where(and(eq(booksTable.teamId, teamId), eq(booksTable.id, id)))
  },

  async setMaker(id: BookId, userId: UserId): Promise<void> {
    await tx
      .update(booksTable)
      .set({ madeBy: userId })
      .where(and(eq(booksTable.teamId, teamId), eq(booksTable.id, id)))
  },
})
