import { readAsOwner } from '@teamlore/db/testing'

/** A hash of what each table holds: equal before and after where nothing was written. */
export const hashesOfRows = async (
  engine: Parameters<typeof readAsOwner>[0],
  except: ReadonlySet<string>,
): Promise<Record<string, string>> => {
  const tables = await readAsOwner<{ name: string }>(
    engine,
    `select c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'teamlore'
      where c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const asked = tables.filter(({ name }) => !except.has(name))
  const rows = await readAsOwner<{ name: string; said: string }>(
    engine,
    asked
      .map(
        ({ name }) => `select '${name}' as name,
          md5(coalesce(string_agg(md5(to_jsonb(t)::text), '' order by md5(to_jsonb(t)::text)), '')) as said
          from teamlore.${name} t`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, said }) => [name, said]))
}
