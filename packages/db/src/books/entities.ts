import { DISTILLED_KINDS } from '@teamlore/shared/kinds'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { textArray } from '../sql/lists.ts'

/** Distilled texts say in a sentence or two what a transcript says in many. */
const CURATED = DISTILLED_KINDS.filter((kind) => kind !== 'summary')

/** A text of the team that may name entities. */
export type FoundText = { id: string; text: string }

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
  /** The newest memories and findings that the whole team may read. */
  openTexts({ limit }: { limit: number }): Promise<FoundText[]> {
    return rows<FoundText>(
      tx,
      sql`
      select d.source_id as id, case when starts_with(d.body, d.title) then d.body
        else d.title || E'\\n' || d.body end as text from teamlore.team_documents d
      where d.team_id = ${teamId} and d.kind = any(${textArray(CURATED)}) and d.status = 'current'
        and d.chunk = 0 and d.private_to is null and not exists (
          select from teamlore.projects p where p.id = d.project_id and p.is_restricted)
      order by d.occurred_at desc nulls last, d.source_id desc limit ${limit}`,
    )
  },

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
