import type { MachineId, TeamId, TeamRole, UserId } from '@teamlore/shared'
import { forbidden } from '../errors.ts'

/** Who is acting: a person by key or browser, an installed agent, or Teamlore's own worker. */
export type Actor =
  | { kind: 'user'; via: 'api_key' | 'browser' }
  | { kind: 'machine'; machineId: MachineId }
  | { kind: 'system' }

/** Who knocked, as authentication found out: nothing is allowed by it until a scope is granted. */
export type Principal = { teamId: TeamId; userId: UserId; role: TeamRole; actor: Actor }

declare const granted: unique symbol

type Granted<Roles> = {
  readonly teamId: TeamId
  readonly userId: UserId | 'system'
  readonly actor: Actor
  /** The role held, which may be above the one that was needed. */
  readonly role: TeamRole
  readonly [granted]: Roles
}

/** Each role may also be used as the ones below it, so an admin's scope goes wherever a viewer's does. */
type Scopes = {
  viewer: Granted<{ viewer: true }>
  member: Granted<{ viewer: true; member: true }>
  admin: Granted<{ viewer: true; member: true; admin: true }>
  owner: Granted<{ viewer: true; member: true; admin: true; owner: true }>
}

/** Proof that somebody checked. Only `grantTeamScope` and `grantSystemScope` can mint one. */
export type TeamScope<R extends TeamRole = 'viewer'> = Scopes[R]

/** A scope of the worker: sees private sessions too, so no answer to a person may come from it. */
export type SystemScope = TeamScope<'member'> & { readonly userId: 'system' }

const RANK = { viewer: 0, member: 1, admin: 2, owner: 3 } as const satisfies Record<
  TeamRole,
  number
>

export const roleCovers = (held: TeamRole, needed: TeamRole): boolean => RANK[held] >= RANK[needed]

export const lowerRole = (a: TeamRole, b: TeamRole): TeamRole => (RANK[a] <= RANK[b] ? a : b)

/** @throws DomainError `access.forbidden` when the principal's role is below the needed one. */
export const grantTeamScope = <R extends TeamRole>(
  principal: Principal,
  needed: R,
): TeamScope<R> => {
  const { teamId, userId, role, actor } = principal
  if (!roleCovers(role, needed)) throw forbidden({ details: { needed, held: role } })
  return { teamId, userId, actor, role } as TeamScope<R>
}

/** For background work on ids that came out of the database, never out of a request. */
export const grantSystemScope = (teamId: TeamId): SystemScope =>
  ({ teamId, userId: 'system', actor: { kind: 'system' }, role: 'member' }) as SystemScope
