import { defineError } from '../../errors.ts'

export const lastOwner = defineError(
  'conflict',
  'team.last_owner',
  'A team needs an owner: make another member owner first (`lore team transfer`, or give them the role).',
)

export const roleAboveYou = defineError(
  'forbidden',
  'member.role_above_you',
  'Nobody gives a role above their own; ask somebody who has it.',
)

export const alreadyMember = defineError(
  'conflict',
  'invitation.already_member',
  'Whoever this is for is a member of the team already.',
)

export const invitationNotFound = defineError(
  'not_found',
  'invitation.not_found',
  'There is no such invitation in your team; `lore team invitations` shows them.',
)

export const invitationEnded = defineError(
  'conflict',
  'invitation.ended',
  'This invitation was answered or withdrawn already; make a new one.',
)

export const invitationInvalid = defineError(
  'unauthenticated',
  'invitation.invalid',
  'This invitation was used, withdrawn or is older than a week; ask for a new one.',
)

export const signInFirst = defineError(
  'conflict',
  'invitation.sign_in_first',
  'This invitation is for somebody who has an account here: sign in with it, then open the link again.',
)

export const invitationForAnother = defineError(
  'conflict',
  'invitation.for_another',
  'This invitation is for another address than yours; ask for one of your own.',
)

export const browserNeeded = defineError(
  'conflict',
  'invitation.browser_needed',
  'Open the invitation in a browser in which you are signed in as yourself: a key belongs to one team.',
)

export const ownerAlready = defineError(
  'conflict',
  'team.owner_already',
  'You own this team yourself. Name somebody else, who becomes its owner in your place; `lore team list` shows who is in it.',
)
