import { type SQL, sql } from 'drizzle-orm'
import type { AskedVector } from './search.types.ts'

type Space = AskedVector['space']

export const spaceLiteral = ({ id }: Space): SQL => {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(id))
    throw new Error(`Not the id of an embedding space: ${id}`)
  return sql.raw(`'${id}'`)
}
