import type { CommitId, ProjectId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { at, COMMON_LINE, type FoundLine, MOST_PLACES, ms } from './linking.types.ts'

/** Where lines are. */
export const lineReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Sessions that wrote these lines, and commits that have them. Of a line that everybody in the project writes it is said that it
   * is one. Most lines have few places: these are counted in the index alone. Only of others is it asked whose the places are.
   */
  places: (
    lines: readonly { print: string; is_added: boolean }[],
    { projectId, until }: { projectId: ProjectId; until: number },
  ): Promise<FoundLine[]> => {
    const many = (table: SQL) =>
      sql`(select count(*) from (select from ${table} x where x.key = r.key and x.at <= ${at(until)} limit ${COMMON_LINE}) counted)`
    const holders = (table: SQL, id: SQL, owners: SQL) =>
      sql`select o.id from (select ${id} as id from ${table} x where x.key = f.key and x.team_id = ${teamId}
          and x.at <= ${at(until)} order by x.at desc limit ${MOST_PLACES}) h
        join ${owners} o on o.id = h.id and o.project_id = ${projectId}`
    return lines.length === 0
      ? Promise.resolve([])
      : rows(
          tx,
          sql`
          with r as materialized (
            select r.print, r.is_added, teamlore.line_key(${teamId}, r.print, r.is_added) as key
            from jsonb_to_recordset(${json(lines)}) as r(print text, is_added boolean)),
          f as materialized (
            select r.*, ${many(sql`teamlore.edit_lines`)} + ${many(sql`teamlore.commit_lines`)} >= ${COMMON_LINE} as is_frequent from r),
          t as materialized (
            select f.*, case when f.is_frequent then ${COMMON_LINE} <= (select count(distinct o.id) from (
                ${holders(sql`teamlore.edit_lines`, sql`x.session_id`, sql`teamlore.sessions`)} union all
                ${holders(sql`teamlore.commit_lines`, sql`x.commit_id`, sql`teamlore.commits`)}) o)
              else false end as is_common from f)
          select t.print, t.is_added, t.is_common, p.is_landed, p.of, p.name, ${ms(sql`p.at`)} as at_ms
          from t cross join lateral (
            (select false as is_landed, e.session_id as of, e.name, e.at from teamlore.edit_lines e
              where not t.is_common and e.key = t.key and e.team_id = ${teamId} and e.at <= ${at(until)}
              order by e.at desc limit ${MOST_PLACES})
            union all
            (select true, l.commit_id, l.name, l.at from teamlore.commit_lines l
              where not t.is_common and l.key = t.key and l.team_id = ${teamId} and l.at <= ${at(until)}
              order by l.at desc limit ${MOST_PLACES})
            union all
            (select true, '', 0, ${at(until)} where t.is_common)) p`,
        )
  },

  /** Commits that have lines of these keys. */
  landedKeys: (
    keys: readonly string[],
    { until }: { until: number },
  ): Promise<{ key: string; of: string; name: number; at_ms: number }[]> =>
    keys.length === 0
      ? Promise.resolve([])
      : rows(
          tx,
          sql`select k.key::text as key, p.of, p.name, ${ms(sql`p.at`)} as at_ms
            from (select value::bigint as key from jsonb_array_elements_text(${json(keys)})) k
            cross join lateral (select l.commit_id as of, l.name, l.at from teamlore.commit_lines l
              where l.key = k.key and l.team_id = ${teamId} and l.at <= ${at(until)} order by l.at desc limit 20) p`,
        ),

  keysOf: (
    lines: readonly { print: string; is_added: boolean }[],
  ): Promise<{ print: string; is_added: boolean; key: string }[]> =>
    rows(
      tx,
      sql`select r.print, r.is_added, teamlore.line_key(${teamId}, r.print, r.is_added)::text as key
        from jsonb_to_recordset(${json(lines)}) as r(print text, is_added boolean)`,
    ),

  /** Commits below this one of which it removes lines: candidates for what it takes back or repairs. */
  takenFrom: (
    commit: { id: CommitId; authoredMs: number },
    removed: readonly string[],
    fromMs: number,
  ): Promise<{ id: CommitId; sha: string; shared: number; added: number; removed: number }[]> =>
    removed.length === 0
      ? Promise.resolve([])
      : rows(
          tx,
          sql`
          with gone as materialized (
            select distinct teamlore.line_key(${teamId}, value, true) as key
            from jsonb_array_elements_text(${json(removed)})),
          hits as (
            select l.commit_id as id, count(distinct l.key) as shared from gone
            cross join lateral (select l.commit_id, l.key from teamlore.commit_lines l
              where l.key = gone.key and l.team_id = ${teamId} and l.at >= ${at(fromMs)} and l.at < ${at(commit.authoredMs)}
              order by l.at desc limit 5) l
            group by 1 order by 2 desc limit 20)
          select c.id, c.sha, h.shared, f.added, f.removed
          from hits h join teamlore.commits c on c.id = h.id and c.team_id = ${teamId} and c.id <> ${commit.id}
          cross join lateral (select sum(cardinality(x.added))::int as added, sum(cardinality(x.removed))::int as removed
            from teamlore.commit_files x where x.commit_id = c.id) f`,
        ),
})
