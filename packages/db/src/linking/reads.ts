import type { CommitId, ProjectId, SessionId } from '@teamlore/shared'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, number, orNull, text, textOf } from '../sql/decode.ts'
import { textArray, textsIn } from '../sql/lists.ts'
import {
  AUTHOR,
  at,
  COMMIT,
  type CommitToLink,
  type LinkableFile,
  ms,
  type NamedSession,
  type PastCommit,
  type SessionGitRow,
} from './linking.types.ts'
import { editLinesTable } from './table.ts'

/** A hash as far as anybody wrote it down: seven digits or more. */
const beginningsOf = (sha: string): string[] =>
  Array.from({ length: sha.length - 6 }, (_, n) => sha.slice(0, n + 7))

/** More of a project change nothing of how rare a line is. */
const MOST_COUNTED = 5_000

/** Commits and their files. */
export const commitReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Commits whose lines are indexed and whose sessions were not looked for yet; nobody else takes them meanwhile. Those made first
   * come first, whatever their author dates: a squash inherits links of its originals.
   */
  unlinked: (projectId: ProjectId, limit: number): Promise<CommitToLink[]> =>
    rows(
      tx,
      sql`select ${COMMIT} from teamlore.commits c
        where c.team_id = ${teamId} and c.project_id = ${projectId} and c.linked_at is null
          and not exists (select from teamlore.commit_files f where f.commit_id = c.id and f.indexed is not null)
        order by c.committed_at, c.authored_at, c.id limit ${limit} for no key update skip locked`,
    ),

  /** Sessions and commits of a project; of a large one so many, as rarity hardly depends on it. */
  async count(projectId: ProjectId): Promise<number> {
    const some = (table: SQL) =>
      sql`(select count(*) from (select from ${table} where team_id = ${teamId} and project_id = ${projectId} limit ${MOST_COUNTED}) counted)`
    const [found] = await decoded(
      tx,
      { n: number },
      sql`select ${some(sql`teamlore.commits`)} + ${some(sql`teamlore.sessions`)} as n`,
    )
    return found?.n ?? 0
  },

  /** Hashes and parents of a stretch of time, to walk along. In one text, as there are thousands of them. */
  async history(
    projectId: ProjectId,
    { from, until }: { from: number; until: number },
  ): Promise<PastCommit[]> {
    const [found] = await decoded(
      tx,
      { lines: orNull(text) },
      sql`select string_agg(concat_ws(' ', c.id, c.sha, ${ms(sql`c.authored_at`)}, ${ms(sql`c.committed_at`)}, ${AUTHOR}, array_to_string(c.parents, ' ')), E'\n') as lines
        from teamlore.commits c
        where c.team_id = ${teamId} and c.project_id = ${projectId}
          and c.authored_at between ${at(from)} and ${at(until)}`,
    )
    return (found?.lines ?? '').split('\n').flatMap((line): PastCommit[] => {
      const [id = '', sha = '', authored, committed, author = '', ...parents] = line.split(' ')
      const times = { authored_ms: Number(authored), committed_ms: Number(committed) }
      return id === '' ? [] : [{ id: id as CommitId, sha, parents, author, ...times }]
    })
  },

  files: (ids: readonly CommitId[]): Promise<LinkableFile[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : rows(
          tx,
          sql`select commit_id, path, to_jsonb(added) as added, to_jsonb(removed) as removed
            from teamlore.commit_files
            where team_id = ${teamId} and commit_id = ${textsIn(ids)} order by commit_id, position`,
        ),
})

/** Commits that another may have been made from. */
export const originalReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Commits of the project with the same patch. */
  async withPatch(projectId: ProjectId, patchId: string | null): Promise<CommitId[]> {
    if (patchId === null) return []
    const found = await decoded(
      tx,
      { id: textOf<CommitId>() },
      sql`select c.id from teamlore.commits c
        where c.team_id = ${teamId} and c.project_id = ${projectId} and c.patch_id = ${patchId} limit 100`,
    )
    return found.map(({ id }) => id)
  },

  /** What there is to compare of commits that others may have been made from. */
  details: (
    ids: readonly CommitId[],
  ): Promise<
    Pick<
      CommitToLink,
      'id' | 'sha' | 'parents' | 'patch_id' | 'authored_ms' | 'committed_ms' | 'subject' | 'branch'
    >[]
  > =>
    ids.length === 0
      ? Promise.resolve([])
      : rows(
          tx,
          sql`select c.id, c.sha, to_jsonb(c.parents) as parents, c.patch_id, c.subject, c.branch,
              ${ms(sql`c.authored_at`)} as authored_ms, ${ms(sql`c.committed_at`)} as committed_ms
            from teamlore.commits c where c.team_id = ${teamId} and c.id = ${textsIn(ids)}`,
        ),
})

/** Sessions that may have had a part in a commit. */
export const sessionReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What sessions said of a commit with this subject or this hash. */
  words: (
    projectId: ProjectId,
    { subject, sha }: { subject: string; sha: string },
  ): Promise<SessionGitRow[]> => {
    return rows(
      tx,
      sql`select g.session_id, g.kind, g.said, ${ms(sql`g.at`)} as at_ms
        from (values ('ran', array[${subject}]), ('printed', ${textArray(beginningsOf(sha))})) as asked(kind, words)
        cross join lateral unnest(asked.words) as word
        cross join lateral (
          select * from teamlore.session_git g
          where g.team_id = ${teamId} and g.kind = asked.kind and g.said = word limit 500) g
        where exists (
          select from teamlore.sessions s where s.id = g.session_id and s.project_id = ${projectId})
        limit 500`,
    )
  },

  /** Which of these sessions are of the project, and where they were at work. */
  sessions: (
    projectId: ProjectId,
    ids: readonly string[],
    { until }: { until: number },
  ): Promise<{ id: SessionId; place: string; branch: string | null }[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : rows(
          tx,
          sql`select s.id, s.machine_id || ' ' || coalesce(s.cwd, '') as place,
              coalesce((select m.git_branch from teamlore.messages m where m.session_id = s.id
                and m.git_branch is not null and m.ts <= ${at(until)} order by m.ts desc limit 1), s.git_branch) as branch
            from teamlore.sessions s
            where s.team_id = ${teamId} and s.project_id = ${projectId} and s.id = ${textsIn(ids)}`,
        ),

  /** Minutes in which sessions of the project were at work. */
  activity: (
    projectId: ProjectId,
    { from, until }: { from: number; until: number },
  ): Promise<{ session_id: SessionId; minute_ms: number }[]> =>
    rows(
      tx,
      sql`
      with near as materialized (
        select s.id from teamlore.sessions s
        where s.team_id = ${teamId} and s.project_id = ${projectId} and s.activity_at > ${at(from)}
          and coalesce(s.started_at, s.created_at) <= ${at(until)}
        order by s.activity_at limit 200)
      select m.session_id, ${ms(sql`date_trunc('minute', m.ts)`)} as minute_ms
      from near join teamlore.messages m on m.session_id = near.id
      where m.ts > ${at(from)} and m.ts <= ${at(until)}
      group by 1, 2`,
    ),

  /**
   * Sessions that go by one of these ids, those of the project that name this pull request of it, and those that another program
   * linked with the commit. `opened` is the reason of a link to a pull request that the session opened itself.
   */
  sessionsNamed: (
    projectId: ProjectId,
    {
      ids,
      number,
      opened,
      sha,
    }: { ids: readonly string[]; number: number | undefined; opened: string; sha: string },
  ): Promise<NamedSession[]> =>
    rows(
      tx,
      sql`
          with linked as materialized (
            select g.session_id from teamlore.session_git g
            where g.team_id = ${teamId} and g.kind = 'linked' and g.said = ${textsIn(beginningsOf(sha))}),
          found as (
            select s.id from linked join teamlore.sessions s on s.id = linked.session_id and s.project_id = ${projectId}
            union
            select s.id from teamlore.sessions s
            where s.team_id = ${teamId} and (s.native_id = ${textsIn(ids)} or s.id = ${textsIn(ids)})
            union
            select s.id from teamlore.sessions s join teamlore.projects p on p.id = s.project_id
            cross join lateral jsonb_array_elements(s.pull_requests) r
            where ${number ?? null}::int is not null and s.team_id = ${teamId} and s.project_id = ${projectId}
              and s.pull_requests <> '[]'::jsonb and (r ->> 'number')::int = ${number ?? null}::int
              and strpos(lower(r ->> 'url'), '/' || lower(regexp_replace(p.name, '^.*/', '')) || '/') > 0
            union
            select s.id from teamlore.session_links l join teamlore.sessions s on s.id = l.session_id
            join teamlore.projects p on p.id = s.project_id
            where ${number ?? null}::int is not null and l.team_id = ${teamId} and l.type = 'remote' and not l.is_rejected
              and s.project_id = ${projectId} and l.target ~ ('/' || ${number ?? null}::int || '$')
              and strpos(lower(l.target), '/' || lower(regexp_replace(p.name, '^.*/', '')) || '/') > 0)
          select s.id, s.native_id, coalesce((select jsonb_agg(n) from (
            select (r ->> 'number')::int as n from jsonb_array_elements(s.pull_requests) r
            union select substring(l.target from '/([0-9]{1,7})$')::int from teamlore.session_links l
              where l.session_id = s.id and l.type = 'remote' and not l.is_rejected) x where n is not null), '[]'::jsonb) as pull_requests,
            coalesce((select jsonb_agg(n) from (
              select substring(l.target from '/([0-9]{1,7})$')::int as n from teamlore.session_links l
              where l.session_id = s.id and l.type = 'remote' and not l.is_rejected and l.reasons ? ${opened}) x
              where n is not null), '[]'::jsonb) as opened,
            exists (select from linked where linked.session_id = s.id) as is_linked_elsewhere
          from found join teamlore.sessions s on s.id = found.id order by s.id limit 100`,
    ),
})

/** Lines that a session wrote. */
export const writtenLineReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Lines a session wrote, by key, with how many commits have them; so many at most. */
  writtenBy: (
    sessionId: string,
    { from, until }: { from: number; until: number },
  ): Promise<{ key: string; name: number; at_ms: number }[]> =>
    tx
      .select({
        key: sql<string>`${editLinesTable.key}::text`,
        name: editLinesTable.name,
        at_ms: sql<number>`${ms(sql`max(${editLinesTable.at})`)}`,
      })
      .from(editLinesTable)
      .where(
        and(
          eq(editLinesTable.teamId, teamId),
          sql`${editLinesTable.sessionId} = ${sessionId}`,
          sql`${editLinesTable.at} between ${at(from)} and ${at(until)}`,
        ),
      )
      .groupBy(editLinesTable.key, editLinesTable.name)
      .orderBy(editLinesTable.key)
      .limit(3000),
})
