import type { SessionId, UserId } from '@teamlore/shared'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { documentsTable } from '../documents/table.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, number, text, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { sessionsTable } from './table.ts'

export type SharedKind =
  | 'sessions'
  | 'messages'
  | 'prompts'
  | 'edits'
  | 'observations'
  | 'summaries'
  | 'memories'
export type TitledKind = Extract<SharedKind, 'sessions' | 'prompts' | 'observations' | 'memories'>

/** What somebody else has of a session by now. */
export type Draws = {
  readers: number
  links: number
  memories: number
  /** Since before readers were noted: nobody knows who read it. */
  isUnknown: boolean
}

const TITLES = 8
const TITLE_CHARS = 160

/** Tables whose rows carry the visibility of their session, what the others hang on first. */
const OF_SESSIONS = [
  ...[
    'messages',
    'edits',
    'observations',
    'summaries',
    'documents',
    'memory_curations',
    'model_answers',
  ],
] as const
const OF_MEMORIES = [
  'memory_versions',
  'memory_anchors',
  'memory_evidence',
  'memory_signals',
] as const

const ids = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${json(values)}))`

/** Gives sessions to the team and takes them back, with all that came of them. All of it is of the asker. */
export const createSessionSharingRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createFamilies(tx, scope),
  ...createShown(tx, scope),
  ...createDraws(tx, scope),
  ...createSharing(tx, scope),
})

const createFamilies = (tx: DbExecutor, { teamId, userId }: DbScope) => {
  /** Memories that rest on these sessions alone, and that nobody but their owner has had a part in. */
  const ownMemories = (sessions: readonly SessionId[]): SQL => sql`
    select m.id from teamlore.memories m
    where m.team_id = ${teamId}
      and exists (select from teamlore.memory_evidence e
        where e.memory_id = m.id and e.session_id = any(${ids(sessions)}))
      and not exists (select from teamlore.memory_evidence e
        where e.memory_id = m.id and (e.session_id is null or e.session_id <> all(${ids(sessions)})))
      and coalesce(m.author_id, ${userId}) = ${userId} and coalesce(m.reviewed_by, ${userId}) = ${userId}
      and not exists (select from teamlore.memory_signals g
        where g.memory_id = m.id and coalesce(g.user_id, ${userId}) <> ${userId})
      and not exists (select from teamlore.memory_versions v
        where v.memory_id = m.id and coalesce(v.recorded_by, ${userId}) <> ${userId})`

  return {
    /**
     * The session and what it started, with every copy of these that the asker has on another machine, as far as it is of the same
     * visibility.
     */
    async family(id: SessionId): Promise<SessionId[]> {
      const found = await decoded(
        tx,
        { id: textOf<SessionId>() },
        sql`
        with recursive family as (
          select s.id, s.tool, s.native_id, s.private_to from teamlore.sessions s
          where s.team_id = ${teamId} and s.id = ${id} and s.user_id = ${userId}
          union
          select s.id, s.tool, s.native_id, s.private_to from family f
          cross join lateral (
            select c.* from teamlore.sessions c where c.team_id = ${teamId}
              and c.native_id = f.native_id and c.tool = f.tool
            union all
            select c.* from teamlore.machines m join teamlore.sessions c on c.team_id = ${teamId}
              and c.machine_id = m.id and c.tool = f.tool and c.parent_native_id = f.native_id
            where m.team_id = ${teamId} and m.user_id = ${userId}) s
          where s.user_id = ${userId} and s.private_to is not distinct from f.private_to
        ) select id from family order by id`,
      )
      return found.map((row) => row.id)
    },

    /** Keeps others from writing these, or anything that follows from them, to the end of the transaction. */
    async hold(sessions: readonly SessionId[]): Promise<void> {
      await tx
        .select({ id: sessionsTable.id })
        .from(sessionsTable)
        .where(and(eq(sessionsTable.teamId, teamId), isAmong(sessionsTable.id, sessions)))
        .orderBy(sessionsTable.id)
        .for('update')
    },

    async memoriesOf(sessions: readonly SessionId[]): Promise<string[]> {
      const found = await decoded(tx, { id: text }, sql`${ownMemories(sessions)} order by m.id`)
      return found.map(({ id }) => id)
    },
  }
}

const createShown = (tx: DbExecutor, { teamId }: DbScope) => ({
  async counts(
    sessions: readonly SessionId[],
    memories: readonly string[],
  ): Promise<Record<SharedKind, number>> {
    const of = (table: string, where: SQL = sql`true`) =>
      sql`(select count(*) from teamlore.${sql.identifier(table)} x
        where x.team_id = ${teamId} and x.session_id = any(${ids(sessions)}) and ${where})`
    const [row] = await decoded(
      tx,
      { messages: number, prompts: number, edits: number, observations: number, summaries: number },
      sql`select ${of('messages')} as messages, ${of('messages', sql`x.kind = 'human'`)} as prompts,
        ${of('edits')} as edits, ${of('observations', sql`x.superseded_at is null`)} as observations,
        ${of('summaries', sql`x.superseded_at is null`)} as summaries`,
    )
    const none = { messages: 0, prompts: 0, edits: 0, observations: 0, summaries: 0 }
    return { sessions: sessions.length, ...none, ...row, memories: memories.length }
  },

  async titles(
    sessions: readonly SessionId[],
    memories: readonly string[],
  ): Promise<{ kind: TitledKind; id: string; title: string }[]> {
    const found = await decoded(
      tx,
      { kind: textOf<TitledKind>(), id: text, title: text },
      sql`
      (select 'sessions' as kind, id, coalesce(title, '') as title from teamlore.sessions
        where team_id = ${teamId} and id = any(${ids(sessions)}) order by id limit ${TITLES})
      union all
      (select 'prompts', g.id, coalesce((select b->>'text' from jsonb_array_elements(g.blocks) b
          where b->>'type' = 'text' limit 1), '')
        from teamlore.messages g where g.team_id = ${teamId} and g.session_id = any(${ids(sessions)})
          and g.kind = 'human' order by g.session_id, g.ordinal, g.id limit ${TITLES})
      union all
      (select 'observations', id, title from teamlore.observations
        where team_id = ${teamId} and session_id = any(${ids(sessions)}) and superseded_at is null
        order by (purpose = 'finding') desc, id limit ${TITLES})
      union all
      (select 'memories', id, statement from teamlore.memories
        where team_id = ${teamId} and id = any(${ids(memories)}) order by id limit ${TITLES})`,
    )
    return found.map(({ kind, id, title }) => ({
      kind,
      id,
      title: [...title.replace(/\s+/g, ' ').trim()].slice(0, TITLE_CHARS).join(''),
    }))
  },
})

const createDraws = (tx: DbExecutor, { teamId, userId }: DbScope) => ({
  async draws(sessions: readonly SessionId[], own: readonly string[]): Promise<Draws> {
    const [row] = await decoded(
      tx,
      { readers: number, links: number, memories: number, isUnknown: flag },
      sql`
      select
        (select count(distinct r.user_id) from teamlore.session_reads r
          where r.team_id = ${teamId} and r.session_id = any(${ids(sessions)}) and r.user_id <> ${userId}) as readers,
        (select count(*) from teamlore.session_links l
          where l.team_id = ${teamId} and l.session_id = any(${ids(sessions)})
            and l.user_id is not null and l.user_id <> ${userId}) as links,
        (select count(distinct e.memory_id) from teamlore.memory_evidence e
          join teamlore.memories m on m.id = e.memory_id
          where e.team_id = ${teamId} and e.session_id = any(${ids(sessions)})
            and m.private_to is null and m.id <> all(${ids(own)})) as memories,
        exists (select from teamlore.sessions s where s.team_id = ${teamId}
          and s.id = any(${ids(sessions)}) and s.reads_since is null) as "isUnknown"`,
    )
    return row ?? { readers: 0, links: 0, memories: 0, isUnknown: true }
  },

  /** Notes that the asker opened these, or was given of them: ids of sessions and of what stands in them. */
  async noteReading(opened: readonly string[]): Promise<void> {
    if (userId === 'system' || opened.length === 0) return
    const wanted = ids(opened)
    await tx.execute(sql`
      insert into teamlore.session_reads (team_id, session_id, user_id)
      select s.team_id, s.id, ${userId} from teamlore.sessions s
      where s.team_id = ${teamId} and s.user_id <> ${userId} and s.private_to is null
        and s.id in (
          select unnest(${wanted})
          union all select session_id from teamlore.messages where id = any(${wanted})
          union all select session_id from teamlore.observations where id = any(${wanted})
          union all select session_id from teamlore.summaries where id = any(${wanted}))
        and not exists (select from teamlore.session_reads r
          where r.session_id = s.id and r.user_id = ${userId})
      on conflict do nothing`)
  },
})

const createSharing = (tx: DbExecutor, { teamId, userId }: DbScope) => {
  const setMemories = async (memories: readonly string[], privateTo: UserId | null) => {
    const set = async (table: string, column: string) => {
      await tx.execute(sql`
        update teamlore.${sql.identifier(table)} set private_to = ${privateTo}
        where team_id = ${teamId} and ${sql.identifier(column)} = any(${ids(memories)})`)
    }
    await set('memories', 'id')
    for (const table of OF_MEMORIES) await set(table, 'memory_id')
    // A relation is as private as the more private of its two.
    await tx.execute(sql`
      update teamlore.memory_relations r
      set private_to = coalesce(a.private_to, b.private_to)
      from teamlore.memories a, teamlore.memories b
      where r.team_id = ${teamId} and a.id = r.from_id and b.id = r.to_id
        and (r.from_id = any(${ids(memories)}) or r.to_id = any(${ids(memories)}))`)
    const { sourceId } = documentsTable
    await tx
      .update(documentsTable)
      .set({ privateTo })
      .where(
        and(
          eq(documentsTable.teamId, teamId),
          sql`starts_with(${sourceId}, 'mem_')`,
          isAmong(sourceId, memories),
        ),
      )
  }

  return {
    /**
     * Gives these to the team, or takes them back. Of the sessions first when they open and last when they close: at no
     * moment is anything read more widely than what it came from.
     */
    async set(
      sessions: readonly SessionId[],
      memories: readonly string[],
      privateTo: UserId | null,
    ): Promise<void> {
      const setSessions = () =>
        tx
          .update(sessionsTable)
          .set({ privateTo, readsSince: privateTo === null ? sql`now()` : undefined })
          .where(
            and(
              eq(sessionsTable.teamId, teamId),
              isAmong(sessionsTable.id, sessions),
              sql`${sessionsTable.userId} = ${userId}`,
            ),
          )
      if (privateTo === null) await setSessions()
      else await setMemories(memories, privateTo)
      for (const table of OF_SESSIONS)
        await tx.execute(sql`
          update teamlore.${sql.identifier(table)} set private_to = ${privateTo}
          where team_id = ${teamId} and session_id = any(${ids(sessions)})
            ${table === 'documents' ? sql`and not starts_with(source_id, 'mem_')` : sql``}`)
      if (privateTo === null) await setMemories(memories, privateTo)
      else await setSessions()
    },
  }
}
