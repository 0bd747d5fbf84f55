import type { TeamId, UserId } from '@teamlore/shared'

/** A way in that somebody else made: restricted projects are closed to it that are closed to its maker. */
export type Given = {
  readonly by: UserId
  /** What is private to the person stays hidden; an account of a service has nobody to hide it from. */
  readonly hidesPrivate: boolean
}

/** Whose rows a transaction sees: one team's, without the private ones of other users. `system` sees those too. */
export type DbScope = {
  readonly teamId: TeamId
  readonly userId: UserId | 'system'
  readonly given?: Given | null
}
