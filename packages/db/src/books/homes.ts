import type { BookId, UserId } from '@teamlore/shared'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isOwnPath } from '../projects/filter.ts'
import { decoded, text } from '../sql/decode.ts'
import { booksTable } from './table.ts'

/** Where the files of a book come from; no branch where that is no repository. */
export type BookHome = { repository: string; branch: string | null }

/** A folder that a machine keeps a repository in. */
export type Checkout = { machine: string; folder: string }

/** Where books come from, and who made them. */
export const createBookHomeRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async set(id: BookId, { repository, branch }: BookHome): Promise<void> {
    await tx
      .update(booksTable)
      .set({ homeRepository: repository, homeBranch: branch })
      .where(and(eq(booksTable.teamId, teamId), eq(booksTable.id, id)))
  },

  /** Notes in which folder of its repository the book lies. */
  async setFolder(id: BookId, folder: string): Promise<void> {
    await tx
      .update(booksTable)
      .set({ homeFolder: folder })
      .where(and(eq(booksTable.teamId, teamId), eq(booksTable.id, id)))
  },

  /** Where machines of the asker keep a repository. */
  checkoutsOf(repository: string): Promise<Checkout[]> {
    return decoded(
      tx,
      { machine: text, folder: text },
      sql`
      select m.name as machine, k.root_path as folder
      from teamlore.project_paths k
      join teamlore.projects p on p.team_id = k.team_id and p.id = k.project_id
      join teamlore.machines m on m.team_id = k.team_id and m.id = k.machine_id
      where k.team_id = ${teamId} and lower(p.identity) = ${repository} and ${isOwnPath}
      order by m.last_seen_at desc nulls last, k.root_path limit 5`,
    )
  },

  async setMaker(id: BookId, userId: UserId): Promise<void> {
    await tx
      .update(booksTable)
      .set({ madeBy: userId })
      .where(and(eq(booksTable.teamId, teamId), eq(booksTable.id, id)))
  },
})
