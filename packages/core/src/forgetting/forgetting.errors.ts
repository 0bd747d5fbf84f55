import { defineError } from '../errors.ts'

export const forgettingNotYours = defineError(
  'forbidden',
  'forgetting.not_yours',
  'You can have forgotten what is your own; ask an admin for anything else, and give them its id.',
)

export const forgettingByService = defineError(
  'forbidden',
  'forgetting.service_account',
  'A service account forgets nothing; a person has to ask for it.',
)

export const forgettingAdminAlone = defineError(
  'forbidden',
  'forgetting.admin_alone',
  'Only an admin has all of a project forgotten; add `mine` for your own sessions in it.',
)

export const forgettingNameNeeded = defineError(
  'invalid',
  'forgetting.name_needed',
  'All of the project would go: type its name in `confirm`.',
)

export const forgettingNothing = defineError(
  'invalid',
  'forgetting.nothing',
  'Say what to forget: `mine`, a `project`, or what was `before` a time.',
)

export const forgettingProjectUnknown = defineError(
  'not_found',
  'forgetting.project_unknown',
  'There is no such project in your team, or several are called so; give its id.',
)

export const deletionNotFound = defineError(
  'not_found',
  'deletion.not_found',
  'There is no such deletion in your team, or it is of somebody else.',
)

export const deletionTooLate = defineError(
  'conflict',
  'deletion.too_late',
  'Its time to be undone has passed: it is purged, or is being purged now.',
)

export const personNameNeeded = defineError(
  'invalid',
  'erasure.name_needed',
  'All of the person would go: type their name in `confirm`; of who is no member any more, their id.',
)

export const personOfService = defineError(
  'conflict',
  'erasure.service_account',
  'A service account is nobody; remove it from the team, and forget its sessions by their ids.',
)

export const personOnlyOwner = defineError(
  'conflict',
  'erasure.only_owner',
  'This is the only owner of the team, who cannot be erased: make another member owner first (`lore team transfer`).',
)

export const personErasedAlready = defineError(
  'conflict',
  'erasure.waits_already',
  'This person is to be erased already; Settings → Deletions says when.',
)

export const forgettingHeld = defineError(
  'conflict',
  'forgetting.held',
  'A legal hold keeps some of this, so nothing of it is deleted; an admin lifts it under Settings → Deletions.',
)

export const heldUnknown = defineError(
  'not_found',
  'hold.subject_not_found',
  'There is no such person, project or session in your team; give a whole id.',
)

export const heldAlready = defineError('conflict', 'hold.already', 'This is held already.')

export const notHeld = defineError(
  'not_found',
  'hold.not_found',
  'Nothing holds this in your team.',
)
