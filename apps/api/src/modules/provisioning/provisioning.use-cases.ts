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
import type { Collaborators } from '../../platform/collaborators.ts'

/** What a directory may do, under the names that the routes of SCIM call it by. */
export const provisioningUseCases = (
  deps: Collaborators & { groupRoles: GroupRoles; publicUrl: string },
) => ({
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

export type ProvisioningUseCases = ReturnType<typeof provisioningUseCases>
