import type { SessionId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, number, text, textOf } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'

/** Finds what is of one person in a team, whether they are a member still or not. */
export const createPersonSelection = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Memories they wrote or that are private to them, as far as these rest on no session but theirs. */
  async memoriesOf(userId: UserId, sessions: readonly SessionId[]): Promise<string[]> {
    const found = await decoded(
      tx,
      { id: text },
      sql`
      with going as materialized (select unnest(${textArray(sessions)}) as id)
      select m.id from teamlore.memories m
      where m.team_id = ${teamId} and (m.author_id = ${userId} or m.private_to = ${userId})
        and not exists (select from teamlore.memory_evidence e where e.memory_id = m.id
          and e.session_id is not null and e.session_id not in (select id from going))
      order by m.id`,
    )
    return found.map(({ id }) => id)
  },

  /** What goes beside sessions and memories. */
  async countsOf(userId: UserId): Promise<{ machines: number; credentials: number }> {
    const [found] = await decoded(
      tx,
      { machines: number, credentials: number },
      sql`select
        (select count(*) from teamlore.machines where team_id = ${teamId} and user_id = ${userId}) as machines,
        (select count(*) from teamlore.api_keys where team_id = ${teamId} and user_id = ${userId})
          + (select count(*) from teamlore.browser_sessions where team_id = ${teamId} and user_id = ${userId})
          + (select count(*) from teamlore.sign_in_links where team_id = ${teamId} and user_id = ${userId})
          + (select count(*) from teamlore.oauth_grants where team_id = ${teamId} and user_id = ${userId}) as credentials`,
    )
    return found ?? { machines: 0, credentials: 0 }
  },

  /** Whether they were ever here: who is no member any more is erased by their id alone. */
  async wasHere(userId: string): Promise<UserId | undefined> {
    const [found] = await decoded(
      tx,
      { id: textOf<UserId>() },
      sql`select ${userId}::text as id where not exists (
          select from teamlore.audit_events where team_id = ${teamId} and subject = ${userId} and action = 'service.created')
        and (exists (
          select from teamlore.machines where team_id = ${teamId} and user_id = ${userId})
        or exists (select from teamlore.sessions where team_id = ${teamId} and user_id = ${userId})
        or exists (select from teamlore.api_keys where team_id = ${teamId} and user_id = ${userId})
        or exists (select from teamlore.audit_events where team_id = ${teamId} and (user_id = ${userId} or subject = ${userId})))`,
    )
    return found?.id
  },

  /** Whether a deletion of theirs waits, or was purged: nobody is erased twice. */
  async isErased(userId: UserId): Promise<boolean> {
    const found = await decoded(
      tx,
      { id: text },
      sql`select id from teamlore.deletions where team_id = ${teamId} and kind = 'person'
        and subject = ${userId} and undone_at is null and purged_at is null limit 1`,
    )
    return found.length > 0
  },
})
