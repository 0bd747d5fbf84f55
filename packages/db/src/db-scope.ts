import type { TeamId, TeamRole, UserId } from '@teamlore/shared'

/**
 * Whose rows a transaction sees: one team's, without the private ones of other users. `system` sees those too. Without a role,
 * nothing that is for some roles alone.
 */
export type DbScope = {
  readonly teamId: TeamId
  readonly userId: UserId | 'system'
  readonly role?: TeamRole
}
