import type { SessionId, TeamId, TeamRole, UserId } from '@teamlore/shared'

/** A credential that somebody else made: restricted projects are closed to it that are closed to its maker. */
export type Given = {
  readonly by: UserId
  /** What is private to the person stays hidden; an account of a service has nobody to hide it from. */
  readonly hidesPrivate: boolean
}

/**
 * Whose rows a transaction sees: one team's, without the private ones of other users. `system` sees those too. Without a role,
 * nothing that is for some roles alone.
 */
export type DbScope = {
  readonly teamId: TeamId
  readonly userId: UserId | 'system'
  readonly role?: TeamRole
  readonly given?: Given | null
}

/** Of which session a row is, and to whom it is private. */
export type SessionOwnership = { sessionId: SessionId; privateTo: UserId | null }
