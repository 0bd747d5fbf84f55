import type { CommitId, ProjectId, SessionId } from '@teamlore/shared'
import { and, eq, not, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { sessionLinksTable } from '../links/table.ts'
import type { MessageSlice } from '../messages/messages.ts'
import { decoded, number, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isAmong, textArray } from '../sql/lists.ts'
import { lineReads } from './lines.ts'
import type { GitBlock, InferredRow } from './linking.types.ts'
import { placesOfSessions } from './places.ts'
import { commitReads, originalReads, sessionReads, writtenLineReads } from './reads.ts'

const STANDING = {
  /** Those asked for have one. */
  commit_id: sql<CommitId>`${sessionLinksTable.commitId}`,
  session_id: sessionLinksTable.sessionId,
  relation: sessionLinksTable.relation,
  confidence: sql<number>`${sessionLinksTable.confidence}::float8`,
  reasons: sessionLinksTable.reasons,
}

/** Links that were inferred. */
const linkWrites = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Writes what was inferred of a commit in the place of what was before; what people said stays. */
  async save(
    commit: { id: CommitId; sha: string },
    links: readonly InferredRow[],
    model: string,
  ): Promise<void> {
    const sessions = textArray(links.map((link) => link.session_id))
    await tx
      .delete(sessionLinksTable)
      .where(
        and(
          eq(sessionLinksTable.teamId, teamId),
          eq(sessionLinksTable.commitId, commit.id),
          eq(sessionLinksTable.createdBy, 'auto'),
          not(sessionLinksTable.isRejected),
          sql`${sessionLinksTable.sessionId} <> all(${sessions})`,
        ),
      )
    if (links.length > 0)
      await tx.execute(sql`
        insert into teamlore.session_links as l (id, team_id, session_id, type, commit_id, target, relation,
          confidence, reasons, created_by, model)
        select id, ${teamId}, session_id, 'commit', ${commit.id}, ${commit.sha}, relation, confidence, reasons,
          created_by, ${model}
        from jsonb_to_recordset(${json(links)}) as r(id text, session_id text, relation text,
          confidence real, reasons jsonb, created_by text)
        on conflict (session_id, type, target) do update
        set relation = excluded.relation, confidence = excluded.confidence, reasons = excluded.reasons,
          commit_id = excluded.commit_id, model = excluded.model, updated_at = now()
        where l.created_by <> 'user' and not l.is_rejected`)
    await tx.execute(sql`
      update teamlore.commits set linked_at = now() where team_id = ${teamId} and id = ${commit.id}`)
  },

  /** Links that stand on these commits, for those that are rewritten from them. */
  standing: (
    ids: readonly CommitId[],
  ): Promise<
    {
      commit_id: CommitId
      session_id: SessionId
      relation: 'wrote' | 'present'
      confidence: number
      reasons: string[]
    }[]
  > =>
    ids.length === 0
      ? Promise.resolve([])
      : tx
          .select(STANDING)
          .from(sessionLinksTable)
          .where(
            and(
              eq(sessionLinksTable.teamId, teamId),
              isAmong(sessionLinksTable.commitId, ids),
              not(sessionLinksTable.isRejected),
            ),
          ),
})

/** Files whose lines are looked at for one portion. */
const FILES = 50

const lineWrites = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Puts lines of commits where they are found, so many at most, those of the oldest commits first. How far it came is written
   * with them, so that none is missed and none comes twice, wherever it is cut off.
   *
   * @returns how many lines it looked at; 0 when none is left.
   */
  async indexLines(projectId: ProjectId, most: number): Promise<number> {
    const [looked] = await decoded(
      tx,
      { n: number },
      sql`
      with next as materialized (
        select f.commit_id, f.position, f.path, f.authored_at, f.added || f.removed as prints, f.indexed,
          cardinality(f.added) as added, cardinality(f.added) + cardinality(f.removed) as total
        from teamlore.commit_files f
        where f.team_id = ${teamId} and f.project_id = ${projectId} and f.indexed is not null
        order by f.authored_at, f.commit_id, f.position limit ${FILES} for no key update skip locked),
      portion as materialized (
        select next.*, ${most} + indexed - total - coalesce(sum(total - indexed) over (
          order by authored_at, commit_id, position rows between unbounded preceding and 1 preceding), 0) as room
        from next),
      taken as materialized (
        select *, case when room >= 0 then total else total + room end as upto from portion where room + total > indexed),
      lines as (
        select distinct teamlore.line_key(${teamId}, u.print, t.indexed + u.n <= t.added) as key, t.commit_id,
          teamlore.name_key(t.path) as name, t.authored_at as at
        from taken t cross join lateral unnest(t.prints[t.indexed + 1 : t.upto]) with ordinality as u(print, n)),
      written as (
        insert into teamlore.commit_lines (team_id, key, commit_id, name, at)
        select ${teamId}, l.key, l.commit_id, l.name, l.at from lines l
        where not exists (select from teamlore.commit_lines o
          where o.key = l.key and o.at = l.at and o.commit_id = l.commit_id and o.name = l.name)),
      noted as (
        update teamlore.commit_files f set indexed = nullif(t.upto, t.total) from taken t
        where f.team_id = ${teamId} and f.commit_id = t.commit_id and f.position = t.position
        returning t.upto - t.indexed as n)
      select coalesce(sum(n), 0)::int as n from noted`,
    )
    return looked?.n ?? 0
  },
})

/** What a session did with git. */
const sessionNotes = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Says what a session did with git, or another program knew of that, beside what was said before. @returns how much is new. */
  async noteGit(
    sessionId: SessionId,
    said: readonly { kind: 'ran' | 'printed' | 'linked'; at: string; said: string }[],
  ): Promise<number> {
    if (said.length === 0) return 0
    const added = await rows(
      tx,
      sql`
      insert into teamlore.session_git (team_id, session_id, kind, at, said)
      select ${teamId}, ${sessionId}, kind, at, said
      from jsonb_to_recordset(${json(said)}) as r(kind text, at timestamptz, said text)
      on conflict do nothing returning 1`,
    )
    return added.length
  },

  /** Messages of a slice of a session in which git may have made a commit, or a pull request is named. */
  gitMessages: (
    sessionId: SessionId,
    { after, last, limit }: MessageSlice & { limit: number },
  ): Promise<{ ts: string; blocks: GitBlock[] }[]> =>
    rows(
      tx,
      sql`select ${sql.raw(`to_char(coalesce(m.ts, s.started_at, m.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)} as ts,
          m.blocks from teamlore.messages m join teamlore.sessions s on s.id = m.session_id
        where m.team_id = ${teamId} and m.session_id = ${sessionId} and m.kind <> 'human'
          and m.ordinal > ${after} and m.ordinal <= ${last}
          and m.blocks::text ~ '(git[^|;&]*commit|\\[[^]]* [0-9a-f]{7,40}\\]|pull-request|pr create|mr create|/(pulls?|merge_requests|pull-requests)/[0-9])'
        order by m.ordinal limit ${limit}`,
    ),

  /**
   * Has the commits looked at again that may be of this session, also by these pull requests of it. Only those that are new to it
   * are to be given: each subject in the project is compared with their numbers. Its project, where any commit is.
   */
  async askAgain(
    sessionId: SessionId,
    pullRequests: readonly string[],
  ): Promise<ProjectId | undefined> {
    const numbers = pullRequests.flatMap((url) => /\d{1,7}$/.exec(url)?.[0] ?? [])
    const named = `[#!](${numbers.join('|')})\\M`
    const [found] = await decoded(
      tx,
      { project_id: textOf<ProjectId>() },
      sql`
      with own as (select s.id, s.project_id from teamlore.sessions s where s.team_id = ${teamId} and s.id = ${sessionId}
          and s.project_id is not null),
      -- Beneath a policy only what is computed before can be looked up in an index.
      said as materialized (
        select g.kind, g.said, g.said || '~' as beyond, own.project_id
        from own join teamlore.session_git g on g.session_id = own.id),
      hits as (
        select l.commit_id as id from (
            -- A line is written again and again: once for all of these.
            select e.key, min(e.at) as first, max(e.at) as last from own join teamlore.edit_lines e on e.session_id = own.id
            group by e.key) e
          cross join lateral (select l.commit_id from teamlore.commit_lines l where l.key = e.key and l.team_id = ${teamId}
            and l.at between e.first - interval '30 days' and e.last + interval '30 days'
            and exists (select from teamlore.commits c where c.id = l.commit_id
              and greatest(c.authored_at, c.committed_at) >= e.first - interval '1 minute') limit 50) l
        union
        select c.id from said join teamlore.commits c on said.kind <> 'ran' and c.team_id = ${teamId}
          and c.project_id = said.project_id and c.sha >= said.said and c.sha < said.beyond
        union
        select c.id from said join teamlore.commits c on said.kind = 'ran'
          and c.project_id = said.project_id and c.subject = said.said
        union
        select c.id from own join teamlore.commits c on ${numbers.length > 0} and c.team_id = ${teamId}
          and c.project_id = own.project_id and c.subject ~ ${named}),
      touched as (
        update teamlore.commits c set linked_at = null from hits, own
        where c.id = hits.id and c.team_id = ${teamId} and c.project_id = own.project_id returning c.id)
      select own.project_id from own where exists (select from touched)`,
    )
    return found?.project_id
  },
})

/** What linking reads and writes: always a few lines of one commit, never a whole project. */
export const createLinkingRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...commitReads(tx, scope),
  ...originalReads(tx, scope),
  ...lineReads(tx, scope),
  ...sessionReads(tx, scope),
  ...writtenLineReads(tx, scope),
  ...linkWrites(tx, scope),
  ...lineWrites(tx, scope),
  ...sessionNotes(tx, scope),
  ...placesOfSessions(tx, scope),
})
