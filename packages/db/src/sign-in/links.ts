import type { TeamRole, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'

export type NewSignInLink = {
  tokenHash: string
  userId: UserId
  givenBy: UserId | null
  most: TeamRole
  isBound: boolean
  createdAt: Date
  expiresAt: Date
}

export const createSignInLinkRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async insert(link: NewSignInLink): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.sign_in_links (token_hash, team_id, user_id, given_by, most, is_bound,
        created_at, expires_at)
      values (${link.tokenHash}, ${teamId}, ${link.userId}, ${link.givenBy}, ${link.most},
        ${link.isBound},
        ${link.createdAt.toISOString()}::timestamptz, ${link.expiresAt.toISOString()}::timestamptz)`)
  },
})
