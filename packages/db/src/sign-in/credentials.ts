import {
  type ApiKeyId,
  type MachineId,
  newId,
  type TeamId,
  type TeamRole,
  type UserId,
} from '@teamlore/shared'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, flag, orNull, textOf } from '../sql/decode.ts'
import { isGrantValid } from './grantor.ts'
import { signInLinksTable } from './table.ts'

export type KeyHolder = {
  keyId: ApiKeyId
  teamId: TeamId
  userId: UserId
  machineId: MachineId | null
  keyRole: TeamRole
  /** Who made it for them. */
  givenBy: UserId | null
  isService: boolean
  /** Whoever runs the server has it. */
  isOperators: boolean
  memberRole: TeamRole
}

export type Visitor = {
  teamId: TeamId
  userId: UserId
  memberRole: TeamRole
  /** The highest role this browser ever acts with. */
  most: TeamRole
  /** Stays in this team. */
  isBound: boolean
  /** Who made the credential for them. */
  givenBy: UserId | null
}

type VisitorRow = {
  team_id: TeamId
  user_id: UserId
  role: TeamRole
  most: TeamRole
  is_bound: boolean
  given_by: UserId | null
}

const toVisitor = (row: VisitorRow): Visitor => ({
  teamId: row.team_id,
  userId: row.user_id,
  memberRole: row.role,
  most: row.most,
  isBound: row.is_bound,
  givenBy: row.given_by,
})

/** Who holds a key or a token, looked up before any team is known. Everything is found by its hash. */
export const createCredentialRepository = (tx: DbExecutor) => ({
  ...createKeyLookup(tx),
  ...createBrowserLookup(tx),
})

/** The first use of a day. Where the disk is full a statement that may insert is refused as a whole, and who reads is let in without. */
const auditedUse = (moment: SQL): SQL => sql`, audited as (
        insert into teamlore.audit_events (id, team_id, user_id, machine_id, action, subject, details)
        select ${newId.event()}, h.team_id, h.user_id, h.machine_id, 'api_key.used', h.id,
          case when h.created_by is null then '{}' else jsonb_build_object('given_by', h.created_by) end
        from held h join noted n on n.id = h.id
        where h.last_used_at is null
          or (h.last_used_at at time zone 'UTC')::date < (${moment} at time zone 'UTC')::date
      )`

const createKeyLookup = (tx: DbExecutor) => ({
  /**
   * The holder of a key that is not revoked, as long as they are a member. Notes its use, at most once a minute, unless nothing
   * can be written; the first of a day (UTC) is an audit event.
   */
  async findByKey(
    keyHash: string,
    now: Date,
    { isNoted = true } = {},
  ): Promise<KeyHolder | undefined> {
    const moment = sql`${now.toISOString()}::timestamptz`
    const [row] = await decoded(
      tx,
      {
        id: textOf<ApiKeyId>(),
        team_id: textOf<TeamId>(),
        user_id: textOf<UserId>(),
        machine_id: orNull(textOf<MachineId>()),
        role: textOf<TeamRole>(),
        member_role: textOf<TeamRole>(),
        created_by: orNull(textOf<UserId>()),
        is_service: flag,
        is_operators: flag,
      },
      sql`
      with held as (
        select k.id, k.team_id, k.user_id, k.machine_id, k.role, k.last_used_at,
          k.created_by, k.is_operators, m.role as member_role, u.kind = 'service' as is_service
        from teamlore.api_keys k
        join teamlore.memberships m on m.team_id = k.team_id and m.user_id = k.user_id
        join teamlore.users u on u.id = k.user_id
        where k.key_hash = ${keyHash} and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > ${moment})
          and ${isGrantValid(sql`k`, sql`k.created_by`)}
      ), noted as (
        update teamlore.api_keys k set last_used_at = ${moment} from held
        where k.id = held.id and ${isNoted}
          and (k.last_used_at is null or k.last_used_at < ${moment} - interval '1 minute')
        returning k.id
      )${isNoted ? auditedUse(moment) : sql``}
      select id, team_id, user_id, machine_id, role, member_role, created_by, is_service,
        is_operators from held`,
    )
    return (
      row && {
        keyId: row.id,
        teamId: row.team_id,
        userId: row.user_id,
        machineId: row.machine_id,
        keyRole: row.role,
        givenBy: row.created_by,
        isService: row.is_service,
        isOperators: row.is_operators,
        memberRole: row.member_role,
      }
    )
  },
})

/** The browser of a token, be it the current one, the one that follows or the one before. */
const isOf = (tokenHash: string) =>
  sql`(b.token_hash = ${tokenHash} or b.next_hash = ${tokenHash} or b.previous_hash = ${tokenHash})`

const createBrowserLookup = (tx: DbExecutor) => ({
  /** Uses a sign-in link up. Undefined when it is unknown, used or too old; of two at once only one gets it. */
  async consumeSignInLink(tokenHash: string, now: Date): Promise<Visitor | undefined> {
    const moment = sql`${now.toISOString()}::timestamptz`
    const [row] = await rows<VisitorRow>(
      tx,
      sql`
      with used as (
        update teamlore.sign_in_links set used_at = ${moment}
        where token_hash = ${tokenHash} and used_at is null and expires_at > ${moment}
        returning team_id, user_id, most, is_bound, given_by
      )
      select used.team_id, used.user_id, m.role, used.most, used.is_bound, used.given_by from used
      join teamlore.memberships m on m.team_id = used.team_id and m.user_id = used.user_id
      where ${isGrantValid(sql`used`, sql`used.given_by`)}`,
    )
    return row && toVisitor(row)
  },

  /** Whom a link would sign in, be it used, too old or refused. */
  async whoseSignInLink(
    tokenHash: string,
  ): Promise<{ teamId: TeamId; userId: UserId } | undefined> {
    const { teamId, userId } = signInLinksTable
    const [found] = await tx
      .select({ teamId, userId })
      .from(signInLinksTable)
      .where(eq(signInLinksTable.tokenHash, tokenHash))
    return found
  },

  /** Goes to another team of the person. @returns false when the browser is bound, or the person no member there. */
  async moveBrowserSession(tokenHash: string, userId: UserId, teamId: TeamId): Promise<boolean> {
    const moved = await rows(
      tx,
      sql`
      update teamlore.browser_sessions b set team_id = m.team_id from teamlore.memberships m
      where ${isOf(tokenHash)} and b.user_id = ${userId} and not b.is_bound
        and m.user_id = b.user_id and m.team_id = ${teamId}
      returning b.team_id`,
    )
    return moved.length > 0
  },

  async removeBrowserSession(
    tokenHash: string,
  ): Promise<{ teamId: TeamId; userId: UserId } | undefined> {
    const [row] = await decoded(
      tx,
      { team_id: textOf<TeamId>(), user_id: textOf<UserId>() },
      sql`
      delete from teamlore.browser_sessions b where ${isOf(tokenHash)}
      returning team_id, user_id`,
    )
    return row && { teamId: row.team_id, userId: row.user_id }
  },
})
