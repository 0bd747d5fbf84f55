import { defineError } from '../../errors.ts'

export const provisionerNeeded = defineError(
  'forbidden',
  'scim.service_key_needed',
  'Provisioning needs the key of a service account with the role admin. Make one in the settings, under "Sign-in", or with `lore team service` and `lore keys create`.',
)

export const provisionedUserNotFound = defineError(
  'not_found',
  'scim.user_not_found',
  'This team has no such provisioned user.',
)

export const provisionedGroupNotFound = defineError(
  'not_found',
  'scim.group_not_found',
  'This team has no such provisioned group.',
)

export const provisionedTwice = defineError(
  'conflict',
  'scim.uniqueness',
  'There is one already with this name, or whose account has this address; look it up and change that one.',
)

export const provisionedMemberUnknown = defineError(
  'invalid',
  'scim.unknown_member',
  'A group can only have members that were provisioned into this team before.',
)

export const ownerNotProvisioned = defineError(
  'forbidden',
  'scim.owner',
  'Owners are not managed by provisioning: give them another role in the settings first.',
)
