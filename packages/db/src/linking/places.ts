import type { SessionId, SessionLinkId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, text } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import type { PlaceLink, SessionPlaces } from './linking.types.ts'

const MOST_BRANCHES = 20

/** Branches and pull requests of a session. */
export const placesOfSessions = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Undefined where the session is in no project. A detached head is no branch. */
  async sessionPlaces(sessionId: SessionId): Promise<SessionPlaces | undefined> {
    const [found] = await rows<SessionPlaces>(
      tx,
      sql`
      with own as (
        select s.id, s.git_branch, s.pull_requests, p.name from teamlore.sessions s
        join teamlore.projects p on p.id = s.project_id where s.team_id = ${teamId} and s.id = ${sessionId}),
      named as (
        select m.git_branch as branch, min(m.ordinal) as first from teamlore.messages m
        where m.team_id = ${teamId} and m.session_id = ${sessionId} and m.git_branch is not null group by 1),
      written as (
        select m.git_branch as branch, count(*)::int as edits from teamlore.edits e
        join teamlore.messages m on m.session_id = e.session_id and m.key = e.message_key
        where e.team_id = ${teamId} and e.session_id = ${sessionId} and m.git_branch is not null group by 1),
      branches as (
        select named.branch, named.first, coalesce(written.edits, 0) as edits
        from named left join written on written.branch = named.branch
        union all
        select own.git_branch, 0, (select count(*)::int from teamlore.edits e
          where e.team_id = ${teamId} and e.session_id = ${sessionId})
        from own where own.git_branch is not null and not exists (select from named))
      select own.name as project, own.pull_requests, coalesce((
        select jsonb_agg(jsonb_build_object('branch', b.branch, 'edits', b.edits) order by b.first)
        from (select * from branches where branch not in ('', 'HEAD') order by first limit ${MOST_BRANCHES}) b), '[]') as branches
      from own`,
    )
    return found
  },

  /**
   * Writes what was inferred; what people said of the same stays. What was inferred before and is no more stays, too.
   *
   * @returns addresses of pull requests that are new or said otherwise than before.
   */
  async savePlaces(
    sessionId: SessionId,
    links: readonly (PlaceLink & { id: SessionLinkId })[],
  ): Promise<string[]> {
    if (links.length === 0) return []
    const saved = await decoded(
      tx,
      { type: text, target: text },
      sql`
      insert into teamlore.session_links as l (id, team_id, session_id, type, target, relation, confidence, reasons, created_by)
      select id, ${teamId}, ${sessionId}, type, target, relation, confidence, reasons, 'auto'
      from jsonb_to_recordset(${json(links)}) as r(id text, type text, target text, relation text,
        confidence real, reasons jsonb)
      on conflict (session_id, type, target) do update
      set relation = excluded.relation, confidence = excluded.confidence, reasons = excluded.reasons, updated_at = now()
      where l.created_by <> 'user' and not l.is_rejected
        and (l.relation, l.confidence, l.reasons) is distinct from (excluded.relation, excluded.confidence, excluded.reasons)
      returning l.type, l.target`,
    )
    return saved.flatMap(({ type, target }) => (type === 'remote' ? [target] : []))
  },
})
