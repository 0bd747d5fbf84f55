import type { ProjectId, TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, orNull, text } from '../sql/decode.ts'

/** An entity of a lorebook of which a text has a word that was looked for. */
export type NamingEntity = {
  id: string
  name: string
  type: string | null
  book: string
  /** Its book comes from the repository of the project. */
  is_own: boolean
  path: string | null
  body: string
}

const MAX_ENTITIES = 50

export const createNamingEntities = (tx: DbExecutor, teamId: TeamId) => ({
  /**
   * Entities that have these words (a literal of PostgreSQL's tsquery) in a text that the asker may read, each by the first such part of it; those of books of the
   * project's own repository first.
   */
  entitiesNaming(projectId: ProjectId, words: string): Promise<NamingEntity[]> {
    return decoded(
      tx,
      {
        id: text,
        name: text,
        type: orNull(text),
        book: text,
        is_own: flag,
        path: orNull(text),
        body: text,
      },
      sql`with named as (
          select distinct on (d.source_id) d.source_id as id, d.title as name, d.type, b.name as book,
            coalesce(b.home_repository = (select lower(p.identity) from teamlore.projects p
              where p.team_id = ${teamId} and p.id = ${projectId}), false) as is_own,
            d.paths[1] as path, d.body
          from teamlore.documents d
          join teamlore.entities e on e.id = d.source_id and e.team_id = ${teamId}
          join teamlore.books b on b.id = e.book_id
          where d.team_id = ${teamId} and d.kind = 'entity' and d.tsv @@ ${words}::tsquery
          order by d.source_id, d.chunk)
        select * from named order by is_own desc, id limit ${MAX_ENTITIES}`,
    )
  },
})
