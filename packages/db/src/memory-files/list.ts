import type { MemoryFile, MemoryFileEntry } from '@teamlore/shared'
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { projectRef } from '../projects/ref.ts'
import {
  afterKey,
  allOf,
  cutPage,
  iso,
  micros,
  type PageOf,
  type PageRequest,
  type TimeKey,
} from '../sql/page.ts'
import { memoryFilesTable } from './table.ts'

/** Of one text that is compared. */
const MAX_CHARS = sql.raw('20000')

export type MemoryFileFilter = {
  project?: ProjectFilter | undefined
  tool?: string | undefined
  /** Also those that are nowhere any more. */
  includeGone?: boolean | undefined
}

type EntryRow = Omit<MemoryFileEntry, 'project' | 'visibility' | 'machine'> & {
  project_id: string | null
  project_name: string | null
  is_private: boolean
  seen_on: string
  machine_name: string
  at: number
}

const ENTRY = sql`
  f.id, f.path, f.tool, f.machine_id is not null as is_personal, f.private_to is not null as is_private,
  'import' as origin, char_length(f.text) as chars, f.is_cut, f.content_hash, f.git_branch, f.seen_on,
  coalesce(m.name, '') as machine_name, p.id as project_id, p.name as project_name,
  (select count(*) from teamlore.memory_file_copies c where c.memory_file_id = f.id) as copies,
  ${iso(sql`f.modified_at`)} as modified_at, ${iso(sql`f.first_seen_at`)} as first_seen_at,
  ${iso(sql`f.last_seen_at`)} as last_seen_at, ${iso(sql`f.gone_at`)} as gone_at,
  ${micros(sql`f.modified_at`)} as at`

const FROM = sql`
  from teamlore.memory_files f
  left join teamlore.machines m on m.id = f.seen_on
  left join teamlore.projects p on p.id = f.project_id`

const toEntry = <R extends EntryRow>({
  project_id,
  project_name,
  is_private,
  seen_on,
  machine_name,
  at: _,
  ...rest
}: R) => ({
  ...rest,
  project: projectRef(project_id, project_name),
  visibility: is_private ? ('private' as const) : ('team' as const),
  machine: { id: seen_on, name: machine_name },
})

export const createMemoryFileReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What was changed last comes first. */
  async list(
    { project, tool, includeGone = false }: MemoryFileFilter,
    { limit, after }: PageRequest<TimeKey>,
  ): Promise<PageOf<MemoryFileEntry, TimeKey>> {
    const conditions = allOf([
      sql`f.team_id = ${teamId}`,
      project && sql`f.project_id in ${projectsNamed(teamId, project)}`,
      tool === undefined ? undefined : sql`f.tool = ${tool}`,
      includeGone ? undefined : sql`f.gone_at is null`,
      afterKey(sql`f.modified_at`, sql`f.id`, after),
    ])
    const found = await rows<EntryRow>(
      tx,
      sql`select ${ENTRY} ${FROM} where ${conditions}
        order by f.modified_at desc, f.id desc limit ${limit + 1}`,
    )
    return cutPage(found, limit, toEntry, ({ at, id }) => ({ at, id }))
  },

  async find(id: string): Promise<MemoryFile | undefined> {
    const [row] = await rows<EntryRow & { text: string }>(
      tx,
      sql`select ${ENTRY}, f.text ${FROM} where f.team_id = ${teamId} and f.id = ${id}`,
    )
    return row && toEntry(row)
  },

  /**
   * What stood in the memory files of a project before a moment, as far as this user may read it; of long ones their
   * beginnings. Without a moment nothing: nobody knows what came first.
   */
  async textsBefore({
    projectId,
    userId,
    before,
  }: {
    projectId: string | null
    userId: string
    before: Date | null
  }): Promise<string[]> {
    if (before === null) return []
    const f = memoryFilesTable
    const isOwn = sql`${f.privateTo} = ${userId}`
    const found = await tx
      .select({ text: sql<string>`left(${f.text}, ${MAX_CHARS})` })
      .from(memoryFilesTable)
      .where(
        and(
          eq(f.teamId, teamId),
          isNull(f.goneAt),
          or(sql`${f.projectId} = ${projectId}`, and(isNull(f.projectId), isOwn)),
          or(isNull(f.privateTo), isOwn),
          lt(f.modifiedAt, before),
        ),
      )
      .orderBy(desc(f.modifiedAt), f.id)
      .limit(20)
    return found.map(({ text }) => text)
  },
})
