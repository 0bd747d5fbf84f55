import type { Engine } from '@teamlore/db'
import { selectRows } from './select-rows.ts'

/**
 * Takes the secondary indexes off these tables: entry by entry they would take most of the time of a bulk load.
 *
 * @returns what builds them again.
 */
export const withoutIndexes = async (
  engine: Pick<Engine, 'db'>,
  tables: readonly string[],
): Promise<() => Promise<void>> => {
  const names = tables.map((table) => `'teamlore.${table}'::regclass`).join(', ')
  const found = await selectRows<{ name: string; definition: string }>(
    engine,
    `
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid in (${names}) and not i.indisunique`,
  )
  for (const { name } of found) await engine.db.execute(`drop index ${name}`)
  return async () => {
    for (const { definition } of found) await engine.db.execute(definition)
  }
}
