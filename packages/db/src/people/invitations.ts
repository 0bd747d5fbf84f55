import type { InvitationId, TeamRole, UserId } from '@teamlore/shared'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { allOf, cutPage, iso, type PageOf, type PageRequest } from '../sql/page.ts'
import { invitationsTable } from './table.ts'

type Person = { id: string; name: string }

export type NewInvitation = {
  id: InvitationId
  tokenHash: string
  role: TeamRole
  email: string | null
  createdBy: UserId
  createdAt: Date
  expiresAt: Date
}

export type FoundInvitation = {
  id: InvitationId
  role: TeamRole
  email: string | null
  outcome: 'accepted' | 'declined' | 'revoked' | null
  invited_by: Person
  accepted_by: Person | null
  created_at: string
  expires_at: string
  sent_at: string | null
}

const FOUND = sql`
  i.id, i.role, i.email, i.outcome, ${iso(sql`i.created_at`)} as created_at,
  ${iso(sql`i.expires_at`)} as expires_at, ${iso(sql`i.sent_at`)} as sent_at,
  jsonb_build_object('id', i.created_by, 'name', coalesce(c.name, 'Former member')) as invited_by,
  case when i.user_id is not null then
    jsonb_build_object('id', i.user_id, 'name', coalesce(u.name, 'Former member')) end as accepted_by
  from teamlore.invitations i
  left join teamlore.users c on c.id = i.created_by
  left join teamlore.users u on u.id = i.user_id`

export const createInvitationRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: InvitationId) =>
    and(eq(invitationsTable.teamId, teamId), eq(invitationsTable.id, id))
  return {
    async insert(invitation: NewInvitation): Promise<void> {
      await tx.insert(invitationsTable).values({ ...invitation, teamId })
    },

    async find(id: string): Promise<FoundInvitation | undefined> {
      const [row] = await rows<FoundInvitation>(
        tx,
        sql`select ${FOUND} where i.team_id = ${teamId} and i.id = ${id}`,
      )
      return row && { ...row }
    },

    async list({
      limit,
      after,
    }: PageRequest<{ id: string }>): Promise<PageOf<FoundInvitation, { id: string }>> {
      const found = await rows<FoundInvitation>(
        tx,
        sql`
      select ${FOUND}
      where ${allOf([sql`i.team_id = ${teamId}`, after && sql`i.id < ${after.id}`])}
      order by i.id desc limit ${limit + 1}`,
      )
      return cutPage(
        found,
        limit,
        (row) => ({ ...row }),
        ({ id }) => ({ id }),
      )
    },

    /** A new link in the place of the one before. */
    async renew(id: InvitationId, next: { tokenHash: string; expiresAt: Date }): Promise<void> {
      await tx
        .update(invitationsTable)
        .set({ ...next, isMailed: false })
        .where(and(isThis(id), isNull(invitationsTable.endedAt)))
    },

    async markMailed(id: InvitationId, now: Date): Promise<void> {
      await tx.update(invitationsTable).set({ isMailed: true, sentAt: now }).where(isThis(id))
    },

    async revoke(id: InvitationId, now: Date): Promise<void> {
      await tx
        .update(invitationsTable)
        .set({ endedAt: now, outcome: 'revoked' })
        .where(and(isThis(id), isNull(invitationsTable.endedAt)))
    },
  }
}
