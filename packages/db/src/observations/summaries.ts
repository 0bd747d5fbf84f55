import type { Summary } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { projectRef } from '../projects/ref.ts'
import { textArray } from '../sql/lists.ts'
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

export type SummaryFilter = {
  project?: ProjectFilter | undefined
  sessionId?: string | undefined
}

type SummaryRow = Omit<Summary, 'project' | 'occurred_at' | 'superseded_at'> & {
  superseded: string | null
  project_id: string | null
  project_name: string | null
  time: string | null
  at: number | null
}

const AT = sql`coalesce(y.occurred_at, ${NO_TIME})`

/** As of the documents it is found by. */
const ORIGIN = sql`case y.distiller when 'import' then 'import' else 'agent' end`

const SELECT = sql`
  select y.id, y.session_id, y.prompt_id, y.prompt_number, y.request, y.investigated, y.learned,
    y.completed, y.next_steps, y.notes, ${ORIGIN} as origin, y.distiller,
    ${iso(sql`y.superseded_at`)} as superseded, p.id as project_id, p.name as project_name,
    ${iso(sql`y.occurred_at`)} as time, ${micros(AT)} as at
  from teamlore.summaries y
  left join teamlore.projects p on p.id = y.project_id`

const toSummary = ({
  project_id,
  project_name,
  time,
  superseded,
  at: _,
  ...rest
}: SummaryRow): Summary => ({
  ...rest,
  project: projectRef(project_id, project_name),
  superseded_at: superseded,
  occurred_at: time,
})

export const createSummaryReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What stands, newest first. */
  async list(
    { project, sessionId }: SummaryFilter,
    request: PageRequest<TimeKey>,
  ): Promise<CountedPageOf<Summary, TimeKey>> {
    const { limit, after } = request
    const conditions = [
      sql`y.team_id = ${teamId}`,
      sql`y.superseded_at is null`,
      project && sql`y.project_id in ${projectsNamed(teamId, project)}`,
      sessionId === undefined ? undefined : sql`y.session_id = ${sessionId}`,
    ]
    const found = await rows<SummaryRow>(
      tx,
      sql`${SELECT} where ${allOf([...conditions, afterKey(AT, sql`y.id`, after)])}
      order by ${AT} desc, y.id desc limit ${limit + 1}`,
    )
    return {
      ...cutPage(found, limit, toSummary, ({ at, id }) => ({ at, id })),
      total: await countRows(
        tx,
        sql`from teamlore.summaries y where ${allOf(conditions)}`,
        request,
      ),
    }
  },

  /** What stands of each of these sessions, so many of each, newest first. */
  async newestOfEach(sessionIds: readonly string[], limit: number): Promise<Summary[]> {
    if (sessionIds.length === 0) return []
    const found = await rows<SummaryRow>(
      tx,
      sql`
      select newest.* from unnest(${textArray(sessionIds)}) w(id)
      cross join lateral (
        ${SELECT}
        where y.team_id = ${teamId} and y.superseded_at is null and y.session_id = w.id
        order by ${AT} desc, y.id desc limit ${limit}) newest`,
    )
    return found.map(toSummary)
  },

  async find(id: string): Promise<Summary | undefined> {
    const [row] = await rows<SummaryRow>(
      tx,
      sql`${SELECT} where y.team_id = ${teamId} and y.id = ${id}`,
    )
    return row && toSummary(row)
  },
})
