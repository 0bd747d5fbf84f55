import type { BenchWorld } from './bench-world.ts'

/** Rows of a statement, as the owner of the database sees them. */
export const readRows = async <T extends Record<string, unknown>>(
  { engine }: Pick<BenchWorld, 'engine'>,
  statement: string,
): Promise<T[]> => {
  const result: unknown = await engine.db.execute(statement)
  // One driver answers with the rows themselves, the other with an object that has them.
  const found = Array.isArray(result) ? result : (result as { rows: unknown[] }).rows
  return [...found] as T[]
}
