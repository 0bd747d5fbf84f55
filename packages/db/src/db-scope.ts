import type { ProjectId, SessionId, TeamId, TeamRole, UserId } from '@teamlore/shared'

/** A credential that somebody else made: restricted projects are closed to it that are closed to its maker. */
export type Given = {
  readonly by: UserId
  /** What is private to the person stays hidden; an account of a service has nobody to hide it from. */
  readonly hidesPrivate: boolean
}

/**
 * Whose rows a transaction sees: one team's, without the private ones of other users. `system` sees those too, and `nobody` none. Without a role,
 * nothing that is for some roles alone.
 */
export type DbScope = {
  readonly teamId: TeamId
  readonly userId: UserId | 'system' | 'nobody'
  readonly role?: TeamRole
  readonly given?: Given | null
  /** Of `nobody`: the one restricted project that is open, as what is read of it is shown to all who work on it alone. */
  readonly opens?: ProjectId | null
}

/** Of which session a row is, and to whom it is private. */
export type SessionOwnership = { sessionId: SessionId; privateTo: UserId | null }
