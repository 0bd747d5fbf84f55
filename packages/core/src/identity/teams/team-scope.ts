import type { Given } from '@teamlore/db'
import type { BrowserId, MachineId, ProjectId, TeamId, TeamRole, UserId } from '@teamlore/shared'
import type { ClientScope } from '@teamlore/shared/clients'
import type { GrantId } from '@teamlore/shared/ids'
import { roleCovers } from '@teamlore/shared/roles'
import { forbidden } from '../../errors.ts'

/**
 * Who is acting: a person by key or browser, an installed agent, or Teamlore's own worker. `givenBy`: who made the credential for that
 * person; what is made by it is theirs too, it opens nothing private, and all of it ends when they may not give it any more.
 */
export type Actor =
  /** `isService`: acts for no person, so that nothing is hidden from its maker. `isOperators`: whoever runs the server has it. */
  | { kind: 'user'; via: 'api_key'; givenBy?: UserId; isService?: boolean; isOperators?: boolean }
  /** `isBound`: came in by a link of somebody else or of a key, and stays in this team. */
  | { kind: 'user'; via: 'browser'; isBound?: boolean; browserId?: BrowserId; givenBy?: UserId }
  /** A program that the person let in. `mayBe`: the role it would act with if it had every scope. */
  | {
      kind: 'user'
      via: 'client'
      grantId: GrantId
      scopes: readonly ClientScope[]
      mayBe: TeamRole
      givenBy?: UserId
      isService?: boolean
    }
  | { kind: 'machine'; machineId: MachineId; givenBy?: UserId; isService?: boolean }
  /** A tool outside, past an address that a person made for it: it speaks for nobody, and ends with what its maker may. */
  | { kind: 'tool'; givenBy: UserId }
  | { kind: 'system' }

/** Who knocked, as authentication found out: nothing is allowed by it until a scope is granted. */
export type Principal = { teamId: TeamId; userId: UserId; role: TeamRole; actor: Actor }

declare const granted: unique symbol

type Granted<Roles> = {
  readonly teamId: TeamId
  readonly userId: UserId
  readonly actor: Actor
  /** Of `nobody`: see `DbScope`. */
  readonly opens?: ProjectId | null
  /** Where the credential was made by somebody else; the database closes to it what is private, and what is closed to its maker. */
  readonly given: Given | null
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

/** Proof that somebody checked. Only `grantTeamScope` can mint one. */
export type TeamScope<R extends TeamRole = 'viewer'> = Scopes[R]

/**
 * A scope of the worker: sees private sessions too, so no answer to a person may come from it. It is no scope of a role: what
 * answers people does not take it.
 */
export type SystemScope = {
  readonly teamId: TeamId
  readonly userId: 'system'
  readonly actor: Actor
  readonly role: 'member'
  readonly [granted]: { system: true }
}

/** Whether somebody is here as themselves, and not by a key of one team or by what another let them in with. */
export const isWholePerson = ({ actor }: Pick<TeamScope, 'actor'>): boolean =>
  actor.kind === 'user' && actor.via === 'browser' && actor.isBound !== true

/**
 * Whether a link for oneself that is made from here lets in the whole person. Whoever runs the server has its database, so that a
 * key of theirs is bound to no team either.
 */
export const makesWholeLinks = (scope: Pick<TeamScope, 'actor'>): boolean =>
  isWholePerson(scope) ||
  (scope.actor.kind === 'user' &&
    scope.actor.via === 'api_key' &&
    scope.actor.isOperators === true &&
    grantorOf(scope) === null)

/** Who made this credential for the person it acts as; null where they did themselves. */
export const grantorOf = ({ actor }: Pick<TeamScope, 'actor'>): UserId | null =>
  ('givenBy' in actor && actor.givenBy) || null

const givenOf = (actor: Actor): Given | null => {
  const by = grantorOf({ actor })
  return by && { by, hidesPrivate: !isOfService({ actor }) }
}

/**
 * The same scope for taking in what a person's machine brings, which loses nothing of it, be it private. What answers from here
 * says nothing that the scope itself may not read.
 */
export const forCapture = <S extends TeamScope>(scope: S): S => ({ ...scope, given: null })

/** Whether what is private to its person is hidden from this scope. */
export const hidesPrivate = ({ given }: Pick<TeamScope, 'given'>): boolean =>
  given?.hidesPrivate === true

/** Whether a bot or CI asks, and no person. */
export const isOfService = ({ actor }: Pick<TeamScope, 'actor'>): boolean =>
  'isService' in actor && actor.isService === true

/** Whose words these are; a tool's are no person's. */
export const speakerOf = ({ userId, actor }: Pick<TeamScope, 'userId' | 'actor'>): UserId | null =>
  actor.kind === 'tool' ? null : userId

/** The team that a credential stays in; null for a person as themselves, who is in all of theirs. */
export const boundTo = (scope: TeamScope): TeamId | null =>
  isWholePerson(scope) ? null : scope.teamId

/** What of a person's credentials may be ended from here: a given one ends what its grantor gave, and nothing of the person's own. */
export const reachOf = (scope: TeamScope): { boundTo: TeamId | null; grantor: UserId | null } => ({
  boundTo: boundTo(scope),
  grantor: grantorOf(scope),
})

/** The key of a machine is a member's at most, be its person an owner. */
const byMachine = (needed: TeamRole): string =>
  `The key of a machine may do what a member may, whoever it belongs to. Do this in the dashboard, or with a key of your own of the role ${needed}: make one under Settings → Keys and machines, and set LORE_SERVER and LORE_KEY for this command.`

/** Says whom to ask: an admin cannot do what needs an owner either. */
const belowRole = (needed: TeamRole, held: TeamRole) =>
  forbidden({
    details: { needed, held },
    ...(needed === 'owner' && {
      message: 'Only an owner of the team may do this; ask an owner of your team.',
    }),
  })

/** @throws DomainError `access.forbidden` when the principal's role is below the needed one. */
export const grantTeamScope = <R extends TeamRole>(
  principal: Principal,
  needed: R,
): TeamScope<R> => {
  const { teamId, userId, role, actor } = principal
  if (!roleCovers(role, needed)) {
    throw actor.kind === 'machine'
      ? forbidden({ details: { needed, held: role }, message: byMachine(needed) })
      : belowRole(needed, role)
  }
  return { teamId, userId, actor, given: givenOf(actor), role } as TeamScope<R>
}

/**
 * The same scope, for what needs a higher role which its holder may have.
 *
 * @throws DomainError `access.forbidden` when the role held is below the needed one.
 */
export const scopeFor = <R extends TeamRole>(scope: TeamScope, needed: R): TeamScope<R> => {
  if (!roleCovers(scope.role, needed)) throw belowRole(needed, scope.role)
  return scope as TeamScope<R>
}

/**
 * What everybody in a team reads: nothing private, and of restricted projects this one alone, or none. For what is shown at a
 * host of code, or where the team talks. `userId` is no person's.
 */
export const grantEverybodyScope = (teamId: TeamId, project: ProjectId | null): TeamScope =>
  ({
    teamId,
    userId: 'nobody' as UserId,
    actor: { kind: 'system' },
    given: null,
    role: 'viewer',
    opens: project,
  }) as TeamScope

/** What everybody in the team reads: nothing private, and nothing of a restricted project. For what is sent out of the team. */
export const grantNobodyScope = (teamId: TeamId): TeamScope =>
  ({
    teamId,
    userId: 'nobody' as UserId,
    actor: { kind: 'system' },
    given: null,
    role: 'viewer',
  }) as TeamScope

/** For background work on ids that came out of the database, never out of a request. */
export const grantSystemScope = (teamId: TeamId): SystemScope =>
  ({ teamId, userId: 'system', actor: { kind: 'system' }, role: 'member' }) as SystemScope
