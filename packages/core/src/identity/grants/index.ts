export {
  type AllowClient,
  type AskingClient,
  makeAllowClient,
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
export { makeTeamNameOf } from './team-name.ts'
