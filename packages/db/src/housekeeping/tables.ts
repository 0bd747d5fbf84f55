import { sql } from 'drizzle-orm'

/** Ours and those of the queue, where it lies in the same database; only a table's owner may look after it. */
export const TABLES = sql.raw(`(
  select n.nspname as schema, c.relname as name, c.reltuples::float8 as reltuples, c.relpages,
    pg_relation_size(c.oid) / current_setting('block_size')::int as pages,
    coalesce(pg_stat_get_mod_since_analyze(c.oid), 0) as changed
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('teamlore', 'bullmq') and pg_has_role(c.relowner, 'usage'))`)

export const quotedTable = ({ schema, name }: { schema: string; name: string }): string =>
  [schema, name].map((part) => `"${part.replaceAll('"', '""')}"`).join('.')
