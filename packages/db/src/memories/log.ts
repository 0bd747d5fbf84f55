import type { MemoryKind, MemoryRef, MemoryStatus } from '@teamlore/shared/memories'
import type { MemoryDifference, MemoryEvent, MemoryLogEntry } from '@teamlore/shared/memory-log'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { projectRef } from '../projects/ref.ts'
import { decoded, jsonOf, number, orNull, text, textOf } from '../sql/decode.ts'
import { isServed } from '../sql/memory-status.ts'
import { allOf, cutPage, fromMicros, iso, micros, type PageOf } from '../sql/page.ts'
import { person, refOf } from './part-reads.ts'

/** Versions of one memory may be of the same moment. */
export type MemoryLogKey = { at: number; id: string; version: number }

export type MemoryLogFilter = {
  project?: ProjectFilter | undefined
  after?: Date | undefined
  until?: Date | undefined
  event?: MemoryEvent | undefined
}

export type MemoryDifferenceEvent = Extract<
  MemoryEvent,
  'came' | 'changed' | 'replaced' | 'withdrawn'
>

/** Columns that both have. */
const STEP = {
  memory_id: text,
  kind: textOf<MemoryKind>(),
  change: text,
  note: orNull(text),
  project_id: orNull(text),
  project_name: orNull(text),
  successor: orNull(jsonOf<MemoryRef>()),
}

const LOGGED = {
  ...STEP,
  version: number,
  event: textOf<MemoryEvent>(),
  recorded_at: text,
  by: orNull(jsonOf<{ id: string; name: string }>()),
  status: textOf<MemoryStatus>(),
  topic: text,
  statement: text,
  at: number,
}

const DIFFERENCE = {
  ...STEP,
  event: textOf<MemoryDifferenceEvent>(),
  of_event: number,
  before: orNull(text),
  after: orNull(text),
  at: text,
}

/** What the step from one state to the next is to whoever is given memories. */
const eventOf = (before: SQL, after: SQL): SQL => sql`(case
  when ${isServed(after)} then case when coalesce(${isServed(before)}, false) then 'changed' else 'came' end
  when coalesce(${isServed(before)}, false) then case ${after}.status when 'superseded' then 'replaced' else 'withdrawn' end
  else case ${after}.status when 'draft' then 'proposed' else 'declined' end end)`

const time = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`

/** What was recorded of memories, by when it was recorded. */
export const createMemoryLog = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What became of each, the newest first. */
  async log(
    { project, after, until, event }: MemoryLogFilter,
    { limit, beyond }: { limit: number; beyond?: MemoryLogKey | undefined },
  ): Promise<PageOf<MemoryLogEntry, MemoryLogKey>> {
    const step = eventOf(sql`b`, sql`v`)
    const conditions = [
      sql`v.team_id = ${teamId}`,
      project && sql`m.project_id in ${projectsNamed(teamId, project)}`,
      after && sql`v.recorded_at > ${time(after)}`,
      until && sql`v.recorded_at <= ${time(until)}`,
      event && sql`${step} = ${event}`,
      beyond &&
        sql`(v.recorded_at, v.memory_id, v.version) < (${fromMicros(beyond.at)}, ${beyond.id}, ${beyond.version}::int)`,
    ]
    const found = await decoded(
      tx,
      LOGGED,
      sql`select v.memory_id, v.version, ${step} as event, ${iso(sql`v.recorded_at`)} as recorded_at,
          ${person(sql`v.recorded_by`)} as by, v.change, v.note, v.kind, v.status, v.topic, v.statement,
          p.id as project_id, p.name as project_name,
          case when n.id is null then null else ${refOf(sql`n`)} end as successor, ${micros(sql`v.recorded_at`)} as at
        from teamlore.memory_versions v
        join teamlore.memories m on m.id = v.memory_id
        left join teamlore.memory_versions b on b.memory_id = v.memory_id and b.version = v.version - 1
        left join teamlore.projects p on p.id = m.project_id
        left join teamlore.memories n on n.id = m.successor_id and v.status = 'superseded'
        where ${allOf(conditions)}
        order by v.recorded_at desc, v.memory_id desc, v.version desc limit ${limit + 1}`,
    )
    return cutPage(
      found,
      limit,
      ({ at: _, recorded_at, project_id, project_name, ...entry }) => ({
        ...entry,
        at: recorded_at,
        project: projectRef(project_id, project_name),
      }),
      ({ at, memory_id, version }) => ({ at, id: memory_id, version }),
    )
  },

  /** What is served otherwise at `to` than it was at `from`: of each sort so many, the newest first, and how many there are. */
  async between(
    { project, from, to }: { project?: ProjectFilter | undefined; from: Date; to: Date },
    limit: number,
  ): Promise<(MemoryDifference & { event: MemoryDifferenceEvent; of_event: number })[]> {
    const conditions = [
      sql`v.team_id = ${teamId} and v.recorded_at > ${time(from)} and v.recorded_at <= ${time(to)}`,
      project && sql`m.project_id in ${projectsNamed(teamId, project)}`,
    ]
    const found = await decoded(
      tx,
      DIFFERENCE,
      sql`with touched as (
          select v.memory_id, min(v.version) as first, max(v.version) as last
          from teamlore.memory_versions v join teamlore.memories m on m.id = v.memory_id
          where ${allOf(conditions)} group by v.memory_id),
        steps as (
          select t.memory_id, ${eventOf(sql`b`, sql`a`)} as event, a.kind, a.change, a.note, a.recorded_at, a.status,
            case when ${isServed(sql`b`)} then b.statement end as before,
            case when ${isServed(sql`a`)} then a.statement end as after
          from touched t
          join teamlore.memory_versions a on a.memory_id = t.memory_id and a.version = t.last
          left join teamlore.memory_versions b on b.memory_id = t.memory_id and b.version = t.first - 1),
        placed as (
          select s.*, row_number() over (partition by s.event order by s.recorded_at desc, s.memory_id desc) as place,
            count(*) over (partition by s.event)::int as of_event
          from steps s where s.event in ('came','changed','replaced','withdrawn')
            and (s.event <> 'changed' or s.before <> s.after))
        select s.memory_id, s.event, s.of_event, s.kind, s.before, s.after, s.change, s.note, ${iso(sql`s.recorded_at`)} as at,
          p.id as project_id, p.name as project_name, case when n.id is null then null else ${refOf(sql`n`)} end as successor
        from placed s join teamlore.memories m on m.id = s.memory_id
        left join teamlore.projects p on p.id = m.project_id
        left join teamlore.memories n on n.id = m.successor_id and s.status = 'superseded'
        where s.place <= ${limit}::int order by s.recorded_at desc, s.memory_id desc`,
    )
    return found.map(({ project_id, project_name, ...difference }) => ({
      ...difference,
      project: projectRef(project_id, project_name),
    }))
  },
})
