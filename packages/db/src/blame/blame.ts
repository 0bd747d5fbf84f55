import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { STANDS } from '../links/valid-links.ts'
import { UNTITLED } from '../sessions/rows.ts'
import { json } from '../sql/json.ts'
import { iso } from '../sql/page.ts'

export type BlameQuestion = { n: number; path: string; sha: string | null; print: string | null }

/** What is known of a line: the commit, the last session that wrote such a line before, and the surest link of the commit. */
export type BlameRow = {
  n: number
  commit_id: string | null
  sha: string | null
  subject: string | null
  commit_author: string | null
  authored_at: string | null
  is_linked: boolean | null
  is_merge: boolean | null
  session_id: string | null
  is_same_name: boolean | null
  /** So many commits of the project have this line that it says nothing. */
  is_common: boolean | null
  link_confidence: number | null
  best_session_id: string | null
  best_confidence: number | null
}

export type BlamedSession = {
  id: string
  title: string
  tool: string
  user_id: string
  user_name: string
}

export type BlamedEdit = {
  session_id: string
  print: string
  message_id: string | null
  said: string | null
  said_at: string | null
  prompt_id: string | null
  prompt: string | null
  prompt_at: string | null
}

const EXCERPT = 600
/** Who moves or rewrites a line makes two or three commits that have it. */
const COMMITS_OF_COMMON = 5
/** Places of a line that are looked at for that. */
const MOST_LOOKED_AT = 20
/** Of a line that everybody writes the latest writers are looked at, and no more. */
const MOST_WRITERS = 100

const textOf = (message: string) => sql`(
  select left(string_agg(b->>'text', E'\n'), ${EXCERPT}) from jsonb_array_elements(${sql.raw(message)}.blocks) b
  where b->>'type' = 'text')`

export const createBlameReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  lines: (questions: readonly BlameQuestion[]): Promise<BlameRow[]> =>
    rows(
      tx,
      sql`
      with q as materialized (
        select r.n, r.sha, teamlore.name_key(r.path) as name, teamlore.line_key(${teamId}, r.print, true) as key
        from jsonb_to_recordset(${json(questions)}) as r(n int, path text, sha text, print text)),
      -- Beneath a policy only what is computed before can be looked up in an index.
      d as materialized (select distinct q.sha, q.sha || '~' as beyond from q where q.sha is not null),
      named as materialized (
        select distinct on (d.sha) d.sha as asked, c.*, array(select l.session_id from teamlore.session_links l
          where l.commit_id = c.id and l.is_rejected) as taken_apart from d
        join teamlore.commits c on c.team_id = ${teamId} and c.sha >= d.sha and c.sha < d.beyond
        order by d.sha, c.id),
      asked as materialized (
        select q.n, q.key, q.name, c.id as commit_id, c.sha, c.subject, c.author_name, c.authored_at, c.linked_at, c.parents,
          c.project_id, coalesce(c.taken_apart, '{}') as taken_apart, coalesce(c.authored_at - interval '60 days', '-infinity') as since,
          -- Who wrote a line again that an original had already only kept it.
          least(coalesce(greatest(c.authored_at, c.committed_at), 'infinity'), (
            select min(greatest(o.authored_at, o.committed_at)) from teamlore.commit_relations r
            join teamlore.commits o on o.id = r.other_id
            where r.commit_id = c.id and r.kind = 'replaces' and r.team_id = ${teamId} and exists (
              select from teamlore.commit_lines l where l.key = q.key and l.team_id = ${teamId} and l.commit_id = o.id
            ))) + interval '1 minute' as until
        from q left join named c on c.asked = q.sha)
      select c.n, c.commit_id, c.sha, c.subject, c.author_name as commit_author,
        ${iso(sql`c.authored_at`)} as authored_at, c.linked_at is not null as is_linked,
        cardinality(c.parents) > 1 as is_merge, w.session_id, w.is_same_name, w.confidence as link_confidence,
        (select count(distinct o.id) >= ${COMMITS_OF_COMMON} from (
          select l.commit_id from teamlore.commit_lines l where l.key = c.key and l.team_id = ${teamId}
          order by l.at desc limit ${MOST_LOOKED_AT}) many
          join teamlore.commits o on o.id = many.commit_id and o.project_id = c.project_id) as is_common,
        b.session_id as best_session_id, b.confidence as best_confidence
      from asked c
      left join lateral (
        select e.session_id, e.name = c.name as is_same_name,
          (select l.confidence::float8 from teamlore.session_links l
            where l.session_id = e.session_id and l.commit_id = c.commit_id and ${STANDS}) as confidence
        from (
          select x.session_id, x.name, x.at from teamlore.edit_lines x
          where x.key = c.key and x.team_id = ${teamId} and x.at between c.since and c.until
          order by x.at desc limit ${MOST_WRITERS}) e
        join teamlore.sessions s on s.id = e.session_id
        where (c.commit_id is null or s.project_id = c.project_id) and e.session_id <> all(c.taken_apart)
        order by e.name = c.name desc, e.at desc limit 1) w on true
      left join lateral (
        select l.session_id, l.confidence::float8 as confidence from teamlore.session_links l
        where l.commit_id = c.commit_id and l.relation = 'wrote' and ${STANDS}
        order by l.confidence desc, l.id limit 1) b on true
      order by c.n`,
    ),

  sessions: (ids: readonly string[]): Promise<BlamedSession[]> =>
    rows(
      tx,
      sql`select s.id, coalesce(s.title, ${UNTITLED}) as title, s.tool, s.user_id, coalesce(u.name, '') as user_name
        from teamlore.sessions s left join teamlore.users u on u.id = s.user_id
        where s.team_id = ${teamId} and s.id = any(array(select jsonb_array_elements_text(${json(ids)})))`,
    ),

  /** Of lines that sessions wrote: the message with which each came last, and the prompt before it. */
  edits: (lines: readonly { session_id: string; print: string }[]): Promise<BlamedEdit[]> =>
    lines.length === 0
      ? Promise.resolve([])
      : rows(
          tx,
          sql`
          with q as materialized (
            select r.session_id, r.print from jsonb_to_recordset(${json(lines)}) as r(session_id text, print text))
          select q.session_id, q.print, m.id as message_id, ${textOf('m')} as said, ${iso(sql`m.ts`)} as said_at,
            p.id as prompt_id, ${textOf('p')} as prompt, ${iso(sql`p.ts`)} as prompt_at
          from q
          cross join lateral (
            select e.message_key from teamlore.edits e
            where e.session_id = q.session_id and e.team_id = ${teamId} and q.print = any(e.added)
            order by e.ts desc nulls last, e.id desc limit 1) e
          left join teamlore.messages m on m.session_id = q.session_id and m.key = e.message_key
          left join lateral (
            select h.id, h.blocks, h.ts from teamlore.messages h
            where h.session_id = q.session_id and h.kind = 'human' and h.ordinal <= m.ordinal
            order by h.ordinal desc limit 1) p on true`,
        ),
})
