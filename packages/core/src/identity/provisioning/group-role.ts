import type { TeamRepositories } from '@teamlore/db'
import { newId, type TeamRole } from '@teamlore/shared'
import { changeRole } from '../people/end-membership.ts'
import { roleOfGroups } from '../sign-in/admit-profile.ts'
import { requirePerson } from '../teams/require-person.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { provisionerNeeded } from './provisioning.errors.ts'

export type GroupRoles = readonly { group: string; role: TeamRole }[]

/** What somebody may whose groups say nothing. */
export const USUAL_ROLE: TeamRole = 'member'

type Repos = Pick<
  TeamRepositories,
  'people' | 'provisioning' | 'ownSignInProviders' | 'audit' | 'outbox' | 'apiKeys'
>

/** A directory is no person: it comes by the key of a service account that an admin made for it. */
export const ensureProvisioner = async (
  { people }: Pick<Repos, 'people'>,
  scope: TeamScope<'admin'>,
): Promise<void> => {
  const caller = await people.find(requirePerson(scope))
  if (caller?.kind !== 'service') throw provisionerNeeded()
}

/** The same table that signing in goes by: of the environment, and of the providers of the team. */
export const rolesByGroup = async (
  { ownSignInProviders }: Pick<Repos, 'ownSignInProviders'>,
  fixed: GroupRoles,
): Promise<GroupRoles> => [
  ...fixed,
  ...(await ownSignInProviders.list()).flatMap(({ groupRoles }) => groupRoles),
]

export const roleFor = async (
  { provisioning, ownSignInProviders }: Pick<Repos, 'provisioning' | 'ownSignInProviders'>,
  fixed: GroupRoles,
  userId: string,
): Promise<TeamRole> => {
  const groupRoles = await rolesByGroup({ ownSignInProviders }, fixed)
  const groups = await provisioning.groupsOf(userId)
  return roleOfGroups({ groupRoles }, groups) ?? USUAL_ROLE
}

/** Gives a member the role of their groups, at once. Owners stay owners, whatever a directory says. */
export const followRole = async (
  repos: Repos,
  scope: TeamScope<'admin'>,
  fixed: GroupRoles,
  userId: string,
): Promise<void> => {
  const { people, audit } = repos
  const member = await people.find(userId)
  if (member === undefined || member.role === 'owner') return
  const role = await roleFor(repos, fixed, userId)
  if (role === member.role) return
  const ended = await changeRole(repos, member, role)
  await audit.add({
    id: newId.event(),
    action: 'member.role_changed',
    userId: requirePerson(scope),
    subject: member.id,
    details: { from: member.role, to: role, by: 'provisioning', ...ended },
  })
}
