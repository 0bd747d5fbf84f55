import { defineError } from '../../errors.ts'

export const providerUnknown = defineError(
  'not_found',
  'sign_in.no_provider',
  'There is no such sign-in provider here; go back to the sign-in page and choose one of those it shows.',
)

export const attemptOver = defineError(
  'unauthenticated',
  'sign_in.attempt_over',
  'This sign-in was used already, took more than ten minutes, or was begun in another browser. Begin it again.',
)

export const providerRefused = defineError(
  'forbidden',
  'sign_in.refused_by_provider',
  'The provider did not sign you in. Try again, or ask an admin of your team.',
)

export const providerCannotVouch = defineError(
  'invalid',
  'managed_client.provider_cannot_vouch',
  'No such provider of OpenID Connect is set up for your team; `GET /v1/managed-clients` names those that can vouch for a client.',
)

export const managedClientNotFound = defineError(
  'not_found',
  'managed_client.not_found',
  'There is no such managed client in your team; `lore clients managed` shows which there are.',
)

export const providerFailed = defineError(
  'unavailable',
  'sign_in.provider_failed',
  'The provider cannot be used now. An admin finds out why with the test button in the settings, under "Sign-in".',
)

export const emailNotVerified = defineError(
  'forbidden',
  'sign_in.email_not_verified',
  'The provider does not vouch for your email address. Verify it there, then sign in again. Some providers never say so (Entra ID, Authentik): then whoever set it up chooses under "Addresses that count" (`email_trust`, or SIGN_IN_OIDC_EMAIL_TRUST) whether its addresses can be trusted.',
)

export const noEmail = defineError(
  'forbidden',
  'sign_in.no_email',
  'The provider says no email address of yours, and people are known here by theirs. Whoever set it up has it send the claim `email` (at Entra ID an optional claim of the token), and sees to it that your account there has an address.',
)

export const domainNotAllowed = defineError(
  'forbidden',
  'sign_in.domain_not_allowed',
  'Addresses of this domain do not sign in here. Use your address at work, or ask an admin of your team.',
)

export const notInvited = defineError(
  'forbidden',
  'sign_in.not_invited',
  'You signed in, but nobody here knows you yet. Ask an admin of your team for an invitation, and begin with its link.',
)

export const noTeam = defineError(
  'forbidden',
  'sign_in.no_team',
  'You are in no team here any more. Ask an admin for an invitation.',
)

export const identityTaken = defineError(
  'conflict',
  'sign_in.identity_taken',
  'This account at the provider belongs to another person here already. Sign in with it, or use another account.',
)

export const browserOnly = defineError(
  'conflict',
  'sign_in.browser_only',
  'This is done in a browser that is signed in, not with a key.',
)

export const browserBorrowed = defineError(
  'conflict',
  'sign_in.borrowed',
  'This browser came in by a link of somebody else or of a key. Sign in as yourself first.',
)

export const browserNotFound = defineError(
  'not_found',
  'browser.not_found',
  'You are signed in in no such browser; it may have ended already.',
)

export const passkeyNotFound = defineError(
  'not_found',
  'passkey.not_found',
  'You have no such passkey; it may have been removed already.',
)

export const passkeyRefused = defineError(
  'unauthenticated',
  'passkey.refused',
  'This passkey is not known here, or what it signed does not fit. Sign in another way, then add it again in the settings.',
)

export const providerNotFound = defineError(
  'not_found',
  'sign_in_provider.not_found',
  'There is no such sign-in provider in your team; those of the environment are changed there.',
)

export const providerIncomplete = defineError(
  'invalid',
  'sign_in_provider.incomplete',
  'A provider needs its issuer (for `oidc`) and, when it is new, its client secret.',
)

export const providerOpenToAll = defineError(
  'invalid',
  'sign_in_provider.open_to_all',
  'A role for newcomers needs `allowed_domains`: without them anybody with an account at the provider could join.',
)

export const providerTrustUnsafe = defineError(
  'invalid',
  'sign_in_provider.trust_unsafe',
  'A value of `email_trust` beyond `verified` is for a provider of kind `oidc`, of one organisation, with `allowed_domains`: else people could come in as somebody else by an address that nobody checked.',
)

export const providerPrivate = defineError(
  'invalid',
  'sign_in_provider.private_address',
  'The address of the provider is in a private network, into which this server connects for nobody. Whoever runs the server allows it with ALLOWED_PRIVATE_HOSTS.',
)

export const noSecretKey = defineError(
  'conflict',
  'sign_in_provider.no_secret_key',
  'This server has no key to encrypt secrets with. Set TEAMLORE_SECRET on every API process to a random text of 32 or more characters, and start it again.',
)

export const secretUnreadable = defineError(
  'conflict',
  'sign_in_provider.secret_unreadable',
  'The stored client secret was encrypted with another key than this server has. Enter the secret again, or bring the former TEAMLORE_SECRET (or `secret-key` in TEAMLORE_HOME) back.',
)

export const deviceNotFound = defineError(
  'not_found',
  'device.not_found',
  'No machine and no client waits under this code. Codes last ten minutes and are used once: look at the terminal, or run the command again.',
)

export const devicePending = defineError(
  'conflict',
  'device.authorization_pending',
  'Nobody has confirmed the code yet; ask again in a few seconds.',
)

export const deviceSlowDown = defineError(
  'conflict',
  'device.slow_down',
  'Asked too often; wait five seconds longer between two questions.',
)

export const deviceDenied = defineError(
  'forbidden',
  'device.access_denied',
  'This machine was turned away on the page. Run the command again if that was a mistake.',
)

export const deviceExpired = defineError(
  'invalid',
  'device.expired_token',
  'The code is over or was used already. Run the command again.',
)
