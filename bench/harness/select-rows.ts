import type { Engine } from '@teamlore/db'

/** Rows of a statement without parameters, whose shape the caller vouches for. */
export const selectRows = async <T>(
  { db }: Pick<Engine, 'db'>,
  statement: string,
): Promise<T[]> => {
  const result: unknown = await db.execute(statement)
  const isWrapped = typeof result === 'object' && result !== null && 'rows' in result
  const found = isWrapped ? result.rows : result
  return Array.isArray(found) ? [...found] : []
}
