import type { MemoryId, MessageId, Origin, ProjectId, SessionId, UserId } from '@teamlore/shared'
import type { MemoryStatus } from '@teamlore/shared/memories'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, number, text, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { textsIn } from '../sql/lists.ts'
import { isLiving } from '../sql/memory-status.ts'

/** What somebody said in a message: a prompt, or prose of an agent. */
export type SpokenMessage = {
  message_id: MessageId
  session_id: SessionId
  origin: Origin
  body: string
  at: string
}

/** A memory that rests on a message. */
type MemoryOfMessage = {
  message_id: string
  id: MemoryId
  status: MemoryStatus
  statement: string
}

/** What a memory says that words of a message take the place of. */
export type ReplacedByMessage = { message_id: string; quote: string; replaces: string }

type Before = {
  projectId: ProjectId
  /** Whose eyes alone it is for; null: of all who see the project. */
  privateTo: UserId | null
  sessionId: SessionId
  before: string
  /** A tsquery of rare words, any of which it has. */
  match: string
}

const SAID = {
  message_id: textOf<MessageId>(),
  session_id: textOf<SessionId>(),
  origin: textOf<Origin>(),
  body: text,
  at: text,
}

/** What is looked at of one text: who says that something changed does so in a few words. */
const MAX_CHARS = 2_000
/** Of texts that share a rare word the newest are looked at. */
const MOST_NEAR = 400

const columnsOf = (d: SQL): SQL =>
  sql`${d}.message_id, ${d}.session_id, ${d}.origin, left(${d}.body, ${MAX_CHARS}::int) as body, to_char(${d}.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`

/** Prompts and prose; not calls of tools, their output or commands. */
const isSaid = (d: SQL): SQL =>
  sql`(${d}.kind = 'prompt' or ${d}.kind = 'message' and ${d}.type = 'assistant')
    and ${d}.chunk = 0 and ${d}.message_id is not null and ${d}.occurred_at is not null`

/** What people and agents said in sessions, and which memories rest on it. */
export const createSaidRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What was said in a session, prompts first and then in order, so far as a bound allows. */
  async saidIn(sessionId: SessionId, limit: number): Promise<SpokenMessage[]> {
    return decoded(
      tx,
      SAID,
      sql`select ${columnsOf(sql`d`)} from teamlore.documents d
        where d.team_id = ${teamId} and d.session_id = ${sessionId} and ${isSaid(sql`d`)}
        order by (d.kind = 'prompt') desc, d.occurred_at, d.id limit ${limit}`,
    )
  },

  /** What was said before in the same project and before the same eyes, in other sessions; the newest first. */
  async saidBefore(
    { projectId, privateTo, sessionId, before, match }: Before,
    limit: number,
  ): Promise<SpokenMessage[]> {
    return decoded(
      tx,
      SAID,
      sql`select ${columnsOf(sql`d`)} from (
          select d.* from teamlore.team_documents d where d.tsv @@ ${match}::tsquery
            and d.project_id = ${projectId} and d.private_to is not distinct from ${privateTo}
            and d.session_id <> ${sessionId} and d.occurred_at < ${before}::timestamptz and ${isSaid(sql`d`)}
          limit ${MOST_NEAR}::int) d
        order by d.occurred_at desc, d.id limit ${limit}`,
    )
  },

  /** How near messages are to each other in a space, as cosines; pairs of which one has no vector are missing. */
  async likenessOf(
    pairs: readonly { newer: MessageId; older: MessageId }[],
    space: string,
  ): Promise<{ newer: string; older: string; likeness: number }[]> {
    if (pairs.length === 0) return []
    const ids = [...new Set(pairs.flatMap(({ newer, older }) => [newer, older]))]
    return decoded(
      tx,
      { newer: text, older: text, likeness: number },
      sql`with vectors as materialized (
          select d.message_id, v.embedding from teamlore.documents d
          join teamlore.document_vectors v on v.document_id = d.id and v.space = ${space}
          where d.team_id = ${teamId} and d.message_id = ${textsIn(ids)} and ${isSaid(sql`d`)})
        select p.newer, p.older, (1 - (a.embedding <=> b.embedding))::float8 as likeness
        from jsonb_to_recordset(${json(pairs)}) as p(newer text, older text)
        join vectors a on a.message_id = p.newer join vectors b on b.message_id = p.older`,
    )
  },

  /** Memories of any status that rest on these messages. */
  async restingOn(messages: readonly string[]): Promise<MemoryOfMessage[]> {
    return decoded(
      tx,
      {
        message_id: text,
        id: textOf<MemoryId>(),
        status: textOf<MemoryStatus>(),
        statement: text,
      },
      sql`select distinct e.ref as message_id, m.id, m.status, m.statement
        from teamlore.memory_evidence e join teamlore.memories m on m.id = e.memory_id
        where e.team_id = ${teamId} and e.kind = 'message' and e.ref = ${textsIn(messages)}
        order by m.id`,
    )
  },

  /** What served memories that quote these messages say that they take the place of: of this project, before the same eyes. */
  async replacedIn(
    messages: readonly string[],
    { projectId, privateTo }: Pick<Before, 'projectId' | 'privateTo'>,
  ): Promise<ReplacedByMessage[]> {
    return decoded(
      tx,
      { message_id: text, quote: text, replaces: text },
      sql`select e.ref as message_id, e.quote, m.slots->>'replaces' as replaces
        from teamlore.memory_evidence e join teamlore.memories m on m.id = e.memory_id
        where e.team_id = ${teamId} and e.kind = 'message' and e.ref = ${textsIn(messages)}
          and m.status in ('active', 'unreviewed') and m.project_id = ${projectId}
          and m.private_to is not distinct from ${privateTo} and m.slots->>'replaces' is not null
        order by m.id, e.position`,
    )
  },

  /** How many pairs of a project wait for a person. */
  async pairsWaiting(projectId: ProjectId): Promise<number> {
    const [found] = await decoded(
      tx,
      { waiting: number },
      sql`select count(*)::int as waiting from teamlore.memory_relations r
        join teamlore.memories a on a.id = r.from_id and ${isLiving(sql`a`)}
        join teamlore.memories b on b.id = r.to_id and ${isLiving(sql`b`)}
        where r.team_id = ${teamId} and r.status = 'proposed' and a.project_id = ${projectId}`,
    )
    return found?.waiting ?? 0
  },
})
