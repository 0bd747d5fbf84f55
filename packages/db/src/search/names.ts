import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed, usersNamed } from '../projects/filter.ts'

const MAX_NAMES = 500

/** Who and what the filters of a question mean. */
export const createSearchNames = (tx: DbExecutor, { teamId }: DbScope) => ({
  async projectIds(filter: ProjectFilter): Promise<string[]> {
    return idsOf(await rows<{ id: string }>(tx, projectsNamed(teamId, filter)))
  },

  async authorIds(name: string): Promise<string[]> {
    return idsOf(await rows<{ id: string }>(tx, usersNamed(name)))
  },

  /** Names of the team's people, which stay out of what a model embeds. */
  async personNames(): Promise<string[]> {
    const found = await rows<{ name: string }>(
      tx,
      sql`select name from teamlore.users order by id limit ${MAX_NAMES}`,
    )
    return found.map(({ name }) => name)
  },
})

const idsOf = (found: readonly { id: string }[]): string[] => found.map(({ id }) => id)
