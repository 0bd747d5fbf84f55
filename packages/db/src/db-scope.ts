import type { TeamId, UserId } from '@teamlore/shared'

/** Whose rows a transaction sees: one team's, without the private ones of other users. `system` sees those too. */
export type DbScope = { readonly teamId: TeamId; readonly userId: UserId | 'system' }
