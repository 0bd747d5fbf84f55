import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { isKnown } from '../projects/filter.ts'
import { UNTITLED } from '../sessions/rows.ts'
import { likePattern, textArray } from '../sql/lists.ts'
import { allOf, NO_TIME } from '../sql/page.ts'

/** A value that a filter may take, and how much there is of it. */
export type FoundValue = { value: string; amount: number }

export type ConceptCount = {
  concept: string
  observations: number
  last: string | null
  /** How many the floor keeps out of the list; the same with each. */
  leftOut: number
}

export type ValueRequest = {
  /** What the value begins with; empty: any. */
  prefix: string
  limit: number
  /** Only what these projects have; undefined: the whole team. */
  projectIds?: readonly string[] | undefined
}

export type ConceptRequest = ValueRequest & {
  /** What is below it is left out: concepts of fewer observations, these words, and what has no letter. */
  floor?: { observations: number; without: readonly string[] } | undefined
}

/** The newest rows that values are drawn from: suggestions must come at once, however large a team is. */
const SESSIONS = 5_000
const FINDINGS = 3_000
/** Findings whose concepts are counted where somebody asks for that: with more of them it takes longer than a search. */
const COUNTED_FINDINGS = 6_000

const isAbove = (floor: ConceptRequest['floor']): SQL =>
  floor === undefined
    ? sql`true`
    : sql`(observations >= ${floor.observations} and lower(concept) <> all(${textArray(floor.without)})
        and concept ~ '[^0-9[:punct:][:space:]]')`

const number = (value: number): SQL => sql.raw(String(Math.trunc(value)))

const beginning = (prefix: string): string => likePattern(prefix.toLowerCase().replaceAll('*', ''))

const ofProjects = (column: SQL, projectIds: ValueRequest['projectIds']): SQL | undefined =>
  projectIds === undefined ? undefined : sql`${column} = any(${textArray(projectIds)})`

/** Values of the team's own data for filters of a search. Row-level security judges every row they are drawn from. */
export const createSearchValues = (tx: DbExecutor, scope: DbScope) => ({
  ...valuesOfSessions(tx, scope),
  ...valuesOfFindings(tx, scope),
})

const valuesOfSessions = (tx: DbExecutor, { teamId }: DbScope) => {
  const newestSessions = (columns: SQL, projectIds: ValueRequest['projectIds']): SQL => sql`(
    select ${columns} from teamlore.sessions s
    where ${allOf([sql`s.team_id = ${teamId}`, ofProjects(sql`s.project_id`, projectIds)])}
    order by s.activity_at desc, s.id desc limit ${number(SESSIONS)})`

  const ofSessions = (column: SQL, { prefix, limit, projectIds }: ValueRequest, like: SQL[]) =>
    rows<FoundValue>(
      tx,
      sql`
      select value, count(*) as amount from ${newestSessions(sql`${column} as value`, projectIds)} s
      where value is not null and value <> '' and (${sql.join(like, sql` or `)})
      group by value order by (lower(value) like ${`${beginning(prefix)}%`}) desc, amount desc, value
      limit ${limit}`,
    )

  return {
    tools: (request: ValueRequest): Promise<FoundValue[]> =>
      ofSessions(sql`s.tool`, request, [sql`lower(value) like ${`${beginning(request.prefix)}%`}`]),

    /** Branches that begin so, or of which a part behind a slash does. */
    branches: (request: ValueRequest): Promise<FoundValue[]> => {
      const begins = beginning(request.prefix)
      return ofSessions(sql`s.git_branch`, request, [
        sql`lower(value) like ${`${begins}%`}`,
        sql`lower(value) like ${`%/${begins}%`}`,
      ])
    },

    projects: ({ prefix, limit }: ValueRequest): Promise<FoundValue[]> => {
      const begins = beginning(prefix)
      return rows(
        tx,
        sql`
        select p.name as value, 0 as amount from teamlore.projects p
        where p.team_id = ${teamId} and (lower(p.name) like ${`${begins}%`} or lower(p.name) like ${`%/${begins}%`})
          and ${isKnown}
        group by p.name order by p.name limit ${limit}`,
      )
    },

    people: ({ prefix, limit }: ValueRequest): Promise<FoundValue[]> => {
      const begins = beginning(prefix)
      return rows(
        tx,
        sql`
        select u.name as value, 0 as amount from teamlore.users u
        where lower(u.name) like ${`${begins}%`} or lower(u.name) like ${`% ${begins}%`}
        group by u.name order by u.name limit ${limit}`,
      )
    },

    /** Sessions by the beginning of their id, or by what their title contains; the latest first. */
    sessions: ({
      prefix,
      limit,
      projectIds,
    }: ValueRequest): Promise<{ id: string; title: string; day: string }[]> => {
      const begins = beginning(prefix)
      return rows(
        tx,
        sql`
        select s.id, s.title, to_char(s.activity_at at time zone 'UTC', 'YYYY-MM-DD') as day
        from ${newestSessions(
          sql`s.id, coalesce(s.title, ${UNTITLED}) as title, s.activity_at`,
          projectIds,
        )} s
        where s.id like ${`${begins}%`} or lower(s.title) like ${`%${begins}%`}
        order by s.activity_at desc, s.id desc limit ${limit}`,
      )
    },
  }
}

const valuesOfFindings = (tx: DbExecutor, { teamId }: DbScope) => {
  const newestFindings = (
    columns: SQL,
    projectIds: ValueRequest['projectIds'],
    limit: number,
  ): SQL => sql`(
    select ${columns} from teamlore.observations o
    where ${allOf([sql`o.team_id = ${teamId}`, sql`o.superseded_at is null`, ofProjects(sql`o.project_id`, projectIds)])}
    order by coalesce(o.occurred_at, ${NO_TIME}) desc, o.id desc limit ${number(limit)})`

  return {
    concepts: ({ prefix, limit, projectIds }: ValueRequest): Promise<FoundValue[]> =>
      rows(
        tx,
        sql`
        select value, count(*) as amount
        from ${newestFindings(sql`o.concepts`, projectIds, FINDINGS)} o cross join unnest(o.concepts) value
        where lower(value) like ${`${beginning(prefix)}%`}
        group by value order by amount desc, value limit ${limit}`,
      ),

    /** Paths that findings read or changed, which begin so or of which a part does. */
    files: ({ prefix, limit, projectIds }: ValueRequest): Promise<FoundValue[]> => {
      const begins = beginning(prefix.replaceAll('\\', '/'))
      const both = sql`o.files_modified || o.files_read as paths`
      return rows(
        tx,
        sql`
        select value, count(*) as amount
        from ${newestFindings(both, projectIds, FINDINGS)} o cross join unnest(o.paths) value
        where lower(value) like ${`${begins}%`} or lower(value) like ${`%/${begins}%`}
        group by value order by (lower(value) like ${`${begins}%`}) desc, amount desc, value limit ${limit}`,
      )
    },

    /** What the newest findings are about, the most frequent first. */
    conceptCounts: async ({
      prefix,
      limit,
      projectIds,
      floor,
    }: ConceptRequest): Promise<ConceptCount[]> =>
      rows(
        tx,
        sql`
        with counted as materialized (
          select concept, count(*) as observations, max(at) as last from (
            select unnest(o.concepts) as concept, o.at
            from ${newestFindings(
              sql`o.concepts, o.occurred_at as at`,
              projectIds,
              COUNTED_FINDINGS,
            )} o) o
          group by concept
        ), fitting as (
          select counted.*, ${isAbove(floor)} as is_listed
          from counted where lower(concept) like ${`${beginning(prefix)}%`}
        )
        select concept, observations,
          to_char(last at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last,
          (select count(*) from fitting where not is_listed) as "leftOut"
        from fitting where is_listed
        order by observations desc, fitting.last desc nulls last, concept limit ${limit}`,
      ),
  }
}
