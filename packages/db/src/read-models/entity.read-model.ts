import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type FoundEntity = {
  id: string
  name: string
  type: string | null
  layer: string
  book: string
  path: string
  /** What its documents say of it to the role of who asks. */
  texts: string[]
}

/** Entities of lorebooks by id, as far as who asks may see them. */
export const createEntityReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  async find(id: string): Promise<FoundEntity | undefined> {
    const [found] = await rows<FoundEntity>(
      tx,
      sql`
      select e.id, e.name, e.type, e.layer, b.name as book, e.source->>'path' as path, d.texts
      from teamlore.entities e join teamlore.books b on b.id = e.book_id
      cross join lateral (
        select json_agg(d.body order by d.chunk) as texts from teamlore.team_documents d
        where d.source_id = e.id) d
      where e.team_id = ${teamId} and e.id = ${id} and d.texts is not null`,
    )
    return found
  },
})
