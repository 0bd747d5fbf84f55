import type { TeamRole, UserId } from '@teamlore/shared'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { signInLinksTable } from './table.ts'

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
    await tx.insert(signInLinksTable).values({ ...link, teamId })
  },
})
