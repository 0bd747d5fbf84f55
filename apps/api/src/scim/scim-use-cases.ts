import type { Clock } from '@teamlore/core'
import {
  type GroupRoles,
  makeChangeProvisionedUser,
  makeGetProvisionedGroup,
  makeGetProvisionedUser,
  makeGetProvisioning,
  makeListProvisionedGroups,
  makeListProvisionedUsers,
  makeProvisionGroup,
  makeProvisionUser,
  makeRemoveProvisionedGroup,
  makeRemoveProvisionedUser,
} from '@teamlore/core/provisioning'
import type { UnitOfWork } from '@teamlore/db'

/** What a directory may do, under the names that the routes of SCIM call it by. */
export const scimUseCases = (deps: {
  unitOfWork: UnitOfWork
  now: Clock
  groupRoles: GroupRoles
  publicUrl: string
}) => ({
  getProvisioning: makeGetProvisioning(deps),
  listProvisionedUsers: makeListProvisionedUsers(deps),
  getProvisionedUser: makeGetProvisionedUser(deps),
  provisionUser: makeProvisionUser(deps),
  changeProvisionedUser: makeChangeProvisionedUser(deps),
  removeProvisionedUser: makeRemoveProvisionedUser(deps),
  listProvisionedGroups: makeListProvisionedGroups(deps),
  getProvisionedGroup: makeGetProvisionedGroup(deps),
  provisionGroup: makeProvisionGroup(deps),
  removeProvisionedGroup: makeRemoveProvisionedGroup(deps),
})

export type ScimUseCases = ReturnType<typeof scimUseCases>
