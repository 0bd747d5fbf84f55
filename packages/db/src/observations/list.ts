import type { FindingPurpose, Observation, ObservationType } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { projectRef } from '../projects/ref.ts'
import {
  afterKey,
  allOf,
  type CountedPageOf,
  countRows,
  cutPage,
  iso,
  micros,
  NO_TIME,
  type PageRequest,
  type TimeKey,
} from '../sql/page.ts'

export type ObservationFilter = {
  project?: ProjectFilter | undefined
  sessionId?: string | undefined
  type?: ObservationType | undefined
  purpose?: FindingPurpose | undefined
  /** A path that was read or modified, whole or its last parts. */
  file?: string | undefined
  concept?: string | undefined
}

type ObservationRow = Omit<Observation, 'project' | 'occurred_at' | 'superseded_at'> & {
  superseded: string | null
  project_id: string | null
  project_name: string | null
  time: string | null
  at: number | null
}

const AT = sql`coalesce(o.occurred_at, ${NO_TIME})`

const SELECT = sql`
  select o.id, o.session_id, o.prompt_id, o.message_id, o.type, o.purpose, o.topic, o.title, o.subtitle, o.narrative,
    to_json(o.facts) as facts, to_json(o.concepts) as concepts,
    to_json(o.files_read) as files_read, to_json(o.files_modified) as files_modified,
    o.origin, o.distiller, o.claim, o.confidence, ${iso(sql`o.superseded_at`)} as superseded, o.superseded_by, p.id as project_id, p.name as project_name,
    ${iso(sql`o.occurred_at`)} as time, ${micros(AT)} as at
  from teamlore.observations o
  left join teamlore.projects p on p.id = o.project_id`

const toObservation = ({
  project_id,
  project_name,
  time,
  superseded,
  at: _,
  ...rest
}: ObservationRow): Observation => ({
  ...rest,
  project: projectRef(project_id, project_name),
  superseded_at: superseded,
  occurred_at: time,
})

const namesFile = (file: string) => sql`(
  (o.files_read || o.files_modified) @> array[${file}]
  or exists (select from unnest(o.files_read || o.files_modified) as path
    where right(path, length(${`/${file}`})) = ${`/${file}`}))`

export const createObservationReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What stands, newest first. */
  async list(
    { project, sessionId, type, purpose, file, concept }: ObservationFilter,
    request: PageRequest<TimeKey>,
  ): Promise<CountedPageOf<Observation, TimeKey>> {
    const { limit, after } = request
    const conditions = [
      sql`o.team_id = ${teamId}`,
      sql`o.superseded_at is null`,
      project && sql`o.project_id in ${projectsNamed(teamId, project)}`,
      sessionId === undefined ? undefined : sql`o.session_id = ${sessionId}`,
      type === undefined ? undefined : sql`o.type = ${type}`,
      purpose === undefined ? undefined : sql`o.purpose = ${purpose}`,
      file === undefined ? undefined : namesFile(file),
      concept === undefined ? undefined : sql`o.concepts @> array[${concept}]`,
    ]
    const found = await rows<ObservationRow>(
      tx,
      sql`${SELECT} where ${allOf([...conditions, afterKey(AT, sql`o.id`, after)])}
      order by ${AT} desc, o.id desc limit ${limit + 1}`,
    )
    return {
      ...cutPage(found, limit, toObservation, ({ at, id }) => ({ at, id })),
      total: await countRows(
        tx,
        sql`from teamlore.observations o where ${allOf(conditions)}`,
        request,
      ),
    }
  },

  async find(id: string): Promise<Observation | undefined> {
    const [row] = await rows<ObservationRow>(
      tx,
      sql`${SELECT} where o.team_id = ${teamId} and o.id = ${id}`,
    )
    return row && toObservation(row)
  },
})
