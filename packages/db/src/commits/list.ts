import type { Commit, CommitEntry } from '@teamlore/shared/commits'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { STANDS } from '../links/valid-links.ts'
import { type ProjectFilter, projectsNamed, usersNamed } from '../projects/filter.ts'
import { projectRef } from '../projects/ref.ts'
import { decoded, text } from '../sql/decode.ts'
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
import { commitFilesTable } from './table.ts'

const FILE = {
  path: commitFilesTable.path,
  old_path: commitFilesTable.oldPath,
  status: commitFilesTable.status,
  is_binary: commitFilesTable.isBinary,
  added_lines: commitFilesTable.addedLines,
  removed_lines: commitFilesTable.removedLines,
}

export type CommitFilter = {
  project?: ProjectFilter | undefined
  branch?: string | undefined
  author?: string | undefined
  path?: string | undefined
  isLinked?: boolean | undefined
}

type EntryRow = Omit<CommitEntry, 'project' | 'author' | 'counts' | 'is_merge'> & {
  project_id: string
  project_name: string
  author_name: string
  user_id: string | null
  user_name: string | null
  files: number
  added_lines: number
  removed_lines: number
  sessions: number
  at: number
}

const LINKED = sql`exists (select from teamlore.session_links l
  where l.commit_id = c.id and ${STANDS})`

const entryColumns = (): SQL => sql`
  c.id, c.sha, c.subject, c.project_id, p.name as project_name, c.author_name, u.id as user_id,
  u.name as user_name, c.branch, to_jsonb(c.parents) as parents, c.file_count as files, c.added_lines,
  c.removed_lines, c.linked_at is not null as is_linked,
  (select count(*) from teamlore.session_links l where l.commit_id = c.id and ${STANDS}) as sessions,
  ${iso(sql`c.authored_at`)} as authored_at, ${iso(sql`c.committed_at`)} as committed_at,
  ${micros(sql`c.authored_at`)} as at`

/** A member is known by the address of the commit, of which only a hash is here. */
const FROM = sql`
  from teamlore.commits c
  join teamlore.projects p on p.id = c.project_id
  left join lateral (
    select f.id, f.name from teamlore.users f
    where c.author_hash is not null and f.email is not null
      and left(encode(sha256(convert_to(lower(f.email), 'UTF8')), 'hex'), 16) = c.author_hash
    order by f.id limit 1) u on true`

const toEntry = ({
  id,
  sha,
  subject,
  branch,
  parents,
  authored_at,
  committed_at,
  is_linked,
  project_id,
  project_name,
  author_name,
  user_id,
  user_name,
  files,
  added_lines,
  removed_lines,
  sessions,
}: EntryRow): CommitEntry => ({
  id,
  sha,
  subject,
  branch,
  parents,
  authored_at,
  committed_at,
  is_linked,
  project: projectRef(project_id, project_name),
  author: {
    name: author_name,
    user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
  },
  is_merge: parents.length > 1,
  counts: { files, added_lines, removed_lines, sessions },
})

type Detail = Pick<Commit, 'tree' | 'patch_id' | 'trailers'>
type RelationRow = Commit['replaces'][number] & { kind: string; is_newer: boolean }

const relationsIn =
  (tx: DbExecutor) =>
  (id: string): Promise<RelationRow[]> =>
    rows<RelationRow>(
      tx,
      sql`
      select r.kind, r.commit_id = ${id} as is_newer, o.id, o.sha, o.subject, r.part::float8 as part, r.reason,
        ${iso(sql`o.authored_at`)} as authored_at
      from teamlore.commit_relations r
      join teamlore.commits o on o.id = case when r.commit_id = ${id} then r.other_id else r.commit_id end
      where r.commit_id = ${id} or r.other_id = ${id}
      order by o.authored_at, o.id limit 400`,
    )

const conditionsOf = (
  teamId: string,
  { project, branch, author, path, isLinked }: CommitFilter,
): (SQL | undefined)[] => [
  sql`c.team_id = ${teamId}`,
  project && sql`c.project_id in ${projectsNamed(teamId, project)}`,
  branch === undefined ? undefined : sql`c.branch = ${branch}`,
  author === undefined
    ? undefined
    : sql`(u.id in ${usersNamed(author)} or lower(c.author_name) = lower(${author}))`,
  path === undefined
    ? undefined
    : sql`exists (select from teamlore.commit_files f where f.commit_id = c.id and f.path = ${path})`,
  isLinked === undefined ? undefined : isLinked ? LINKED : sql`not ${LINKED}`,
]

const createNaming = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Commits whose id or hash begins like this; a few, so that it shows whether it is the only one. Of those with one hash, which
   * several projects may have, the one of `project`, else the one that came last.
   */
  async named(
    text: string,
    { project = null }: { project?: string | null } = {},
  ): Promise<{ id: string; sha: string }[]> {
    const column = text.startsWith('cmt_') ? sql`c.id` : sql`c.sha`
    return rows(
      tx,
      sql`
      select distinct on (${column}) c.id, c.sha from teamlore.commits c
      join teamlore.projects p on p.id = c.project_id
      where c.team_id = ${teamId} and ${column} >= ${text} and ${column} < ${`${text}~`}
      order by ${column}, coalesce(c.project_id = ${project}, false) desc, c.created_at desc, c.id desc
      limit 4`,
    )
  },

  /** Every commit with this hash, one of each project that has it. */
  async allWith(sha: string): Promise<string[]> {
    const found = await decoded(
      tx,
      { id: text },
      sql`
      select c.id from teamlore.commits c join teamlore.projects p on p.id = c.project_id
      where c.team_id = ${teamId} and c.sha = ${sha} order by c.id limit 100`,
    )
    return found.map(({ id }) => id)
  },
})

export const createCommitReadModel = (tx: DbExecutor, scope: DbScope) => {
  const { teamId } = scope
  const relationsOf = relationsIn(tx)

  return {
    ...createNaming(tx, scope),

    /** By when they were written, newest first. */
    async list(
      filter: CommitFilter,
      { limit, after }: PageRequest<TimeKey>,
    ): Promise<PageOf<CommitEntry, TimeKey>> {
      const conditions = allOf([
        ...conditionsOf(teamId, filter),
        afterKey(sql`c.authored_at`, sql`c.id`, after),
      ])
      const found = await rows<EntryRow>(
        tx,
        sql`select ${entryColumns()} ${FROM} where ${conditions}
          order by c.authored_at desc, c.id desc limit ${limit + 1}`,
      )
      return cutPage(found, limit, toEntry, ({ at, id }) => ({ at, id }))
    },

    async find(id: string): Promise<Omit<Commit, 'sessions'> | undefined> {
      const [row] = await rows<EntryRow & Detail>(
        tx,
        sql`select ${entryColumns()}, c.tree, c.patch_id, c.trailers ${FROM}
          where c.team_id = ${teamId} and c.id = ${id}`,
      )
      if (row === undefined) return undefined
      const files = await tx
        .select(FILE)
        .from(commitFilesTable)
        .where(and(eq(commitFilesTable.teamId, teamId), sql`${commitFilesTable.commitId} = ${id}`))
        .orderBy(commitFilesTable.position)
      const related = await relationsOf(id)
      const of = (kind: string, isNewer: boolean) =>
        related
          .filter((one) => one.kind === kind && one.is_newer === isNewer)
          .map(({ kind: _, is_newer: __, ...one }) => one)
      return {
        ...toEntry(row),
        tree: row.tree,
        patch_id: row.patch_id,
        trailers: row.trailers,
        files,
        replaces: of('replaces', true),
        replaced_by: of('replaces', false),
        reverts: of('reverts', true),
        reverted_by: of('reverts', false),
        fixes: of('fixes', true),
        fixed_by: of('fixes', false),
      }
    },
  }
}
