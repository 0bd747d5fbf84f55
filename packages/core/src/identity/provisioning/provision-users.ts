import type { ProvisionedUser, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { endMembership } from '../people/end-membership.ts'
import { requirePerson } from '../teams/require-person.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { ensureProvisioner, followRole, type GroupRoles, roleFor } from './group-role.ts'
import {
  ownerNotProvisioned,
  provisionedTwice,
  provisionedUserNotFound,
} from './provisioning.errors.ts'

export type ProvisionDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  /** Roles by group, as the environment sets them. */
  groupRoles: GroupRoles
  now?: Clock
}

type Scope = TeamScope<'admin'>

/** What a directory says of somebody. */
export type UserToProvision = Pick<
  ProvisionedUser,
  'userName' | 'externalId' | 'active' | 'attributes' | 'email'
> & { name: string }

export const makeListProvisionedUsers =
  ({ unitOfWork }: ProvisionDeps) =>
  (scope: Scope): Promise<ProvisionedUser[]> =>
    unitOfWork.inTeam(scope, async (repos) => {
      await ensureProvisioner(repos, scope)
      return repos.provisioning.users()
    })

/** @throws DomainError `scim.user_not_found` */
export const makeGetProvisionedUser =
  ({ unitOfWork }: ProvisionDeps) =>
  (scope: Scope, id: string): Promise<ProvisionedUser> =>
    unitOfWork.inTeam(scope, async (repos) => {
      await ensureProvisioner(repos, scope)
      return requireUser(repos, id)
    })

const requireUser = async (
  { provisioning }: Pick<TeamRepositories, 'provisioning'>,
  id: string,
): Promise<ProvisionedUser> => {
  const found = await provisioning.user(id)
  if (found === undefined) throw provisionedUserNotFound()
  return found
}

/**
 * Somebody the directory names for the first time. Who is in the team under this address is taken over as they are. An address
 * that belongs to a person of another team stays theirs: nobody is drawn into a team by its admin, nor named to them.
 *
 * @throws DomainError `scim.uniqueness`
 */
export const makeProvisionUser =
  (deps: ProvisionDeps) =>
  async (scope: Scope, sent: UserToProvision): Promise<ProvisionedUser> => {
    const { unitOfWork, groupRoles, now = systemClock } = deps
    const user = cleanStrings(sent)
    const known = await unitOfWork.inTeam(scope, async (repos) => {
      await ensureProvisioner(repos, scope)
      if ((await repos.provisioning.userByName(user.userName)) !== undefined)
        throw provisionedTwice()
      const member = user.email === null ? undefined : await repos.people.findByEmail(user.email)
      return member?.id ?? repos.provisioning.formerUser(user)
    })
    const former = known ?? (await wasHere(deps, scope, user.email))
    const userId = former ?? (await createPerson(deps, user))
    const isMadeHere = former === undefined
    return unitOfWork.inTeam(scope, async (repos) => {
      await repos.people.lock()
      // However the account was found: one that the directory knows already is not another's too.
      if ((await repos.provisioning.user(userId)) !== undefined) throw provisionedTwice()
      await repos.provisioning.saveUser({ ...user, userId, isMadeHere }, now())
      await setActive(repos, scope, { userId, active: user.active, groupRoles, now: now() })
      await repos.audit.add({
        id: newId.event(),
        action: 'member.provisioned',
        userId: requirePerson(scope),
        subject: userId,
      })
      return requireUser(repos, userId)
    })
  }

/** Somebody who has left this very team comes back as who they were; what they are in others is nothing to it. */
const wasHere = (
  { unitOfWork }: ProvisionDeps,
  { teamId }: Scope,
  email: string | null,
): Promise<UserId | undefined> =>
  unitOfWork.asSystem(async ({ persons }) => {
    const holder = email === null ? undefined : await persons.findByEmail(email)
    return holder !== undefined && (await persons.wasIn(teamId, holder)) ? holder : undefined
  })

const createPerson = ({ unitOfWork }: ProvisionDeps, user: UserToProvision): Promise<UserId> =>
  unitOfWork.asSystem(async ({ persons }) => {
    const holder = user.email === null ? undefined : await persons.findByEmail(user.email)
    const userId = newId.user()
    await persons.create({
      userId,
      name: user.name,
      email: holder === undefined ? user.email : null,
    })
    return userId
  })

/** Puts what the directory says in the place of what it said; somebody deactivated is out with this very request. */
export const makeChangeProvisionedUser =
  ({ unitOfWork, groupRoles, now = systemClock }: ProvisionDeps) =>
  async (scope: Scope, id: string, sent: UserToProvision): Promise<ProvisionedUser> => {
    const user = cleanStrings(sent)
    const { before, after } = await unitOfWork.inTeam(scope, async (repos) => {
      await ensureProvisioner(repos, scope)
      await repos.people.lock()
      const before = await requireUser(repos, id)
      const { userId, isMadeHere } = before
      const named = await repos.provisioning.userByName(user.userName)
      if (named !== undefined && named.userId !== userId) throw provisionedTwice()
      await repos.provisioning.saveUser({ ...user, userId, isMadeHere }, now())
      await setActive(repos, scope, { userId, active: user.active, groupRoles, now: now() })
      return { before, after: await requireUser(repos, id) }
    })
    if (before.isMadeHere) await changePerson({ unitOfWork }, scope, before, user)
    return after
  }

/**
 * An account that was made for the directory goes on being named by it, until its person says otherwise. Their address is theirs
 * as soon as they have been here in any way.
 */
const changePerson = (
  { unitOfWork }: Pick<ProvisionDeps, 'unitOfWork'>,
  scope: Scope,
  before: ProvisionedUser,
  { name, email }: UserToProvision,
): Promise<void> =>
  unitOfWork.asSystem(async ({ persons, auditOf }) => {
    const { teamId, given } = scope
    const { userId } = before
    const note = (
      action: 'member.renamed' | 'member.address_changed',
      from: string | null,
      to: string,
    ) =>
      auditOf(teamId, given).add({
        id: newId.event(),
        action,
        userId: requirePerson(scope),
        subject: userId,
        personal: { of: userId, fields: { from, to } },
      })
    if (await persons.rename({ userId, from: before.name, to: name }))
      await note('member.renamed', before.name, name)
    if (email === null || email === before.email) return
    if (await persons.moveEmail({ teamId, userId, from: before.email, to: email }))
      await note('member.address_changed', before.email, email)
  })

/** The directory forgets somebody: they are out, and so is what it reported of them. */
export const makeRemoveProvisionedUser =
  ({ unitOfWork, groupRoles, now = systemClock }: ProvisionDeps) =>
  (scope: Scope, id: string): Promise<void> =>
    unitOfWork.inTeam(scope, async (repos) => {
      await ensureProvisioner(repos, scope)
      await repos.people.lock()
      const { userId } = await requireUser(repos, id)
      await setActive(repos, scope, { userId, active: false, groupRoles, now: now() })
      await repos.provisioning.removeUser(userId, now())
    })

type Activity = { userId: UserId; active: boolean; groupRoles: GroupRoles; now: Date }

const setActive = async (
  repos: TeamRepositories,
  scope: Scope,
  { userId, active, groupRoles, now }: Activity,
): Promise<void> => {
  const { people, audit } = repos
  const member = await people.find(userId)
  if (active && member === undefined) {
    await people.admit(userId, await roleFor(repos, groupRoles, userId))
    return
  }
  if (active) return followRole(repos, scope, groupRoles, userId)
  if (member === undefined) return
  // A directory that goes wrong must not take the team from those who own it.
  if (member.role === 'owner') throw ownerNotProvisioned()
  const keys = await endMembership(repos, member, now)
  await audit.add({
    id: newId.event(),
    action: 'member.deprovisioned',
    userId: requirePerson(scope),
    subject: userId,
    details: { role: member.role, keys },
  })
}
