import type { ObservationType, SessionId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { OTHER_WORK, SERVED } from '../observations/served.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { projectsTable } from '../projects/table.ts'
import { allOf, iso, NO_TIME } from '../sql/page.ts'
import { createBriefMemories } from './brief-memories.ts'

type BriefBase = {
  id: string
  sessionId: string
  project: string | null
  author: string
  occurredAt: string | null
}

export type BriefObservation = BriefBase & {
  kind: 'observation'
  type: ObservationType
  title: string
  subtitle: string
  narrative: string
  filesRead: string[]
  filesModified: string[]
}

export type BriefSummary = BriefBase & {
  kind: 'summary'
  request: string
  learned: string
  completed: string
  nextSteps: string
  notes: string
}

type BaseRow = {
  id: string
  session_id: string
  project_name: string | null
  author: string
  time: string | null
}

type ObservationRow = BaseRow & {
  type: ObservationType
  title: string
  subtitle: string
  narrative: string
  files_read: string[]
  files_modified: string[]
}

type SummaryRow = BaseRow & {
  request: string
  learned: string
  completed: string
  next_steps: string
  notes: string
}

const baseOf = (row: BaseRow): BriefBase => ({
  id: row.id,
  sessionId: row.session_id,
  project: row.project_name,
  author: row.author,
  occurredAt: row.time,
})

const toObservation = (row: ObservationRow): BriefObservation => ({
  ...baseOf(row),
  kind: 'observation',
  type: row.type,
  title: row.title,
  subtitle: row.subtitle,
  narrative: row.narrative,
  filesRead: row.files_read,
  filesModified: row.files_modified,
})

const toSummary = (row: SummaryRow): BriefSummary => ({
  ...baseOf(row),
  kind: 'summary',
  request: row.request,
  learned: row.learned,
  completed: row.completed,
  nextSteps: row.next_steps,
  notes: row.notes,
})

const idsOf = (ids: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`

const baseColumns = (of: SQL): SQL => sql`${of}.id, ${of}.session_id, p.name as project_name,
  coalesce(u.name, 'Former member') as author, ${iso(sql`${of}.occurred_at`)} as time`

const origins = (of: SQL): SQL => sql`
  join teamlore.sessions s on s.id = ${of}.session_id
  left join teamlore.users u on u.id = s.user_id
  left join teamlore.projects p on p.id = ${of}.project_id`

const O = sql.raw('o')
const Y = sql.raw('y')

const OBSERVATIONS = sql`
  select ${baseColumns(O)}, o.type, o.title, o.subtitle, o.narrative,
    to_json(o.files_read) as files_read, to_json(o.files_modified) as files_modified
  from teamlore.observations o ${origins(O)}`

const SUMMARIES = sql`
  select ${baseColumns(Y)}, y.request, y.learned, y.completed, y.next_steps, y.notes
  from teamlore.summaries y ${origins(Y)}`

const observationsThat = async (tx: DbExecutor, rest: SQL): Promise<BriefObservation[]> =>
  (await rows<ObservationRow>(tx, sql`${OBSERVATIONS} ${rest}`)).map(toObservation)

const summariesThat = async (tx: DbExecutor, rest: SQL): Promise<BriefSummary[]> =>
  (await rows<SummaryRow>(tx, sql`${SUMMARIES} ${rest}`)).map(toSummary)

/** The newest of what is served unasked; where there is none of it, of the rest of the record of work. */
const createNewest =
  (tx: DbExecutor, teamId: string) =>
  async (about: readonly (SQL | undefined)[], limit: number): Promise<BriefObservation[]> => {
    for (const which of [SERVED, OTHER_WORK]) {
      const found = await newestThat(tx, [which, ...about], { teamId, limit })
      if (found.length > 0) return found
    }
    return []
  }

const newestThat = (
  tx: DbExecutor,
  about: readonly (SQL | undefined)[],
  { teamId, limit }: { teamId: string; limit: number },
): Promise<BriefObservation[]> =>
  observationsThat(
    tx,
    sql`where ${allOf([sql`o.team_id = ${teamId}`, ...about])}
    order by coalesce(o.occurred_at, ${NO_TIME}) desc, o.id desc limit ${limit}`,
  )

const createOfSession = (tx: DbExecutor, teamId: string) => ({
  /** What was found in one session, and what its prompts came to, the latest first. */
  async ofSession(
    sessionId: SessionId,
    limit: number,
  ): Promise<(BriefObservation | BriefSummary)[]> {
    const observations = await observationsThat(
      tx,
      sql`where ${allOf([sql`o.team_id = ${teamId}`, sql`o.session_id = ${sessionId}`, SERVED])}
      order by coalesce(o.occurred_at, ${NO_TIME}) desc, o.id desc limit ${limit}`,
    )
    const summaries = await summariesThat(
      tx,
      sql`where ${allOf([sql`y.team_id = ${teamId}`, sql`y.session_id = ${sessionId}`, sql`y.superseded_at is null`])}
      order by y.prompt_number desc, y.id desc limit ${limit}`,
    )
    return [...observations, ...summaries]
  },

  /** The whole record of these sessions, other work as well, the latest first. */
  async ofSessions(
    sessionIds: readonly string[],
    limit: number,
  ): Promise<(BriefObservation | BriefSummary)[]> {
    if (sessionIds.length === 0) return []
    const observations = await observationsThat(
      tx,
      sql`where ${allOf([sql`o.team_id = ${teamId}`, sql`o.session_id in ${idsOf(sessionIds)}`, sql`o.superseded_at is null`])}
      order by coalesce(o.occurred_at, ${NO_TIME}) desc, o.id desc limit ${limit}`,
    )
    const summaries = await summariesThat(
      tx,
      sql`where ${allOf([sql`y.team_id = ${teamId}`, sql`y.session_id in ${idsOf(sessionIds)}`, sql`y.superseded_at is null`])}
      order by coalesce(y.occurred_at, ${NO_TIME}) desc, y.id desc limit ${limit}`,
    )
    return [...observations, ...summaries]
  },
})

const createRecent = (tx: DbExecutor, teamId: string) => ({
  /** The newest observations and summaries, of one project or of the whole team; of work that names no cause `work` beside them. */
  async recent(
    project: ProjectFilter | undefined,
    limits: { observations: number; summaries: number; work: number },
  ): Promise<(BriefObservation | BriefSummary)[]> {
    const named = project && projectsNamed(teamId, project)
    const about = [named && sql`o.project_id in ${named}`]
    const observations = await createNewest(tx, teamId)(about, limits.observations)
    if (limits.work > 0)
      observations.push(
        ...(await newestThat(tx, [OTHER_WORK, ...about], { teamId, limit: limits.work })),
      )
    const summaries = await summariesThat(
      tx,
      sql`where ${allOf([sql`y.team_id = ${teamId}`, sql`y.superseded_at is null`, named && sql`y.project_id in ${named}`])}
    order by coalesce(y.occurred_at, ${NO_TIME}) desc, y.id desc limit ${limits.summaries}`,
    )
    return [...observations, ...summaries]
  },
})

/** What a brief may be made of. */
export const createBriefReadModel = (tx: DbExecutor, { teamId }: DbScope) => {
  const newest = createNewest(tx, teamId)
  return {
    ...createBriefMemories(tx, teamId),
    ...createOfSession(tx, teamId),
    ...createRecent(tx, teamId),

    /** Names of the projects that a filter means; none when there is no such project. */
    async projectNames(project: ProjectFilter): Promise<string[]> {
      const found = await tx
        .select({ name: projectsTable.name })
        .from(projectsTable)
        .where(sql`${projectsTable.id} in ${projectsNamed(teamId, project)}`)
        .orderBy(projectsTable.name)
        .limit(5)
      return found.map(({ name }) => name)
    },

    /** What was found of these files, newest first, else what was done to them. Paths as the sessions' projects know them. */
    async aboutFiles(
      project: ProjectFilter | undefined,
      files: readonly string[],
      limit: number,
    ): Promise<BriefObservation[]> {
      if (files.length === 0) return []
      const named = project && projectsNamed(teamId, project)
      const paths = sql`array(select jsonb_array_elements_text(${JSON.stringify(files)}::text::jsonb))`
      return newest(
        [
          sql`(o.files_read || o.files_modified) && ${paths}`,
          named && sql`o.project_id in ${named}`,
        ],
        limit,
      )
    },

    /** These, as far as the asker may see them. */
    async byIds(ids: readonly string[]): Promise<(BriefObservation | BriefSummary)[]> {
      if (ids.length === 0) return []
      const observations = await observationsThat(
        tx,
        sql`where o.team_id = ${teamId} and o.id in ${idsOf(ids)}`,
      )
      const summaries = await summariesThat(
        tx,
        sql`where y.team_id = ${teamId} and y.id in ${idsOf(ids)}`,
      )
      return [...observations, ...summaries]
    },
  }
}
