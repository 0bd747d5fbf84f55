import type { BrowserId, TeamId, TeamRole, UserId } from '@teamlore/shared'
import type { Device } from '@teamlore/shared/sign-in'
import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { usersTable } from '../people/table.ts'
import { decoded, textOf } from '../sql/decode.ts'
import { iso, isoOf } from '../sql/page.ts'
import { teamsTable } from '../teams/table.ts'
import { isFromGrantor, isGrantValid, madeBy } from './grantor.ts'
import { browserSessionsTable, signInLinksTable } from './table.ts'

export type NewBrowserSession = {
  id: BrowserId
  tokenHash: string
  seed: string
  teamId: TeamId
  userId: UserId
  isBound: boolean
  most: TeamRole
  givenBy: UserId | null
  agent: string
  createdAt: Date
  expiresAt: Date
}

/** A browser that showed a token: whose it is, and which of its tokens it was. */
export type BrowserVisitor = {
  id: BrowserId
  teamId: TeamId
  userId: UserId
  memberRole: TeamRole
  most: TeamRole
  isBound: boolean
  givenBy: UserId | null
  token: 'current' | 'next' | 'previous'
  seed: string
  rotatedAt: Date
  previousUntil: Date | null
  expiresAt: Date
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

type VisitorRow = {
  id: BrowserId
  team_id: TeamId
  user_id: UserId
  role: TeamRole
  most: TeamRole
  is_bound: boolean
  given_by: UserId | null
  token: BrowserVisitor['token']
  seed: string
  rotated_at: string
  previous_until: string | null
  expires_at: string
}

const toVisitor = (row: VisitorRow): BrowserVisitor => ({
  id: row.id,
  teamId: row.team_id,
  userId: row.user_id,
  memberRole: row.role,
  most: row.most,
  isBound: row.is_bound,
  givenBy: row.given_by,
  token: row.token,
  seed: row.seed,
  rotatedAt: new Date(row.rotated_at),
  previousUntil: row.previous_until === null ? null : new Date(row.previous_until),
  expiresAt: new Date(row.expires_at),
})

/** Signed-in browsers. They belong to a person, whichever of their teams they stand in. */
export const createBrowserSessionRepository = (tx: DbExecutor) => ({
  ...createTokens(tx),
  ...createHomeTeam(tx),

  /** Every browser in which this person is signed in, the latest first; `boundTo`: those alone that stay in this team. */
  async listOf(
    userId: UserId,
    boundTo: TeamId | null,
    current: string | null,
    now: Date,
    idleSince: Date,
  ): Promise<Device[]> {
    const b = browserSessionsTable
    return tx
      .select({
        id: b.id,
        agent: b.agent,
        team: { id: teamsTable.id, name: teamsTable.name },
        created_at: isoOf(b.createdAt),
        last_seen_at: isoOf(b.lastSeenAt),
        expires_at: isoOf(b.expiresAt),
        is_current: sql<boolean>`coalesce(${b.id} = ${current}, false)`,
        made_by: sql<Device['made_by']>`${madeBy(b.givenBy, usersTable.name)}`,
      })
      .from(browserSessionsTable)
      .innerJoin(teamsTable, eq(teamsTable.id, b.teamId))
      .leftJoin(usersTable, eq(usersTable.id, b.givenBy))
      .where(
        and(
          eq(b.userId, userId),
          gt(b.expiresAt, now),
          gt(b.lastSeenAt, idleSince),
          isWithin(boundTo),
        ),
      )
      .orderBy(desc(b.lastSeenAt), desc(b.id))
      .limit(200)
  },

  /** @returns false when this person has no such browser, or `grantor` did not let it in. */
  async endOf(userId: UserId, reach: Reach, id: string): Promise<boolean> {
    const ended = await tx
      .delete(browserSessionsTable)
      .where(
        and(
          eq(browserSessionsTable.userId, userId),
          sql`${browserSessionsTable.id} = ${id}`,
          isReached(reach),
        ),
      )
      .returning({ id: browserSessionsTable.id })
    return ended.length > 0
  },

  async endAllOf(userId: UserId, reach: Reach): Promise<number> {
    const ended = await tx
      .delete(browserSessionsTable)
      .where(and(eq(browserSessionsTable.userId, userId), isReached(reach)))
      .returning({ id: browserSessionsTable.id })
    return ended.length
  },
})

const createHomeTeam = (tx: DbExecutor) => ({
  /** The team a person was in last, if they are still a member of it; else the one they joined first. */
  async homeTeamOf(userId: UserId): Promise<{ teamId: TeamId; role: TeamRole } | undefined> {
    const [row] = await decoded(
      tx,
      { team_id: textOf<TeamId>(), role: textOf<TeamRole>() },
      sql`
      select m.team_id, m.role from teamlore.memberships m
      left join (
        select team_id, max(last_seen_at) as seen from teamlore.browser_sessions
        where user_id = ${userId} group by team_id
      ) b on b.team_id = m.team_id
      where m.user_id = ${userId}
      order by b.seen desc nulls last, m.created_at, m.team_id limit 1`,
    )
    return row && { teamId: row.team_id, role: row.role }
  },
})

/** What may be ended from where somebody is. */
type Reach = { boundTo: TeamId | null; grantor: UserId | null }

const isReached = ({ boundTo, grantor }: Reach) =>
  and(isWithin(boundTo), isFromGrantor(browserSessionsTable.givenBy, grantor))

const isWithin = (boundTo: TeamId | null) =>
  boundTo === null
    ? undefined
    : and(eq(browserSessionsTable.isBound, true), eq(browserSessionsTable.teamId, boundTo))

const createTokens = (tx: DbExecutor) => ({
  /** Also forgets what ended, so that the tables do not grow for ever. */
  async add(session: NewBrowserSession): Promise<void> {
    const { createdAt } = session
    await tx.delete(browserSessionsTable).where(lt(browserSessionsTable.expiresAt, createdAt))
    await tx
      .delete(signInLinksTable)
      .where(lt(signInLinksTable.expiresAt, sql`${at(createdAt)} - interval '7 days'`))
    await tx
      .insert(browserSessionsTable)
      .values({ ...session, lastSeenAt: createdAt, rotatedAt: createdAt })
  },

  /** Whose browser has this token, be it the current one, the one that follows or the one before. Notes it once a minute. */
  async findByToken(
    hash: string,
    now: Date,
    idleSince: Date,
    { isNoted = true } = {},
  ): Promise<BrowserVisitor | undefined> {
    const [row] = await rows<VisitorRow>(
      tx,
      sql`
      with held as (
        select b.id, b.team_id, b.user_id, m.role, b.most, b.is_bound, b.given_by, b.seed, b.last_seen_at,
          b.rotated_at, b.previous_until, b.expires_at,
          case when b.token_hash = ${hash} then 'current' when b.next_hash = ${hash} then 'next'
            else 'previous' end as token
        from teamlore.browser_sessions b
        join teamlore.memberships m on m.team_id = b.team_id and m.user_id = b.user_id
        where (b.token_hash = ${hash} or b.next_hash = ${hash} or b.previous_hash = ${hash})
          and b.expires_at > ${at(now)} and b.last_seen_at > ${at(idleSince)}
          and ${isGrantValid(sql`b`, sql`b.given_by`)}
      ), noted as (
        update teamlore.browser_sessions b set last_seen_at = ${at(now)} from held
        where b.id = held.id and ${isNoted} and held.last_seen_at < ${at(now)} - interval '1 minute'
      )
      select id, team_id, user_id, role, most, is_bound, given_by, token, seed, ${iso(sql`rotated_at`)} as rotated_at,
        ${iso(sql`previous_until`)} as previous_until, ${iso(sql`expires_at`)} as expires_at
      from held`,
    )
    return row && toVisitor(row)
  },

  /** Remembers the token that the browser is about to be given. */
  async offer(id: BrowserId, nextHash: string): Promise<void> {
    await tx
      .update(browserSessionsTable)
      .set({ nextHash })
      .where(
        and(
          eq(browserSessionsTable.id, id),
          sql`${browserSessionsTable.nextHash} is distinct from ${nextHash}`,
          ne(browserSessionsTable.tokenHash, nextHash),
        ),
      )
  },

  /** The browser has shown its new token: it takes the place of the one before, which is taken until `until`. */
  async promote(id: BrowserId, hash: string, seed: string, now: Date, until: Date): Promise<void> {
    await tx
      .update(browserSessionsTable)
      .set({
        previousHash: sql`${browserSessionsTable.tokenHash}`,
        previousUntil: until,
        tokenHash: sql`${browserSessionsTable.nextHash}`,
        nextHash: null,
        seed,
        rotatedAt: now,
      })
      .where(and(eq(browserSessionsTable.id, id), eq(browserSessionsTable.nextHash, hash)))
  },

  async end(id: BrowserId): Promise<void> {
    await tx.delete(browserSessionsTable).where(eq(browserSessionsTable.id, id))
  },
})
