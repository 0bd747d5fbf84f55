import { sql } from 'drizzle-orm'
import type { Engine } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import type { TeamSession } from '../engine/team-session.ts'
import { inTeam } from './in-team.ts'

/** Whatever requests may read: tables and views of the catalogue, so that a new one is among them. */
const readable = async (engine: Engine): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      engine.db,
      sql`select c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'teamlore'
        where c.relkind in ('r', 'p', 'v', 'm') and (has_table_privilege('teamlore_app', c.oid, 'SELECT')
          or has_any_column_privilege('teamlore_app', c.oid, 'SELECT')) order by 1`,
    )
  ).map(({ name }) => name)

/** Tables of which some columns are for nobody to read; they hold hashes of what lets people in. */
const IN_PART = ['browser_sessions', 'sign_in_links']

/** The tables and views in which somebody reads a word, as row-level security alone lets them; and how many there are. */
export const relationsWith = async (
  engine: Engine,
  who: TeamSession,
  word: string,
): Promise<{ holding: string[]; asked: number }> => {
  const names = (await readable(engine)).filter((name) => !IN_PART.includes(name))
  const holding: string[] = []
  for (const name of names) {
    const found = await engine.transaction(async (tx) => {
      await inTeam(tx, who)
      return rows(
        tx,
        sql`select 1 from teamlore.${sql.identifier(name)} t
          where lower(to_jsonb(t)::text) like ${`%${word}%`} limit 1`,
      )
    })
    if (found.length > 0) holding.push(name)
  }
  return { holding, asked: names.length }
}
