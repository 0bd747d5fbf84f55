import type { MemoryId } from '@teamlore/shared'
import type { MemoryKind, MemoryStatus } from '@teamlore/shared/memories'
import type { MemoryReader, MemoryReaders, MemoryUseEntry } from '@teamlore/shared/memory-use'
import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { usersTable } from '../people/table.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { projectRef } from '../projects/ref.ts'
import { decoded, number, orNull, text, textOf } from '../sql/decode.ts'
import { isServed } from '../sql/memory-status.ts'
import { allOf, cutPage, fromMicros, iso, micros, type PageOf } from '../sql/page.ts'
import { memoryServingsTable } from './table.ts'

/** Where a page goes on: how often agents were given the last of it, when it was recorded, and which it is. */
export type MemoryUseKey = { times: number; at: number; id: string }

export type MemoryUseFilter = {
  project?: ProjectFilter | undefined
  /** The first day, as `2026-01-31`. */
  since: string
  /** Only what no agent was given. */
  isUnread: boolean
}

/** Most lines of one memory that are named. */
const MAX_LINES = 500

const ENTRY = {
  memory_id: textOf<MemoryId>(),
  kind: textOf<MemoryKind>(),
  status: textOf<MemoryStatus>(),
  topic: text,
  statement: text,
  project_id: orNull(text),
  project_name: orNull(text),
  recorded_at: text,
  agent_times: number,
  agent_people: number,
  agent_last: orNull(text),
  person_times: number,
  person_people: number,
  person_last: orNull(text),
  confirmed: number,
  contradicted: number,
  at: number,
}

const counted = (reader: MemoryReader): SQL => {
  const own = sql`filter (where reader = ${reader})`
  const name = sql.raw(reader)
  // Of what was given before that was recorded, nobody knows to whom.
  return sql`coalesce(sum(times) ${own}, 0)::int as ${name}_times,
    count(distinct nullif(user_id, '')) ${own}::int as ${name}_people, max(day) ${own}::text as ${name}_last`
}

/** How often memories were given, and to whom. */
export const createMemoryUse = (tx: DbExecutor, { teamId }: DbScope) => {
  const servedSince = (since: string): SQL =>
    sql`select memory_id, min(day) as first, ${counted('agent')}, ${counted('person')}
      from teamlore.memory_servings where team_id = ${teamId} and day >= ${since}::date group by memory_id`
  const inProject = (project: ProjectFilter | undefined): SQL | undefined =>
    project && sql`m.project_id in ${projectsNamed(teamId, project)}`

  return {
    /** Of each memory that is served, how often it was given since then: the most given first, of what nobody was given the oldest. */
    async list(
      { project, since, isUnread }: MemoryUseFilter,
      { limit, beyond }: { limit: number; beyond?: MemoryUseKey | undefined },
    ): Promise<PageOf<MemoryUseEntry, MemoryUseKey>> {
      const times = sql`coalesce(s.agent_times, 0)`
      const conditions = [
        sql`m.team_id = ${teamId} and ${isServed(sql`m`)}`,
        inProject(project),
        isUnread ? sql`${times} = 0` : undefined,
        beyond &&
          sql`(- ${times}, m.recorded_at, m.id) > (${-beyond.times}::int, ${fromMicros(beyond.at)}, ${beyond.id})`,
      ]
      const found = await decoded(
        tx,
        ENTRY,
        sql`with served as (${servedSince(since)})
          select m.id as memory_id, m.kind, m.status, m.topic, m.statement, p.id as project_id, p.name as project_name,
            ${iso(sql`m.recorded_at`)} as recorded_at, ${micros(sql`m.recorded_at`)} as at,
            ${times} as agent_times, coalesce(s.agent_people, 0) as agent_people, s.agent_last,
            coalesce(s.person_times, 0) as person_times, coalesce(s.person_people, 0) as person_people, s.person_last,
            g.confirmed, g.contradicted
          from teamlore.memories m
          left join served s on s.memory_id = m.id
          left join teamlore.projects p on p.id = m.project_id
          cross join lateral (select
              count(*) filter (where g.type in ('confirmed', 'approved'))::int as confirmed,
              count(*) filter (where g.type in ('contradicted', 'corrected', 'test_failed', 'reverted', 'change_rejected'))::int
                as contradicted
            from teamlore.memory_signals g where g.memory_id = m.id and g.created_at >= s.first) g
          where ${allOf(conditions)}
          order by ${times} desc, m.recorded_at, m.id limit ${limit + 1}`,
      )
      return cutPage(found, limit, entryOf, ({ agent_times, at, memory_id }) => ({
        times: agent_times,
        at,
        id: memory_id,
      }))
    },

    /** How many memories are served, and how many of these no agent was given since then. */
    async count({
      project,
      since,
    }: Omit<MemoryUseFilter, 'isUnread'>): Promise<{ served: number; unread: number }> {
      const [row] = await decoded(
        tx,
        { served: number, unread: number },
        sql`with given as (select distinct memory_id from teamlore.memory_servings
            where team_id = ${teamId} and day >= ${since}::date and reader = 'agent')
          select count(*)::int as served, count(*) filter (where g.memory_id is null)::int as unread
          from teamlore.memories m left join given g on g.memory_id = m.id
          where ${allOf([sql`m.team_id = ${teamId} and ${isServed(sql`m`)}`, inProject(project)])}`,
      )
      return row ?? { served: 0, unread: 0 }
    },

    ...readersOfMemory(tx, teamId),
  }
}

const readersOfMemory = (tx: DbExecutor, teamId: DbScope['teamId']) => ({
  /** Each day on which somebody was given a memory since then, the newest first. */
  async readersOf(id: string, since: string): Promise<MemoryReaders['items']> {
    const { memoryId, day, reader, door, times, userId: reads } = memoryServingsTable
    const found = await tx
      .select({
        on: day,
        reader,
        door,
        times,
        person_id: usersTable.id,
        person_name: usersTable.name,
      })
      .from(memoryServingsTable)
      .leftJoin(usersTable, eq(usersTable.id, reads))
      .where(
        and(eq(memoryServingsTable.teamId, teamId), eq(memoryId, id as MemoryId), gte(day, since)),
      )
      .orderBy(desc(day), reader, door, reads)
      .limit(MAX_LINES)
    return found.map(({ person_id, person_name, ...line }) => ({
      ...line,
      person: person_id === null ? null : { id: person_id, name: person_name ?? '' },
    }))
  },
})

type EntryRow = Omit<MemoryUseEntry, 'project' | 'agents' | 'people'> & {
  project_id: string | null
  project_name: string | null
  agent_times: number
  agent_people: number
  agent_last: string | null
  person_times: number
  person_people: number
  person_last: string | null
  at: number
}

const entryOf = ({ at: _, ...row }: EntryRow): MemoryUseEntry => ({
  memory_id: row.memory_id,
  kind: row.kind,
  status: row.status,
  topic: row.topic,
  statement: row.statement,
  project: projectRef(row.project_id, row.project_name),
  recorded_at: row.recorded_at,
  agents: { times: row.agent_times, people: row.agent_people, last_on: row.agent_last },
  people: { times: row.person_times, people: row.person_people, last_on: row.person_last },
  confirmed: row.confirmed,
  contradicted: row.contradicted,
})
