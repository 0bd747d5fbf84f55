export { makeGetProvisioning, scimAddress } from './get-provisioning.ts'
export type { GroupRoles } from './group-role.ts'
export {
  type GroupToProvision,
  makeGetProvisionedGroup,
  makeListProvisionedGroups,
  makeProvisionGroup,
  makeRemoveProvisionedGroup,
} from './provision-groups.ts'
export {
  makeChangeProvisionedUser,
  makeGetProvisionedUser,
  makeListProvisionedUsers,
  makeProvisionUser,
  makeRemoveProvisionedUser,
  type UserToProvision,
} from './provision-users.ts'
