import type { ApiKeyId, MachineId, TeamId, TeamRole, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type KeyHolder = {
  keyId: ApiKeyId
  teamId: TeamId
  userId: UserId
  machineId: MachineId | null
  keyRole: TeamRole
  memberRole: TeamRole
}

export type Visitor = { teamId: TeamId; userId: UserId; memberRole: TeamRole }

type VisitorRow = { team_id: TeamId; user_id: UserId; role: TeamRole }

const toVisitor = (row: VisitorRow): Visitor => ({
  teamId: row.team_id,
  userId: row.user_id,
  memberRole: row.role,
})

/** Who holds a key or a token, looked up before any team is known. Everything is found by its hash. */
export const createCredentialRepository = (tx: DbExecutor) => ({
  ...createKeyLookup(tx),
  ...createBrowserLookup(tx),
})

const createKeyLookup = (tx: DbExecutor) => ({
  /** The holder of a key that is not revoked, as long as they are a member. Notes its use, at most once a minute. */
  async findByKey(keyHash: string, now: Date): Promise<KeyHolder | undefined> {
    const moment = sql`${now.toISOString()}::timestamptz`
    const [row] = await rows<{
      id: ApiKeyId
      team_id: TeamId
      user_id: UserId
      machine_id: MachineId | null
      role: TeamRole
      member_role: TeamRole
    }>(
      tx,
      sql`
      with held as (
        select k.id, k.team_id, k.user_id, k.machine_id, k.role, k.last_used_at, m.role as member_role
        from teamlore.api_keys k
        join teamlore.memberships m on m.team_id = k.team_id and m.user_id = k.user_id
        where k.key_hash = ${keyHash} and k.revoked_at is null
      ), noted as (
        update teamlore.api_keys k set last_used_at = ${moment} from held
        where k.id = held.id
          and (held.last_used_at is null or held.last_used_at < ${moment} - interval '1 minute')
      )
      select id, team_id, user_id, machine_id, role, member_role from held`,
    )
    return (
      row && {
        keyId: row.id,
        teamId: row.team_id,
        userId: row.user_id,
        machineId: row.machine_id,
        keyRole: row.role,
        memberRole: row.member_role,
      }
    )
  },
})

const createBrowserLookup = (tx: DbExecutor) => ({
  async findByBrowserToken(tokenHash: string, now: Date): Promise<Visitor | undefined> {
    const [row] = await rows<VisitorRow>(
      tx,
      sql`
      select b.team_id, b.user_id, m.role from teamlore.browser_sessions b
      join teamlore.memberships m on m.team_id = b.team_id and m.user_id = b.user_id
      where b.token_hash = ${tokenHash} and b.expires_at > ${now.toISOString()}::timestamptz`,
    )
    return row && toVisitor(row)
  },

  /** Uses a sign-in link up. Undefined when it is unknown, used or too old; of two at once only one gets it. */
  async consumeSignInLink(tokenHash: string, now: Date): Promise<Visitor | undefined> {
    const moment = sql`${now.toISOString()}::timestamptz`
    const [row] = await rows<VisitorRow>(
      tx,
      sql`
      with used as (
        update teamlore.sign_in_links set used_at = ${moment}
        where token_hash = ${tokenHash} and used_at is null and expires_at > ${moment}
        returning team_id, user_id
      )
      select used.team_id, used.user_id, m.role from used
      join teamlore.memberships m on m.team_id = used.team_id and m.user_id = used.user_id`,
    )
    return row && toVisitor(row)
  },

  /** Also forgets browser sessions and links that ended, so the tables do not grow for ever. */
  async addBrowserSession(session: {
    tokenHash: string
    teamId: TeamId
    userId: UserId
    createdAt: Date
    expiresAt: Date
  }): Promise<void> {
    const created = sql`${session.createdAt.toISOString()}::timestamptz`
    await tx.execute(sql`delete from teamlore.browser_sessions where expires_at < ${created}`)
    await tx.execute(
      sql`delete from teamlore.sign_in_links where expires_at < ${created} - interval '7 days'`,
    )
    await tx.execute(sql`
      insert into teamlore.browser_sessions (token_hash, team_id, user_id, created_at, expires_at)
      values (${session.tokenHash}, ${session.teamId}, ${session.userId}, ${created},
        ${session.expiresAt.toISOString()}::timestamptz)`)
  },

  async removeBrowserSession(
    tokenHash: string,
  ): Promise<{ teamId: TeamId; userId: UserId } | undefined> {
    const [row] = await rows<{ team_id: TeamId; user_id: UserId }>(
      tx,
      sql`
      delete from teamlore.browser_sessions where token_hash = ${tokenHash}
      returning team_id, user_id`,
    )
    return row && { teamId: row.team_id, userId: row.user_id }
  },
})
