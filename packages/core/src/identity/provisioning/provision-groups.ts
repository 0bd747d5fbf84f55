import type { ProvisionedGroup, TeamRepositories } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import { systemClock } from '../../platform/clock.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { requirePerson } from '../teams/require-person.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { ensureProvisioner, followRole } from './group-role.ts'
import type { ProvisionDeps } from './provision-users.ts'
import {
  provisionedGroupNotFound,
  provisionedMemberUnknown,
  provisionedTwice,
} from './provisioning.errors.ts'

type Scope = TeamScope<'admin'>

export type GroupToProvision = { name: string; externalId: string | null; members: string[] }

export const makeListProvisionedGroups =
  ({ unitOfWork }: ProvisionDeps) =>
  (scope: Scope): Promise<ProvisionedGroup[]> =>
    unitOfWork.inTeam(scope, async (repos) => {
      await ensureProvisioner(repos, scope)
      return repos.provisioning.groups()
    })

const requireGroup = async (
  { provisioning }: Pick<TeamRepositories, 'provisioning'>,
  id: string,
): Promise<ProvisionedGroup> => {
  const found = await provisioning.group(id)
  if (found === undefined) throw provisionedGroupNotFound()
  return found
}

/** @throws DomainError `scim.group_not_found` */
export const makeGetProvisionedGroup =
  ({ unitOfWork }: ProvisionDeps) =>
  (scope: Scope, id: string): Promise<ProvisionedGroup> =>
    unitOfWork.inTeam(scope, async (repos) => {
      await ensureProvisioner(repos, scope)
      return requireGroup(repos, id)
    })

/**
 * A group with these members, in the place of what it was. Whoever came or went has the role of their groups with this very
 * request.
 *
 * @throws DomainError `scim.group_not_found`, `scim.uniqueness`, `scim.unknown_member`
 */
export const makeProvisionGroup =
  ({ unitOfWork, groupRoles, now = systemClock }: ProvisionDeps) =>
  (scope: Scope, id: string | undefined, sent: GroupToProvision): Promise<ProvisionedGroup> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { people, provisioning, audit } = repos
      await ensureProvisioner(repos, scope)
      await people.lock()
      const before = id === undefined ? undefined : await requireGroup(repos, id)
      const { name, externalId, members } = cleanStrings(sent)
      const groupId = before?.id ?? newId.group()
      const named = await provisioning.groupByName(name)
      if (named !== undefined && named.id !== groupId) throw provisionedTwice()
      const wanted = [...new Set(members)] as UserId[]
      const known = new Set((await provisioning.users()).map(({ userId }) => userId))
      if (wanted.some((userId) => !known.has(userId))) throw provisionedMemberUnknown()
      await provisioning.saveGroup({ id: groupId, name, externalId, members: wanted }, now())
      for (const userId of new Set([...(before?.members ?? []), ...wanted]))
        await followRole(repos, scope, groupRoles, userId)
      await audit.add({
        id: newId.event(),
        action: 'group.provisioned',
        userId: requirePerson(scope),
        subject: groupId,
        details: { name, members: wanted.length },
      })
      return requireGroup(repos, groupId)
    })

export const makeRemoveProvisionedGroup =
  ({ unitOfWork, groupRoles }: ProvisionDeps) =>
  (scope: Scope, id: string): Promise<void> =>
    unitOfWork.inTeam(scope, async (repos) => {
      await ensureProvisioner(repos, scope)
      await repos.people.lock()
      const { id: groupId, members, name } = await requireGroup(repos, id)
      await repos.provisioning.removeGroup(groupId)
      for (const userId of members) await followRole(repos, scope, groupRoles, userId)
      await repos.audit.add({
        id: newId.event(),
        action: 'group.removed',
        userId: requirePerson(scope),
        subject: groupId,
        details: { name },
      })
    })
