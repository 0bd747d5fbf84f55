import type { ProjectId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { WRITES } from '../edits/written.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { STANDS } from '../links/valid-links.ts'
import { json } from '../sql/json.ts'
import { iso } from '../sql/page.ts'
import { createAnchoredMemories } from './anchored-memories.ts'
import { createCommitSessions } from './commit-sessions.ts'
import { createKnownPaths } from './known-paths.ts'
import { createNamingEntities } from './naming-entities.ts'

export type TouchingSession = {
  id: string
  tool: string
  title: string | null
  person: string
  at: string
  added: number
  removed: number
  prompt: string | null
}

export type TouchingCommit = {
  id: string
  sha: string
  subject: string
  author: string
  at: string
  added: number
  removed: number
  session_id: string | null
  session_title: string | null
  session_tool: string | null
  reverted_by: string | null
  reverted_subject: string | null
  reverted_at: string | null
}

/** How many of the newest; of those up to a time, where one is given. */
export type HistoryBounds = { limit: number; until: Date | undefined }

export type EarlierName = { path: string; earlier: string; until: string }

/** Of one file; more are nobody's memory of it. */
const MAX_RENAMES = 4
const PROMPT_CHARS = 400

/** Lines of `c` in one file that are compared with what took them away, and what came later. */
const MAX_COMPARED = 200

const isBy = (at: SQL, until: Date | undefined): SQL =>
  until === undefined ? sql`true` : sql`${at} <= ${until.toISOString()}::timestamptz`

/** Half of the lines of `c` in this file that `o` took away are in a later commit, whether or not that says so. */
const areBack = (teamId: string, path: string, until: Date | undefined) => sql`(
  select count(*) > 0 and 2 * count(*) filter (where exists (
      select from teamlore.commit_lines l
      join teamlore.commits later on later.id = l.commit_id and later.project_id = c.project_id
      where l.key = teamlore.line_key(${teamId}, p.print, true) and l.team_id = ${teamId}
        and l.name = p.name and l.at > o.authored_at and ${isBy(sql`later.committed_at`, until)})) >= count(*)
  from (
    select a.print, teamlore.name_key(${path}) as name
    from (select distinct unnest(g.added[1:${sql.raw(String(MAX_COMPARED))}]) as print from teamlore.commit_files g
      where g.commit_id = c.id and md5(g.path) = md5(${path}) and g.path = ${path}) a
    where a.print in (select unnest(h.removed) from teamlore.commit_files h where h.commit_id = o.id)) p)`

/** Whether the commit of a relation was there by then: what came of a commit later says nothing of that time. */
const isRelatedBy = (commitId: SQL, until: Date | undefined): SQL =>
  until === undefined
    ? sql`true`
    : sql`exists (select from teamlore.commits k where k.id = ${commitId} and ${isBy(sql`k.committed_at`, until)})`

export const createWhyReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  ...createCommitSessions(tx, teamId),

  ...createAnchoredMemories(tx, teamId),
  ...createKnownPaths(tx, teamId),

  ...createNamingEntities(tx, teamId),

  /** Sessions that wrote to a file, newest first, with the prompt that the last of their edits followed. */
  sessionsOn(
    projectId: ProjectId,
    path: string,
    { limit, until }: HistoryBounds,
  ): Promise<TouchingSession[]> {
    const spelled = sql`select ${path}::text as path union select k.root_path || '/' || ${path}
      from teamlore.project_paths k where k.team_id = ${teamId} and k.project_id = ${projectId}`
    return rows<TouchingSession>(
      tx,
      sql`with spelled as (${spelled}), touched as (
          select e.session_id, max(coalesce(e.ts, e.created_at)) as at, sum(e.added_lines)::int as added,
            sum(e.removed_lines)::int as removed,
            (array_agg(e.message_key order by e.ts desc nulls last))[1] as message_key
          from teamlore.edits e join spelled on md5(e.path) = md5(spelled.path) and e.path = spelled.path
          where e.team_id = ${teamId} and ${WRITES} and ${isBy(sql`coalesce(e.ts, e.created_at)`, until)}
          group by e.session_id)
        select s.id, s.tool, s.title, coalesce(u.name, 'Former member') as person,
          ${iso(sql`t.at`)} as at, t.added, t.removed, left(p.text, ${PROMPT_CHARS}) as prompt
        from touched t join teamlore.sessions s on s.id = t.session_id and s.team_id = ${teamId}
        left join teamlore.users u on u.id = s.user_id
        left join lateral (
          select (select b ->> 'text' from jsonb_array_elements(m.blocks) b
              where b ->> 'type' = 'text' limit 1) as text
          from teamlore.messages m where m.session_id = s.id and m.kind = 'human'
            and m.ordinal <= coalesce((select k.ordinal from teamlore.messages k
              where k.session_id = s.id and k.key = t.message_key), m.ordinal)
          order by m.ordinal desc limit 1) p on true
        where s.project_id = ${projectId} order by t.at desc, s.id desc limit ${limit}`,
    )
  },

  /**
   * Commits that touched a file, newest first, with the session that wrote most of each and what took it back. Of a commit that
   * was rewritten, the newer one alone.
   */
  commitsOn(
    projectId: ProjectId,
    path: string,
    { limit, until }: HistoryBounds,
  ): Promise<TouchingCommit[]> {
    return rows<TouchingCommit>(
      tx,
      sql`select c.id, c.sha, c.subject, c.author_name as author, ${iso(sql`c.authored_at`)} as at,
          f.added_lines as added, f.removed_lines as removed, s.id as session_id, s.title as session_title,
          s.tool as session_tool, r.sha as reverted_by, r.subject as reverted_subject,
          ${iso(sql`r.authored_at`)} as reverted_at
        from teamlore.commit_files f join teamlore.commits c on c.id = f.commit_id
        left join lateral (select l.session_id from teamlore.session_links l
          where l.commit_id = c.id and l.relation = 'wrote' and ${STANDS}
          order by l.confidence desc, l.id limit 1) l on true
        left join teamlore.sessions s on s.id = l.session_id
        left join lateral (select o.sha, o.subject, o.authored_at from teamlore.commit_relations x
          join teamlore.commits o on o.id = x.commit_id
          where x.other_id = c.id and x.kind = 'reverts' and ${isBy(sql`o.committed_at`, until)}
            and not exists (select from teamlore.commit_relations b where b.other_id = o.id and b.kind = 'reverts'
              and ${isRelatedBy(sql`b.commit_id`, until)})
            and not ${areBack(teamId, path, until)}
            -- A revert that was taken back is no attempt that failed.
            and not exists (select from teamlore.commit_relations w where w.commit_id = c.id and w.kind = 'reverts')
          order by o.authored_at desc, o.id limit 1) r on true
        where f.team_id = ${teamId} and f.project_id = ${projectId}
          and md5(f.path) = md5(${path}) and f.path = ${path} and cardinality(c.parents) < 2 and ${isBy(sql`c.committed_at`, until)}
          and not exists (select from teamlore.commit_relations n
            where n.other_id = c.id and n.kind = 'replaces' and n.part >= 0.9 and ${isRelatedBy(sql`n.commit_id`, until)})
        order by f.authored_at desc, c.id desc limit ${limit}`,
    )
  },

  /** What these files were called before, the latest name first, and until when; as far as commits say. */
  earlierNames(projectId: ProjectId, paths: readonly string[]): Promise<EarlierName[]> {
    return rows<EarlierName>(
      tx,
      sql`with recursive named as (
          select p.path, p.path collate "C" as name, 'infinity'::timestamptz as until, 0 as step
          from jsonb_array_elements_text(${json(paths)}) p(path)
          union all
          select n.path, f.old_path, f.authored_at, n.step + 1 from named n
          join lateral (select f.old_path, f.authored_at from teamlore.commit_files f
            where f.team_id = ${teamId} and f.project_id = ${projectId} and f.status = 'renamed'
              and md5(f.path) = md5(n.name) and f.path = n.name and f.authored_at < n.until
            order by f.authored_at desc limit 1) f on f.old_path is not null
          where n.step < ${MAX_RENAMES}::int)
        select path, name as earlier, ${iso(sql`until`)} as until from named where step > 0 order by path, step`,
    )
  },
})
