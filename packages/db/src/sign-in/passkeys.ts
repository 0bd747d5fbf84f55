import type { TeamId, TeamRole, UserId } from '@teamlore/shared'
import type { Passkey } from '@teamlore/shared/sign-in'
import { and, eq, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { iso } from '../sql/page.ts'
import { isGrantValid, madeBy } from './grantor.ts'
import { passkeysTable } from './table.ts'

export type StoredPasskey = {
  id: string
  credentialId: string
  userId: UserId
  boundTeamId: TeamId | null
  most: TeamRole
  givenBy: UserId | null
  name: string
  /** base64url */
  publicKey: string
  counter: number
  transports: string[]
}

type PasskeyRow = {
  id: string
  credential_id: string
  user_id: UserId
  bound_team_id: TeamId | null
  most: TeamRole
  given_by: UserId | null
  name: string
  public_key: string
  counter: number
  transports: string[]
}

/** Passkeys belong to a person, not to a team. */
export const createPasskeyRepository = (tx: DbExecutor) => ({
  /** @param boundTo a team: those alone that lead into it. */
  async listOf(
    userId: UserId,
    boundTo: TeamId | null = null,
  ): Promise<(Passkey & { credentialId: string })[]> {
    const found = await rows<Passkey & { credential_id: string }>(
      tx,
      sql`
      select p.id, p.credential_id, p.name, ${iso(sql`p.created_at`)} as created_at,
        ${iso(sql`p.last_used_at`)} as last_used_at, ${madeBy(sql`p.given_by`, sql`g.name`)} as made_by
      from teamlore.passkeys p left join teamlore.users g on g.id = p.given_by
      where p.user_id = ${userId}
        and (${boundTo}::text is null or p.bound_team_id = ${boundTo}) order by p.id limit 200`,
    )
    return found.map(({ credential_id: credentialId, ...passkey }) => ({
      ...passkey,
      credentialId,
    }))
  },

  async find(credentialId: string): Promise<StoredPasskey | undefined> {
    const [row] = await rows<PasskeyRow>(
      tx,
      sql`
      select id, credential_id, user_id, bound_team_id, most, given_by, name, public_key,
        counter::float8 as counter, transports
      from (select *, bound_team_id as team_id from teamlore.passkeys) p
      where credential_id = ${credentialId} and ${isGrantValid(sql`p`, sql`p.given_by`)}`,
    )
    return (
      row && {
        id: row.id,
        credentialId: row.credential_id,
        userId: row.user_id,
        boundTeamId: row.bound_team_id,
        most: row.most,
        givenBy: row.given_by,
        name: row.name,
        publicKey: row.public_key,
        counter: row.counter,
        transports: row.transports,
      }
    )
  },

  async add(passkey: StoredPasskey, now: Date): Promise<void> {
    await tx.insert(passkeysTable).values({ ...passkey, createdAt: now })
  },

  async used(id: string, counter: number, now: Date): Promise<void> {
    await tx.update(passkeysTable).set({ counter, lastUsedAt: now }).where(eq(passkeysTable.id, id))
  },

  /** @returns false when this person has no such passkey, or `grantor` did not give it. */
  async removeOf(
    userId: UserId,
    { boundTo, grantor }: { boundTo: TeamId | null; grantor: UserId | null },
    id: string,
  ): Promise<boolean> {
    const removed = await tx
      .delete(passkeysTable)
      .where(
        and(
          eq(passkeysTable.userId, userId),
          eq(passkeysTable.id, id),
          boundTo === null ? undefined : eq(passkeysTable.boundTeamId, boundTo),
          grantor === null ? undefined : eq(passkeysTable.givenBy, grantor),
        ),
      )
      .returning({ id: passkeysTable.id })
    return removed.length > 0
  },
})
