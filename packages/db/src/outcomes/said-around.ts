import type { CommitId, SessionId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { STANDS } from '../links/valid-links.ts'
import { iso } from '../sql/page.ts'

/** What was said around a commit, or failed there. */
export type SaidMessage = {
  id: string
  session_id: SessionId
  kind: 'human' | 'assistant' | 'tool'
  /** Whether its session took the work back, had tried it, looked at a file of it in between, or asked about such things. */
  part: 'reverting' | 'trying' | 'looking' | 'asking'
  text: string
  at: string
}

const SESSIONS = 5
/** Of one session. */
const MESSAGES = 200
const CHARS = 4_000
/** What a command that says so of itself puts out, where its tool does not say that it failed. */
const FAILED = '(fail|error|panic|exception|assert)'
/** Sessions in between that are looked at. */
const OTHERS = 20
/** A session that only looked at it is asked this long before the revert. */
const LOOKED_DAYS = 14

/** Texts of people and agents, and of what a tool put out the end, where something failed. */
const saidIn = (near: SQL): SQL => sql`
  select m.id, m.session_id, near.part, ${iso(sql`m.ts`)} as at,
    case when m.kind = 'tool_result' then 'tool' else m.kind end as kind, t.text
  from ${near} near
  cross join lateral (select * from teamlore.messages m where m.session_id = near.session_id
    and not m.is_abandoned and m.ts between near.since and near.until and case
      when m.kind in ('human','assistant') then m.blocks @> '[{"type":"text"}]'
      when m.kind = 'tool_result' then m.blocks @> '[{"is_error":true}]' or m.blocks::text ~* ${FAILED}
      else false end
    order by m.ts desc, m.id desc limit ${MESSAGES}) m
  cross join lateral (select case when m.kind = 'tool_result'
      then (select right(string_agg(b ->> 'text', E'\n'), ${CHARS}) from jsonb_array_elements(m.blocks) b
        where b ->> 'type' = 'tool_result' and (b ->> 'is_error' = 'true' or b ->> 'text' ~* ${FAILED}))
      else (select left(string_agg(b ->> 'text', E'\n'), ${CHARS}) from jsonb_array_elements(m.blocks) b
        where b ->> 'type' = 'text') end as text) t
  where t.text is not null
  order by near.sure desc, near.session_id, m.ts, m.id`

/** Words of sessions around work that was taken back. */
export const saidAround = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * What was said in the sessions that took a commit back, and in those that had tried it, the surest first; in the latter alone
   * where nobody took it back by a commit. A private session is asked about its own commit only.
   */
  saidAround: (tried: CommitId, takenBack: CommitId | null): Promise<SaidMessage[]> =>
    rows(
      tx,
      sql`with o as (select * from teamlore.commits where team_id = ${teamId} and id = ${tried}),
        c as (select * from teamlore.commits where team_id = ${teamId} and id = ${takenBack}),
        reverting as (
          select session_id, max(sure) as sure from (
            select l.session_id, l.confidence::float8 as sure from teamlore.session_links l
              where l.commit_id = ${takenBack} and ${STANDS}
            union all select g.session_id, 1 from c join teamlore.session_git g on g.team_id = ${teamId}
              and ((g.kind = 'ran' and g.said = c.subject) or (g.kind = 'printed' and starts_with(c.sha, g.said)))) s
          group by session_id order by sure desc limit ${SESSIONS}),
        near as (
          select r.session_id, r.sure + 1 as sure, 'reverting' as part,
              c.authored_at - interval '12 hours' as since, c.authored_at + interval '15 minutes' as until
            from reverting r cross join c
          union all (select l.session_id, l.confidence, 'trying', o.authored_at, coalesce(c.authored_at, now())
            from o left join c on true join teamlore.session_links l on l.commit_id = o.id and l.relation = 'wrote' and ${STANDS}
            join teamlore.sessions s on s.id = l.session_id and s.private_to is null
            where not exists (select from reverting r where r.session_id = l.session_id)
            order by l.confidence desc limit ${SESSIONS}))
        ${saidIn(sql`near`)}`,
    ),

  /** What was said in between, where somebody looked at a file of it without changing it, or asked for something by these words. */
  saidBetween: (
    tried: CommitId,
    takenBack: CommitId,
    words: readonly string[],
  ): Promise<SaidMessage[]> =>
    rows(
      tx,
      sql`with o as (select * from teamlore.commits where team_id = ${teamId} and id = ${tried}),
        c as (select * from teamlore.commits where team_id = ${teamId} and id = ${takenBack}),
        span as (select c.project_id, c.authored_at as until,
            greatest(o.authored_at, c.authored_at - make_interval(days => ${LOOKED_DAYS})) as since from o cross join c),
        others as (
          select s.id, s.ended_at, span.since, span.until from span join teamlore.sessions s on s.team_id = ${teamId}
            and s.project_id = span.project_id and s.private_to is null
            and s.started_at <= span.until and s.ended_at >= span.since
          where not exists (select from teamlore.session_links l where l.session_id = s.id
            and l.commit_id in (${tried}, ${takenBack}) and ${STANDS})
          order by s.ended_at desc limit ${OTHERS}),
        near as (
          select s.id as session_id, 0 as sure, case when n.looks then 'looking' else 'asking' end as part, s.since, s.until
          from others s cross join lateral (
            select coalesce(bool_or(m.kind = 'assistant' and exists (select from teamlore.commit_files f
                where f.commit_id = ${tried} and position(f.path in m.blocks::text) > 0)), false) as looks,
              coalesce(bool_or(m.kind = 'human' and m.blocks::text ~* ${wordsPattern(words)}), false) as asks
            from (select m.kind, m.blocks from teamlore.messages m where m.session_id = s.id
              and m.kind in ('human','assistant') and m.ts between s.since and s.until
              order by m.ts desc limit ${MESSAGES}) m) n
          where n.looks or n.asks
          order by n.looks desc, s.ended_at desc limit ${SESSIONS})
        ${saidIn(sql`near`)}`,
    ),
})

/** Words have letters and digits alone, so that nothing in them is an operator. */
const wordsPattern = (words: readonly string[]): string => {
  const plain = words.filter((word) => /^[\p{L}\p{N}]+$/u.test(word)).slice(0, 20)
  return plain.length === 0 ? 'a^' : `(${plain.join('|')})`
}
