import type { TeamId, TeamRole, UserId } from '@teamlore/shared'
import type { ClientScope } from '@teamlore/shared/clients'
import type { GrantId } from '@teamlore/shared/ids'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isGrantValid } from '../sign-in/grantor.ts'
import { decoded, flag, orNull, text, textOf } from '../sql/decode.ts'
import { oauthGrantsTable, oauthTokensTable } from './table.ts'

/** A token, a code or a request that is under way; found by the hash of what opens it. */
export type OAuthToken = {
  kind: string
  hash: string
  grantId: GrantId | null
  payload: Record<string, unknown>
  expiresAt: Date
}

export type FoundToken = {
  payload: Record<string, unknown>
  consumedAt: Date | null
  expiresAt: Date
}

/** A grant that holds: its person is a member, and whoever let them in still may. */
export type LiveGrant = {
  id: GrantId
  teamId: TeamId
  userId: UserId
  clientId: string
  resource: string
  scopes: ClientScope[]
  refusedScopes: ClientScope[]
}

/** Who calls with an access token. */
export type TokenHolder = {
  grantId: GrantId
  teamId: TeamId
  userId: UserId
  memberRole: TeamRole
  most: TeamRole
  givenBy: UserId | null
  isService: boolean
  /** Of the token, which may be fewer than those of the grant; with spaces between. */
  scope: string
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

const isOne = (kind: string, hash: string) =>
  and(eq(oauthTokensTable.kind, kind), eq(oauthTokensTable.hash, hash))

/** State of the authorization server, read before any team is known. */
export const createOAuthTokenRepository = (tx: DbExecutor) => ({
  ...createTokens(tx),
  ...createLiveGrants(tx),
  ...createHolders(tx),
})

const createTokens = (tx: DbExecutor) => ({
  async put(token: OAuthToken): Promise<void> {
    const { payload, expiresAt, grantId } = token
    await tx
      .insert(oauthTokensTable)
      .values(token)
      .onConflictDoUpdate({
        target: [oauthTokensTable.kind, oauthTokensTable.hash],
        set: { payload, expiresAt, grantId },
      })
  },

  async find(kind: string, hash: string, now: Date): Promise<FoundToken | undefined> {
    const [found] = await tx
      .select({
        payload: oauthTokensTable.payload,
        consumedAt: oauthTokensTable.consumedAt,
        expiresAt: oauthTokensTable.expiresAt,
      })
      .from(oauthTokensTable)
      .where(and(isOne(kind, hash), gt(oauthTokensTable.expiresAt, now)))
    return found
  },

  /** The first time counts: how long ago a token was used is asked of it. False where this was not the first. */
  async consume(kind: string, hash: string, now: Date): Promise<boolean> {
    const consumed = await tx
      .update(oauthTokensTable)
      .set({ consumedAt: now })
      .where(and(isOne(kind, hash), isNull(oauthTokensTable.consumedAt)))
      .returning({ hash: oauthTokensTable.hash })
    return consumed.length > 0
  },

  /** Notes that something was used which counts once; false where it was used before. */
  async useOnce(
    kind: string,
    hash: string,
    expiresAt: Date,
    payload: Record<string, unknown> = {},
  ): Promise<boolean> {
    const made = await tx
      .insert(oauthTokensTable)
      .values({ kind, hash, grantId: null, payload, expiresAt })
      .onConflictDoNothing()
      .returning({ hash: oauthTokensTable.hash })
    return made.length > 0
  },

  async remove(kind: string, hash: string): Promise<void> {
    await tx.delete(oauthTokensTable).where(isOne(kind, hash))
  },

  async removeOfGrant(kind: string, grantId: string): Promise<void> {
    await tx
      .delete(oauthTokensTable)
      .where(and(eq(oauthTokensTable.kind, kind), sql`${oauthTokensTable.grantId} = ${grantId}`))
  },
})

const createLiveGrants = (tx: DbExecutor) => ({
  async findGrant(id: string): Promise<LiveGrant | undefined> {
    const [found] = await tx
      .select({
        id: oauthGrantsTable.id,
        teamId: oauthGrantsTable.teamId,
        userId: oauthGrantsTable.userId,
        clientId: oauthGrantsTable.clientId,
        resource: oauthGrantsTable.resource,
        scopes: oauthGrantsTable.scopes,
        refusedScopes: oauthGrantsTable.refusedScopes,
      })
      .from(oauthGrantsTable)
      .where(
        and(
          sql`${oauthGrantsTable.id} = ${id}`,
          isGrantValid(sql`${oauthGrantsTable}`, sql`${oauthGrantsTable.givenBy}`),
        ),
      )
    return found
  },

  /** Ends a grant with all its tokens. Undefined where somebody else just did. */
  async endGrant(
    id: string,
  ): Promise<{ teamId: TeamId; userId: UserId; clientName: string } | undefined> {
    const [ended] = await tx
      .delete(oauthGrantsTable)
      .where(sql`${oauthGrantsTable.id} = ${id}`)
      .returning({
        teamId: oauthGrantsTable.teamId,
        userId: oauthGrantsTable.userId,
        clientName: oauthGrantsTable.clientName,
      })
    return ended
  },
})

const createHolders = (tx: DbExecutor) => ({
  /** Whose access token this is, made for `resource`. Notes its use, at most once a minute, unless nothing can be written. */
  async findHolder(
    hash: string,
    resource: string,
    now: Date,
    { isNoted = true } = {},
  ): Promise<TokenHolder | undefined> {
    const [row] = await decoded(
      tx,
      {
        id: textOf<GrantId>(),
        team_id: textOf<TeamId>(),
        user_id: textOf<UserId>(),
        member_role: textOf<TeamRole>(),
        most: textOf<TeamRole>(),
        given_by: orNull(textOf<UserId>()),
        is_service: flag,
        scope: text,
      },
      sql`
      with held as (
        select c.id, c.team_id, c.user_id, c.most, c.given_by, c.last_used_at, m.role as member_role,
          u.kind = 'service' as is_service, coalesce(t.payload ->> 'scope', '') as scope
        from teamlore.oauth_tokens t
        join teamlore.oauth_grants c on c.id = t.grant_id
        join teamlore.memberships m on m.team_id = c.team_id and m.user_id = c.user_id
        join teamlore.users u on u.id = c.user_id
        where t.kind = 'AccessToken' and t.hash = ${hash} and t.expires_at > ${at(now)}
          and t.payload ->> 'aud' = ${resource}
          and ${isGrantValid(sql`c`, sql`c.given_by`)}
      ), noted as (
        update teamlore.oauth_grants c set last_used_at = ${at(now)} from held
        where c.id = held.id and ${isNoted}
          and (held.last_used_at is null or held.last_used_at < ${at(now)} - interval '1 minute')
      )
      select id, team_id, user_id, most, given_by, member_role, is_service, scope from held`,
    )
    return (
      row && {
        grantId: row.id,
        teamId: row.team_id,
        userId: row.user_id,
        memberRole: row.member_role,
        most: row.most,
        givenBy: row.given_by,
        isService: row.is_service,
        scope: row.scope,
      }
    )
  },
})
