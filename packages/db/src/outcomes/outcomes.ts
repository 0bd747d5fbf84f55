import type { CommitId, MemoryId, ProjectId, SessionId, UserId } from '@teamlore/shared'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { STANDS } from '../links/valid-links.ts'
import type { MessageSlice } from '../messages/messages.ts'
import { decoded, text, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { textsIn } from '../sql/lists.ts'
import { isLiving } from '../sql/memory-status.ts'
import { iso } from '../sql/page.ts'
import { citedPages, pullRequests } from './pull-requests.ts'
import { saidAround } from './said-around.ts'
import { commitRelationsTable } from './table.ts'

export type { SaidMessage } from './said-around.ts'

/** A commit that took back or mended another, and nobody has looked yet what came of it. */
export type OpenOutcome = {
  kind: 'reverts' | 'fixes'
  commit_id: CommitId
  commit_sha: string
  commit_subject: string
  /** What its message says beside the subject, of a revert. */
  commit_body: string
  /** The commit that has its place now, where it was rewritten since; else itself. */
  standing: { sha: string; subject: string }
  committed_at: string
  /** Whose alone one of the two commits is. */
  private_to: UserId | null
  other_id: CommitId
  other_sha: string
  other_subject: string
  /** Lines of the older one that the newer one removes, and how many of these came in again since. */
  shared: number
  back: number
  /** Of the lines it adds in the same files, how many the older one had removed. */
  restored: number
  fresh: number
  /** Whether its message names the older one. */
  is_named: boolean
  /** Whether that was itself taken back, and whether the older one itself took something back. */
  is_undone: boolean
  is_of_revert: boolean
  /** When the older one was written. */
  tried_at: string
  /** The draft that was made of it, when it was looked at before. */
  memory_id: MemoryId | null
  paths: string[]
}

/** A memory that a session was given, or that rests on it. */
export type HeardMemory = {
  id: MemoryId
  statement: string
  /** Place of the message in which it was first given, or on which it rests. */
  since: number
  /** Messages it rests on. */
  resting: string[]
}

const MAX_LINES = 500
const CHARS = 4_000
/** A commit that was rewritten more often is cited as it was then. */
const MAX_REWRITES = 20
/** How far back an answer is looked for. */
const MAX_BEFORE = 1_000

/** What took something back or mended it. */
const relationsDrawn = (tx: DbExecutor, { teamId }: DbScope) => {
  /** Of the lines that a revert removed: how many there were, and how many a later commit brought back into a file of that name. */
  const lines = sql`
    cross join lateral (
      select count(*)::int as shared, count(*) filter (where exists (
          select from teamlore.commit_lines l
          join teamlore.commits later on later.id = l.commit_id and later.project_id = c.project_id
          where l.key = teamlore.line_key(${teamId}, p.print, true) and l.team_id = ${teamId}
            and l.name = p.name and l.at > c.authored_at))::int as back
      from (
        select distinct a.print, teamlore.name_key(f.path) as name
        from teamlore.commit_files f cross join lateral unnest(f.added) as a(print)
        where f.commit_id = o.id and exists (
          select from teamlore.commit_files g where g.commit_id = c.id and a.print = any(g.removed))
        limit ${MAX_LINES}) p) n
    cross join lateral (
      select count(*) filter (where p.was_there)::int as restored, count(*) filter (where not p.was_there)::int as fresh
      from (
        select distinct a.print, exists (select from teamlore.commit_files f where f.commit_id = o.id
          and a.print = any(f.removed)) as was_there
        from teamlore.commit_files g cross join lateral unnest(g.added) as a(print)
        where g.commit_id = c.id and exists (
          select from teamlore.commit_files f where f.commit_id = o.id and f.path = g.path)
        limit ${MAX_LINES}) p) k`
  const columns = sql`
    r.kind, c.id as commit_id, c.sha as commit_sha, c.subject as commit_subject, c.body as commit_body,
    (with recursive head as (
        select c.id, c.sha, c.subject, 0 as step
        union all
        select w.id, w.sha, w.subject, h.step + 1 from head h
        join teamlore.commit_relations x on x.other_id = h.id and x.kind = 'replaces' and x.part >= 0.9
        join teamlore.commits w on w.id = x.commit_id
        where h.step < ${MAX_REWRITES}::int)
      select json_build_object('sha', sha, 'subject', subject) from head order by step desc, id limit 1) as standing,
    ${iso(sql`c.authored_at`)} as committed_at, o.id as other_id, o.sha as other_sha, o.subject as other_subject,
    coalesce(c.private_to, o.private_to) as private_to, n.shared, n.back, k.restored, k.fresh, r.memory_id, ${iso(sql`o.authored_at`)} as tried_at,
    exists (select from jsonb_array_elements(c.mentions) e
      where e ->> 'relation' = 'reverts' and starts_with(o.sha, e ->> 'sha')) as is_named,
    exists (select from teamlore.commit_relations b where b.commit_id = o.id and b.kind = 'reverts') as is_of_revert,
    exists (select from teamlore.commit_relations b where b.other_id = c.id and b.kind = 'reverts') as is_undone,
    array(select f.path from teamlore.commit_files f where f.commit_id = o.id order by f.position limit 10) as paths`
  const from = sql`
    from teamlore.commit_relations r
    join teamlore.commits c on c.id = r.commit_id join teamlore.commits o on o.id = r.other_id ${lines}`

  return {
    open: (projectId: ProjectId, limit: number): Promise<OpenOutcome[]> =>
      rows(
        tx,
        sql`select ${columns} ${from}
          where r.team_id = ${teamId} and r.drawn_at is null and r.kind in ('reverts','fixes')
            and c.project_id = ${projectId}
          order by c.authored_at, c.id, o.id limit ${limit}`,
      ),

    /** Reverts whose draft has no reason yet, while more was heard of the sessions behind them since it was made. */
    unexplained: (
      projectId: ProjectId,
      limit: number,
    ): Promise<(OpenOutcome & { memory_id: MemoryId })[]> =>
      rows(
        tx,
        sql`select ${columns} ${from}
          join teamlore.memories m on m.id = r.memory_id and m.status in ('draft','unreviewed') and m.reason = ''
          where r.team_id = ${teamId} and c.project_id = ${projectId} and r.kind = 'reverts' and r.drawn_at < c.linked_at
          order by c.authored_at, c.id, o.id limit ${limit}`,
      ),

    /** Reverts of which a memory was made that still lives. */
    remembered: (projectId: ProjectId): Promise<(OpenOutcome & { memory_id: MemoryId })[]> =>
      rows(
        tx,
        sql`select ${columns} ${from}
          join teamlore.memories m on m.id = r.memory_id and ${isLiving(sql`m`)}
          where r.team_id = ${teamId} and c.project_id = ${projectId} and r.kind = 'reverts'
          order by c.authored_at desc, c.id limit 200`,
      ),

    async drawn(
      { commit_id, other_id, kind }: Pick<OpenOutcome, 'commit_id' | 'other_id' | 'kind'>,
      { memoryId, at }: { memoryId: string | null; at: Date },
    ): Promise<void> {
      const r = commitRelationsTable
      await tx
        .update(commitRelationsTable)
        .set({ drawnAt: at, memoryId })
        .where(
          and(
            eq(r.teamId, teamId),
            eq(r.commitId, commit_id),
            eq(r.otherId, other_id),
            eq(r.kind, kind),
          ),
        )
    },
  }
}

/** What rests on commits and sessions, and what was said there. */
const restingOn = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Memories that rest on a commit, or on a session that wrote it while they are about a file of it. */
  concerned: (commitId: CommitId, sha: string): Promise<{ id: MemoryId }[]> =>
    rows(
      tx,
      sql`select m.id from teamlore.memories m
        where m.team_id = ${teamId} and ${isLiving(sql`m`)} and m.kind <> 'graveyard' and (
          exists (select from teamlore.memory_evidence e where e.memory_id = m.id and e.kind = 'commit'
            and (e.ref = ${commitId} or (length(e.ref) >= 7 and starts_with(${sha}, e.ref))))
          or exists (select from teamlore.memory_evidence e
            join teamlore.session_links l on l.session_id = e.session_id and l.commit_id = ${commitId}
              and l.relation = 'wrote' and ${STANDS}
            join teamlore.memory_anchors a on a.memory_id = m.id
            join teamlore.commit_files f on f.commit_id = ${commitId} and f.path = a.path
            where e.memory_id = m.id))
        order by m.id limit 50`,
    ),

  /** Memories that rest on a session, with the files they are about. */
  restingOn: (sessionId: SessionId): Promise<{ id: MemoryId; paths: string[] }[]> =>
    rows(
      tx,
      sql`select m.id, (select jsonb_agg(a.path) from teamlore.memory_anchors a where a.memory_id = m.id) as paths
        from teamlore.memories m
        where m.team_id = ${teamId} and ${isLiving(sql`m`)} and m.kind <> 'graveyard'
          and exists (select from teamlore.memory_evidence e where e.memory_id = m.id and e.session_id = ${sessionId})
          and exists (select from teamlore.memory_anchors a where a.memory_id = m.id)
        order by m.id limit 100`,
    ),

  /** Of these, memories of the team that rest on what fewer people read. */
  async restingOnNarrower(ids: readonly MemoryId[]): Promise<MemoryId[]> {
    if (ids.length === 0) return []
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>() },
      sql`select m.id from teamlore.memories m
        where m.team_id = ${teamId} and m.id = ${textsIn(ids)} and m.private_to is null
          and teamlore.rests_on_narrower(m.id, m.project_id)`,
    )
    return found.map(({ id }) => id)
  },

  /** The project of a session, where not everybody in the team may read it. */
  async restrictedProjectOf(sessionId: SessionId): Promise<ProjectId | null> {
    const [found] = await decoded(
      tx,
      { id: textOf<ProjectId>() },
      sql`select p.id from teamlore.sessions s join teamlore.projects p on p.id = s.project_id and p.is_restricted
        where s.team_id = ${teamId} and s.id = ${sessionId}`,
    )
    return found?.id ?? null
  },
})

/** What people said in a session, and what memories it had to do with by then. */
const saidIn = (tx: DbExecutor, { teamId }: DbScope) => {
  const textOf = (message: SQL) => sql`(select string_agg(b ->> 'text', E'\n')
    from jsonb_array_elements(${message}.blocks) b where b ->> 'type' = 'text')`
  return {
    promptsOf: (sessionId: SessionId): Promise<{ id: string; ordinal: number; text: string }[]> =>
      rows(
        tx,
        sql`select m.id, m.ordinal, left(t.text, ${CHARS}) as text from teamlore.messages m
          cross join lateral (select ${textOf(sql`m`)} as text) t
          where m.team_id = ${teamId} and m.session_id = ${sessionId} and m.kind = 'human'
            and not m.is_abandoned and t.text is not null
          order by m.ordinal, m.id limit 1000`,
      ),

    /** What the agent said last before a message, as far as nobody else spoke between. */
    async answerBefore(sessionId: SessionId, ordinal: number): Promise<string> {
      const [found] = await decoded(
        tx,
        { text },
        sql`select right(t.text, ${CHARS}) as text from teamlore.messages m
          cross join lateral (select ${textOf(sql`m`)} as text) t
          where m.team_id = ${teamId} and m.session_id = ${sessionId} and m.kind = 'assistant'
            and m.ordinal < ${ordinal} and m.ordinal >= ${ordinal - MAX_BEFORE} and not m.is_abandoned and t.text is not null
          order by m.ordinal desc, m.id desc limit 1`,
      )
      return found?.text ?? ''
    },

    /** Ids of memories that stand in what a slice of a session was given, each with the first message it stands in. */
    memoriesGiven: (
      sessionId: SessionId,
      { after, last }: MessageSlice,
    ): Promise<{ id: string; at: number }[]> =>
      rows(
        tx,
        sql`select r.found[1] as id, min(g.ordinal)::int as at from teamlore.messages g
            cross join lateral jsonb_array_elements(g.blocks) b
            cross join lateral regexp_matches(coalesce(b ->> 'text', b ->> 'raw'), 'mem_[0-9a-z]{26}', 'g') r(found)
          where g.team_id = ${teamId} and g.session_id = ${sessionId}
            and g.ordinal > ${after} and g.ordinal <= ${last}
            and (g.kind = 'injected' or b ->> 'type' in ('tool_result','other'))
          group by 1 order by 2, 1`,
      ),

    /** Memories that live and rest on messages of this session, or are among those it was given. */
    heardIn: (
      sessionId: SessionId,
      given: readonly { id: string; at: number }[],
    ): Promise<HeardMemory[]> =>
      rows(
        tx,
        sql`with heard as (
            select e.memory_id as id, g.ordinal as at from teamlore.memory_evidence e
              join teamlore.messages g on g.id = e.ref and g.session_id = ${sessionId}
              where e.team_id = ${teamId} and e.session_id = ${sessionId} and e.kind = 'message'
            union all
            select n.id, n.at from jsonb_to_recordset(${json(given)}) as n(id text, at int))
          select m.id, m.statement, min(h.at)::int as since,
            array(select e.ref from teamlore.memory_evidence e where e.memory_id = m.id and e.kind = 'message') as resting
          from heard h join teamlore.memories m on m.id = h.id
          where m.team_id = ${teamId} and ${isLiving(sql`m`)} and m.kind <> 'graveyard'
          group by m.id order by m.id limit 200`,
      ),
  }
}

/** What became of work, for those who draw conclusions from it. */
export const createOutcomeRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...relationsDrawn(tx, scope),
  ...restingOn(tx, scope),
  ...saidAround(tx, scope),
  ...saidIn(tx, scope),
  ...pullRequests(tx, scope),
  ...citedPages(tx, scope),
})
