import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { STANDS } from '../links/valid-links.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { decoded, number, text } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { iso } from '../sql/page.ts'

export type InsightFilter = {
  project?: ProjectFilter | undefined
  since: Date
  now: Date
  maxCommits: number
  maxLines: number
}

export type LineSurvival = {
  by_session: boolean
  lines: number
  /** For each number of days: lines old enough, and those that were kept so long. */
  old: number[]
  kept: number[]
}

type Counted = { name: string; sessions: number; commits: number }

const WROTE = sql`l.relation = 'wrote' and ${STANDS}`

/** Figures over commits and sessions; of private sessions only the reader's own. */
export const createInsightReadModel = (tx: DbExecutor, { teamId }: DbScope) => {
  const commitsIn = ({ project, since }: InsightFilter): SQL => sql`
    select c.id, c.project_id, c.authored_at, c.author_name, c.author_hash from teamlore.commits c
    where c.team_id = ${teamId} and c.authored_at >= ${since.toISOString()} and cardinality(c.parents) < 2
      ${project === undefined ? sql`` : sql`and c.project_id in ${projectsNamed(teamId, project)}`}
      and not exists (select from teamlore.commit_relations r
        where r.other_id = c.id and r.kind = 'replaces' and r.part >= 0.9)`
  const sampled = (filter: InsightFilter): SQL =>
    sql`${commitsIn(filter)} order by c.authored_at desc, c.id desc limit ${filter.maxCommits}`

  return {
    ...createMark(tx, teamId),
    ...createSurvival(tx, teamId),

    async coverage(filter: InsightFilter): Promise<{ all: number; with_session: number }> {
      const [found] = await decoded(
        tx,
        { all: number, with_session: number },
        sql`with c as (${commitsIn(filter)})
          select count(*)::int as "all", count(*) filter (where exists (select from teamlore.session_links l
            where l.commit_id = c.id and ${WROTE}))::int as with_session from c`,
      )
      return found ?? { all: 0, with_session: 0 }
    },

    /** Commits whose lines are looked at, the newest first, with how many lines each added. */
    sample: (filter: InsightFilter): Promise<{ id: string; lines: number }[]> =>
      rows(
        tx,
        sql`with c as materialized (${sampled(filter)})
          select c.id, (select coalesce(sum(cardinality(f.added)), 0) from teamlore.commit_files f
            where f.commit_id = c.id)::int as lines
          from c order by c.authored_at desc, c.id desc`,
      ),

    tools: (filter: InsightFilter): Promise<Counted[]> => counted(filter, sql`s.tool`),
    models: (filter: InsightFilter): Promise<Counted[]> =>
      counted(filter, sql`m.name`, sql`cross join lateral unnest(s.models) as m(name)`),

    hotFiles: (filter: InsightFilter, limit: number) =>
      decoded(
        tx,
        {
          path: text,
          project: text,
          commits: number,
          with_session: number,
          added_lines: number,
          removed_lines: number,
        },
        sql`with c as (${commitsIn(filter)})
          select f.path, p.name as project, count(*)::int as commits,
            count(*) filter (where exists (select from teamlore.session_links l
              where l.commit_id = c.id and ${WROTE}))::int as with_session,
            sum(f.added_lines)::int as added_lines, sum(f.removed_lines)::int as removed_lines
          from c join teamlore.commit_files f on f.commit_id = c.id join teamlore.projects p on p.id = c.project_id
          group by f.path, p.name order by commits desc, f.path limit ${limit}`,
      ),

    /** Who worked in which folder: the member whose session wrote a commit, or its author as git has them. */
    people: (filter: InsightFilter, { folders, each }: { folders: number; each: number }) =>
      decoded(
        tx,
        { folder: text, person: text, commits: number, lines: number, last_at: text },
        sql`with c as (${commitsIn(filter)}),
          worked as (
            select coalesce(substring(f.path from '^((?:[^/]+/){1,3})'), './') as folder,
              coalesce(u.name, c.author_name) as person, c.id, c.authored_at, f.added_lines
            from c join teamlore.commit_files f on f.commit_id = c.id
            left join lateral (select s.user_id from teamlore.session_links l join teamlore.sessions s on s.id = l.session_id
              where l.commit_id = c.id and ${WROTE} order by l.confidence desc, l.id limit 1) w on true
            left join teamlore.users u on u.id = w.user_id),
          summed as (
            select folder, person, count(distinct id)::int as commits, sum(added_lines)::int as lines,
              max(authored_at) as last_at from worked group by folder, person),
          placed as (
            select *, row_number() over (partition by folder order by commits desc, lines desc, person) as place,
              sum(commits) over (partition by folder) as busy from summed)
          select folder, person, commits, lines, ${iso(sql`last_at`)} as last_at from placed
          where place <= ${each} order by busy desc, folder, place limit ${folders * each}`,
      ),
  }

  function counted(filter: InsightFilter, name: SQL, more: SQL = sql``): Promise<Counted[]> {
    const project =
      filter.project === undefined
        ? sql``
        : sql`and s.project_id in ${projectsNamed(teamId, filter.project)}`
    return rows<Counted>(
      tx,
      sql`select ${name} as name, count(distinct s.id)::int as sessions,
          count(distinct l.commit_id)::int as commits
        from teamlore.sessions s ${more}
        left join teamlore.session_links l on l.session_id = s.id and l.commit_id is not null and ${WROTE}
        where s.team_id = ${teamId} and s.started_by = 'person' and s.started_at >= ${filter.since.toISOString()} ${project}
        group by ${name} order by sessions desc, name limit 30`,
    )
  }
}

const createMark = (tx: DbExecutor, teamId: string) => ({
  /** What all figures rest on, as far as the reader sees it; cheap, and another where anything of it changed. */
  async mark(): Promise<{ access: string; data: string }> {
    const [found] = await decoded(
      tx,
      { access: text, data: text },
      sql`select
        (select md5(coalesce(string_agg(p.id || ' ' || p.links_from, ',' order by p.id), ''))
          from teamlore.projects p where p.team_id = ${teamId}) as access,
        (select count(*) || ' ' || coalesce(max(c.id), '') from teamlore.commits c where c.team_id = ${teamId})
        || ' ' || (select count(*) || ' ' || coalesce(max(l.updated_at)::text, '')
          from teamlore.session_links l where l.team_id = ${teamId})
        || ' ' || (select count(*) || ' ' || coalesce(max(s.updated_at)::text, '')
          from teamlore.sessions s where s.team_id = ${teamId})
        || ' ' || (select count(*) from teamlore.commit_relations r where r.team_id = ${teamId})
        || ' ' || (select count(*) from teamlore.commit_files f
          where f.team_id = ${teamId} and f.indexed is not null) as data`,
    )
    return found ?? { access: '', data: '' }
  },
})

const createSurvival = (tx: DbExecutor, teamId: string) => ({
  /**
   * Of these commits, so many lines at most. Which sessions wrote a commit is found once per commit: found once per line, a line
   * that a hundred sessions have costs a hundred checks of who may read them.
   */
  survival(
    filter: Pick<InsightFilter, 'now' | 'maxLines'>,
    commits: readonly string[],
    days: readonly number[],
  ): Promise<LineSurvival[]> {
    const now = filter.now.toISOString()
    const isOld = (n: number) => sql`k.authored_at <= ${now}::timestamptz - ${n} * interval '1 day'`
    const isGone = (n: number) =>
      sql`k.gone_at is not null and k.gone_at <= k.authored_at + ${n} * interval '1 day'`
    const arrayOf = (parts: SQL[]): SQL => sql`jsonb_build_array(${sql.join(parts, sql`, `)})`
    return rows<LineSurvival>(
      tx,
      sql`with c as materialized (
          select c.id, c.project_id, c.authored_at, array(select distinct l.session_id from teamlore.session_links l
            where l.commit_id = c.id and ${WROTE}) as sessions
          from teamlore.commits c
          where c.team_id = ${teamId} and c.id = any(array(select jsonb_array_elements_text(${json(commits)})))),
        lines as materialized (
          select c.id, c.project_id, c.authored_at, c.sessions, a.print, teamlore.name_key(f.path) as name
          from c join teamlore.commit_files f on f.commit_id = c.id cross join lateral unnest(f.added) as a(print)
          order by c.authored_at desc, c.id, f.position limit ${filter.maxLines}),
        k as materialized (
          select lines.authored_at, cardinality(lines.sessions) > 0 and exists (
              select from teamlore.edit_lines e where e.session_id = any(lines.sessions)
                and e.key = teamlore.line_key(${teamId}, lines.print, true) and e.team_id = ${teamId}) as by_session,
            (select min(d.at) from teamlore.commit_lines d
              join teamlore.commits later on later.id = d.commit_id and later.project_id = lines.project_id
              where d.key = teamlore.line_key(${teamId}, lines.print, false) and d.team_id = ${teamId}
                and d.name = lines.name and d.at > lines.authored_at) as gone_at
          from lines)
        select k.by_session, count(*)::int as lines,
          ${arrayOf(days.map((n) => sql`(count(*) filter (where ${isOld(n)}))::int`))} as old,
          ${arrayOf(days.map((n) => sql`(count(*) filter (where ${isOld(n)} and not (${isGone(n)})))::int`))} as kept
        from k group by k.by_session order by k.by_session desc`,
    )
  },
})
