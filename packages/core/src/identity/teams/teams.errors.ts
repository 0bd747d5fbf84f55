import { defineError } from '../../errors.ts'

export const apiKeyNotFound = defineError(
  'not_found',
  'api_key.not_found',
  'There is no such API key in your team.',
)

export const roleTooHigh = defineError(
  'forbidden',
  'api_key.role_too_high',
  'A key can have your own role at most, and that of the person it is for; only a key of your own role or below can be revoked.',
)

export const signInLinkInvalid = defineError(
  'unauthenticated',
  'sign_in.link_invalid',
  'This sign-in link was used already, is older than a day, was withdrawn, or is incomplete; ask for a new one.',
)

export const adminKeyWeak = defineError(
  'invalid',
  'admin_key.too_short',
  'TEAMLORE_ADMIN_KEY must have at least 8 characters without spaces; `openssl rand -base64 32` makes a good one.',
)

export const memberNotFound = defineError(
  'not_found',
  'member.not_found',
  'There is no such member in your team; `lore team list` shows who is.',
)

export const memberAboveYou = defineError(
  'forbidden',
  'member.above_you',
  'This member has a role above yours; ask somebody of that role.',
)

export const serviceCannotSignIn = defineError(
  'conflict',
  'member.is_service',
  'This account is for machines: it has keys, but does not sign in and cannot own the team.',
)

export const teamNotFound = defineError(
  'not_found',
  'team.not_found',
  'You are in no such team; GET /v1/me lists yours.',
)

export const teamFixed = defineError(
  'conflict',
  'team.fixed',
  'A key, and a browser that came in by a link of somebody else or of a key, stay in one team. Sign in as yourself, by a provider, a passkey that you added, or the link of `npm run sign-in`, or use a key of the other team.',
)

export const privateClosed = defineError(
  'forbidden',
  'access.private_closed',
  'Somebody else made this credential for you, so it opens and keeps nothing private. Say `team` as visibility, or use a key of your own: `lore keys create NAME` where you signed in yourself, or Settings → Keys and machines.',
)

export const notByGiven = defineError(
  'forbidden',
  'api_key.not_by_given',
  'Only with a credential of your own can you say that this is yours: sign in by a provider, a passkey that you added, or the invitation that you accepted.',
)

export const ownNotByGiven = defineError(
  'forbidden',
  'access.own_not_by_given',
  'Somebody else made this credential for you, so it ends itself and what came of it, and none of your own browsers, passkeys, keys and machines. Sign in yourself to end those: by a provider, or by a passkey that you added.',
)

export const keyIsOwn = defineError(
  'conflict',
  'api_key.is_own',
  'Nobody else made this key, so it is yours already.',
)

export const keyOfMachine = defineError(
  'conflict',
  'api_key.of_machine',
  'This is the key of a machine, and whoever made it may hold a copy. On the machine run `lore login` and confirm its code where you signed in yourself: it gets a key of its own, and this one ends.',
)

export const notForOthers = defineError(
  'forbidden',
  'member.not_for_others',
  'Somebody else made this credential, so it makes none for others and does not hand the team over. Sign in yourself, or use a key that you made.',
)

export const notByThisKey = defineError(
  'conflict',
  'member.not_by_this_key',
  'Only the person themselves may do this: sign in as yourself, or use a key of your own that may do as much as you.',
)
