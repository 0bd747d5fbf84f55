import type { MessageId, SessionId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, number, textOf } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'
import type { RetentionLimits } from './policies.ts'

/** After which message of a session to go on; the first is after `{ ordinal: -1, id: '' }`. */
export type Place = { ordinal: number; id: string }

/** How much goes of a session, and how many messages of it stay because something rests on them. */
export type Weighed = { id: SessionId; messages: number; bytes: number; evidence: number }

const spaced = (words: SQL): SQL => sql`regexp_replace(${words}, '\\s+', ' ', 'g')`

/** Whether there is a text: asked of its size, which the database knows without reading it. An empty list has 5 to 8 bytes. */
const HAS_TEXT = sql`m.removed_at is null and pg_column_size(m.blocks) > 8`

/**
 * What becomes of `messages`, which are some of these sessions. What a memory, a finding or a summary cites stays whole: as the
 * message itself, or by words that stand in it.
 */
const fatesOf = (
  messages: SQL,
  sessions: readonly string[],
  { keepsPrompts }: Pick<RetentionLimits, 'keepsPrompts'>,
): SQL => sql`
  wanted as materialized (select unnest(${textArray(sessions)}) as id),
  cited as materialized (select * from teamlore.cited_of_sessions(${textArray(sessions)})),
  found as materialized (
    select o.message_id, o.prompt_id, o.claim from teamlore.observations o join wanted w on w.id = o.session_id
    where o.superseded_at is null or o.id in (select ref from cited)),
  kept as materialized (
    select message_id as id from found union select prompt_id from found
    union select e->>'message_id' from found f cross join lateral jsonb_array_elements(
      case jsonb_typeof(f.claim->'evidence') when 'array' then f.claim->'evidence' else '[]' end) e
    union select y.prompt_id from teamlore.summaries y join wanted w on w.id = y.session_id where y.superseded_at is null
    union select ref from cited),
  -- Words of a session, without the message that has them.
  quoted as materialized (
    select c.session_id, ${spaced(sql`c.quote`)} as words from cited c where c.quote ~ '\\S' and not starts_with(c.ref, 'msg_')),
  fates as (
    select m.id, m.session_id, m.ordinal, pg_column_size(m.blocks) as bytes, case
      when not (${HAS_TEXT}) then 'empty'
      when m.id in (select k.id from kept k where k.id is not null) then 'evidence'
      when exists (select from quoted q where q.session_id = m.session_id and exists (
        select from jsonb_array_elements(m.blocks) b where strpos(${spaced(sql`b->>'text'`)}, q.words) > 0)) then 'evidence'
      when ${keepsPrompts}::boolean and m.kind = 'human' then 'prompt'
      else 'goes' end as fate
    from (${messages}) m)`

/** Takes the text of messages out, and says so of them and of their session. */
export const createRemoving = (tx: DbExecutor, { teamId }: DbScope) => ({
  async weigh(sessions: readonly SessionId[], limits: RetentionLimits): Promise<Weighed[]> {
    return decoded(
      tx,
      { id: textOf<SessionId>(), messages: number, bytes: number, evidence: number },
      sql`with ${fatesOf(
        sql`select m.* from wanted w join teamlore.messages m on m.session_id = w.id where ${HAS_TEXT}`,
        sessions,
        limits,
      )}
        select session_id as id, count(*) filter (where fate = 'goes') as messages,
          coalesce(sum(bytes) filter (where fate = 'goes'), 0)::float8 as bytes,
          count(*) filter (where fate = 'evidence') as evidence
        from fates group by session_id`,
    )
  },

  /** The next messages of a session in their order after a place, each with whether its text goes. */
  async nextToJudge(
    session: SessionId,
    limits: RetentionLimits,
    { after, limit }: { after: Place; limit: number },
  ): Promise<{ id: MessageId; ordinal: number; bytes: number; goes: boolean }[]> {
    return decoded(
      tx,
      { id: textOf<MessageId>(), ordinal: number, bytes: number, goes: flag },
      sql`with ${fatesOf(
        // Without another condition, so that it is read in the order of the index whatever the planner knows.
        sql`select m.* from teamlore.messages m where m.session_id = ${session}
          and (m.ordinal, m.id) > (${after.ordinal}::int, ${after.id}) order by m.ordinal, m.id limit ${limit}`,
        [session],
        limits,
      )}
        select id, ordinal, bytes, fate = 'goes' as goes from fates order by ordinal, id`,
    )
  },

  /** Key, place, kind, time and hash stay, so that the message is known when it comes in again. */
  async removeText(session: SessionId, messages: readonly MessageId[], at: Date): Promise<void> {
    await tx.execute(sql`
      update teamlore.messages set blocks = '[]', removed_at = ${at.toISOString()}::timestamptz
      where team_id = ${teamId} and session_id = ${session} and id = any(${textArray(messages)})`)
  },

  /**
   * Says of a session what went of it. From then on, what was distilled up to its last message stays as it is: nobody can distil that
   * again. `isLast`: it is done, until it grows. @returns how many messages have their text still, and whether any lost it, now or
   * before this was cut short.
   */
  async noteRemoval(
    session: SessionId,
    limits: RetentionLimits,
    { messages, bytes, isLast, at }: { messages: number; bytes: number; isLast: boolean; at: Date },
  ): Promise<{ keptMessages: number; isTouched: boolean } | undefined> {
    const { days, maxBytes, keepsPrompts } = limits
    const removes = sql`${messages}::int > 0`
    const [noted] = await decoded(
      tx,
      { keptMessages: number, isTouched: flag },
      sql`
      with old as materialized (
        select messages > 0 and applied_as_of is null as is_unfinished from teamlore.session_removals where session_id = ${session}),
      -- Whoever read the session before reads it again before they write.
      revised as (update teamlore.sessions set updated_at = updated_at where team_id = ${teamId} and id = ${session} and ${removes})
      insert into teamlore.session_removals as r (session_id, team_id, last_ordinal, prompts, messages, bytes, kept_messages,
        removed_at, days, max_bytes, keeps_prompts, applied_as_of)
      select s.id, s.team_id,
        coalesce((select m.ordinal from teamlore.messages m where m.session_id = s.id order by m.ordinal desc limit 1), -1),
        greatest(s.prompt_count, (select coalesce(max(y.prompt_number), 0) from teamlore.summaries y where y.session_id = s.id)),
        ${messages}::int, ${bytes}::bigint,
        case when ${isLast}::boolean then (
          select count(*) from teamlore.messages m where m.session_id = s.id and ${HAS_TEXT}) else 0 end,
        ${at.toISOString()}::timestamptz, ${days}::int, ${maxBytes}::bigint, ${keepsPrompts}::boolean,
        case when ${isLast}::boolean then s.updated_at end
      from teamlore.sessions s where s.team_id = ${teamId} and s.id = ${session}
      on conflict (session_id) do update set
        last_ordinal = case when ${removes} then excluded.last_ordinal else r.last_ordinal end,
        prompts = case when ${removes} then excluded.prompts else r.prompts end,
        removed_at = case when ${removes} then excluded.removed_at else r.removed_at end,
        messages = r.messages + excluded.messages, bytes = r.bytes + excluded.bytes,
        (kept_messages, days, max_bytes, keeps_prompts, applied_as_of)
          = (excluded.kept_messages, excluded.days, excluded.max_bytes, excluded.keeps_prompts, excluded.applied_as_of)
      returning r.kept_messages as "keptMessages", ${removes} or coalesce((select is_unfinished from old), false) as "isTouched"`,
    )
    return noted
  },

  /** After a removal, without reading what is left of the session. */
  async shrink(session: SessionId, bytes: number): Promise<void> {
    await tx.execute(sql`
      update teamlore.session_sizes set bytes = greatest(bytes - ${bytes}::bigint, 0)
      where team_id = ${teamId} and session_id = ${session}`)
  },
})
