import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, number, text } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'
import type { AskedVector } from './search.types.ts'

type Space = AskedVector['space']

export const spaceLiteral = ({ id }: Space): SQL => {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(id))
    throw new Error(`Not the id of an embedding space: ${id}`)
  return sql.raw(`'${id}'`)
}

/** A cosine of -1 to 1 of two documents, by their ids. */
export type Likeness = { a: string; b: string; likeness: number }

export const createSearchLikeness = (tx: DbExecutor) => ({
  /** How near the documents of a page are to each other in a space; pairs of which one has no vector are missing. */
  async likenessAmong(space: Space, ids: readonly string[]): Promise<Likeness[]> {
    if (ids.length < 2) return []
    return decoded(
      tx,
      { a: text, b: text, likeness: number },
      sql`
      with asked as materialized (
        select v.id, v.embedding from teamlore.team_document_vectors v
        where v.space = ${spaceLiteral(space)} and v.id = any(${textArray(ids)}))
      select x.id as a, y.id as b, 1 - (x.embedding <=> y.embedding)::float8 as likeness
      from asked x join asked y on x.id < y.id`,
    )
  },
})
