import type { CommitId, ProjectId } from '@teamlore/shared'
import type { FileStatus } from '@teamlore/shared/commits'
import type { SharedHunk } from '@teamlore/shared/shared-code'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { iso } from '../sql/page.ts'

/** What a commit of the line of first parents did to a file; without `status`, its code is not here. */
export type CodeMention = {
  depth: number
  commit_id: CommitId
  position: number | null
  sha: string
  is_merge: boolean
  old_path: string | null
  status: FileStatus | null
  /** Bytes of its hunks where they lie, packed. */
  bytes: number
}

export type CodeChange = Pick<CodeMention, 'sha' | 'is_merge' | 'status'> & { hunks: SharedHunk[] }

export type CodeTip = { id: CommitId; sha: string; subject: string; authored_at: string }

/** Commits on the way from one to the first. */
const LONGEST = 100_000
/** Changes of one file that are read: whoever wants to know what came before asks at an older commit. */
const MOST_CHANGES = 2_000
const TRUNKS = ['main', 'master', 'trunk', 'develop']

export const createSharedCodeReadModel = (tx: DbExecutor, { teamId }: DbScope) => {
  const commits = (projectId: ProjectId): SQL => sql`
    c.team_id = ${teamId} and c.project_id = ${projectId} and c.private_to is null`

  return {
    /**
     * The commit that begins so; else the newest of the default branch, of which the code graph or its name says which it is; of those up to
     * a time, where one is given.
     */
    async tip(
      projectId: ProjectId,
      sha: string | undefined,
      until?: Date,
    ): Promise<CodeTip | undefined> {
      const isBy =
        until === undefined ? sql`` : sql`and c.committed_at <= ${until.toISOString()}::timestamptz`
      const which =
        sha === undefined
          ? sql`order by c.branch is not distinct from (select g.branch from teamlore.code_graphs g
                where g.team_id = ${teamId} and g.project_id = ${projectId} and g.private_to is null
                  and g.is_default_branch) desc,
              coalesce(c.branch = any(array(select jsonb_array_elements_text(${json(TRUNKS)}))), false) desc,
              c.committed_at desc, c.id desc`
          : sql`and c.sha >= ${sha} and c.sha < ${`${sha}~`}`
      const [found] = await rows<CodeTip>(
        tx,
        sql`
        select c.id, c.sha, c.subject, ${iso(sql`c.authored_at`)} as authored_at from teamlore.commits c
        where ${commits(projectId)} ${isBy} ${which} limit 1`,
      )
      return found
    },

    /**
     * What happened to a path on the line of first parents, the newest first, from a depth on; of the hunks only how large they are.
     * `reaches_first`: the line ends at a commit without parents, so nothing came before.
     */
    async changes(
      projectId: ProjectId,
      { sha, path, from }: { sha: string; path: string; from: number },
    ): Promise<{ changes: CodeMention[]; reaches_first: boolean }> {
      const found = await rows<CodeMention & { is_first: boolean; is_cut: boolean }>(
        tx,
        sql`
        with recursive line as (
          select c.id, c.sha, c.parents, c.code_at, c.code_is_cut, 0 as depth from teamlore.commits c
          where ${commits(projectId)} and c.sha = ${sha}
          union all
          select c.id, c.sha, c.parents, c.code_at, c.code_is_cut, l.depth + 1 from line l
          join teamlore.commits c on c.sha = l.parents[1] and ${commits(projectId)}
          where l.depth < ${LONGEST})
        select l.depth, l.id as commit_id, k.position, l.sha, cardinality(l.parents) > 1 as is_merge, k.old_path,
          case when k.path = ${path} then k.status when k.path is not null then 'deleted' end as status,
          coalesce(pg_column_size(k.hunks), 0) as bytes, cardinality(l.parents) = 0 as is_first,
          l.code_at is not null and l.code_is_cut as is_cut
        from line l
        left join teamlore.commit_code k on k.commit_id = l.id and k.team_id = ${teamId}
          and (k.path = ${path} or (k.old_path = ${path} and k.status = 'renamed'))
        where l.depth >= ${from} and (k.commit_id is not null or cardinality(l.parents) = 0
          or (l.code_at is not null and l.code_is_cut)
          or (l.code_at is null and (cardinality(l.parents) > 1 or exists (select from teamlore.commit_files f
            where f.commit_id = l.id and f.path = ${path}))))
        order by l.depth, (k.path = ${path}) desc limit ${MOST_CHANGES}`,
      )
      const first = found.at(-1)
      return {
        reaches_first: first?.is_first === true,
        changes: found.filter((one) => one.status !== null || !one.is_first || one.is_cut),
      }
    },

    /** The hunks of these changes, in their order. */
    async hunks(asked: readonly CodeMention[]): Promise<SharedHunk[][]> {
      const places = asked.map(({ commit_id, position }) => ({ commit_id, position }))
      const found = await rows<{ n: number; hunks: SharedHunk[] }>(
        tx,
        sql`
        select r.n::int as n, k.hunks
        from rows from (jsonb_to_recordset(${json(places)}) as (commit_id text, position int))
          with ordinality as r(commit_id, position, n)
        join teamlore.commit_code k on k.team_id = ${teamId} and k.commit_id = r.commit_id and k.position = r.position`,
      )
      const byPlace = new Map(found.map(({ n, hunks }) => [n, hunks]))
      return asked.map((_, at) => byPlace.get(at + 1) ?? [])
    },

    /** Of lines that a merge brought in, by their fingerprints: the newest commit that added such a line, to a file of this name first. */
    adders: (
      projectId: ProjectId,
      path: string,
      prints: readonly string[],
    ): Promise<{ print: string; sha: string }[]> =>
      prints.length === 0
        ? Promise.resolve([])
        : rows(
            tx,
            sql`
            select r.print, a.sha from jsonb_array_elements_text(${json(prints)}) as r(print)
            cross join lateral (
              select c.sha from teamlore.commit_lines l join teamlore.commits c on c.id = l.commit_id
              where l.key = teamlore.line_key(${teamId}, r.print, true) and l.team_id = ${teamId}
                and ${commits(projectId)}
              order by l.name = teamlore.name_key(${path}) desc, l.at desc limit 1) a`,
          ),
  }
}
