export {
  makeAddManagedClient,
  makeListManagedClients,
  makeRemoveManagedClient,
} from '../sign-in/managed-clients.ts'
export { type Assertion, AssertionRefused } from '../sign-in/provider.types.ts'
export { deviceNotFound } from '../sign-in/sign-in.errors.ts'
export {
  type AllowClient,
  type AskingClient,
  makeAllowClient,
  makeDenyClient,
  possibleScopes,
  requireBrowser,
} from './allow-client.ts'
export { type AuthenticateToken, makeAuthenticateToken, scopesOf } from './authenticate-token.ts'
export { makeListClients, makeRevokeClient } from './connected-clients.ts'
export { consentNotFound, consentOtherTeam } from './grants.errors.ts'
export {
  forgetEndedClients,
  type GrantEnd,
  makeOAuthState,
  type OAuthState,
} from './oauth-state.ts'
export { makeRedeemAssertion, type Redeemed } from './redeem-assertion.ts'
export { makeTeamNameOf } from './team-name.ts'
