import type { BookId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'

/** Where the files of a book come from; no branch where that is no repository. */
export type BookHome = { repository: string; branch: string | null }

/** Where books come from, and who made them. */
export const createBookHomeRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async set(id: BookId, { repository, branch }: BookHome): Promise<void> {
    await tx.execute(sql`
      update teamlore.books set home_repository = ${repository}, home_branch = ${branch}
      where team_id = ${teamId} and id = ${id}`)
  },

  async setMaker(id: BookId, userId: UserId): Promise<void> {
    await tx.execute(sql`
      update teamlore.books set made_by = ${userId} where team_id = ${teamId} and id = ${id}`)
  },
})
