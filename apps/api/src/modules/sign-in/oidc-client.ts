import type { ProviderProfile, SignInProvider } from '@teamlore/core'
import * as oidc from 'openid-client'
import { groupsIn } from './group-claims.ts'
import { bad, type Finding, good, type ProviderClient, ProviderSaidNo } from './provider-client.ts'

/** OpenID Connect by a certified library: PKCE, state, nonce, and the ID token's signature, issuer and audience. */
export const createOidcClient = (
  provider: SignInProvider,
  config: oidc.Configuration,
): ProviderClient => ({
  begin: async (callbackUrl) => {
    const checks = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }
    const { href } = oidc.buildAuthorizationUrl(config, {
      redirect_uri: callbackUrl,
      scope: 'openid email profile',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    })
    return { url: href, checks }
  },
  profileOf: async ({ state, nonce, verifier, answerUrl }) => {
    const tokens = await oidc
      .authorizationCodeGrant(config, new URL(answerUrl), {
        expectedState: state,
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      .catch(sayNo)
    return profileIn(config, provider, tokens)
  },
  findings: capabilitiesOf(config),
  tryCode: async (callbackUrl) => {
    try {
      await oidc.genericGrantRequest(config, 'authorization_code', {
        code: 'teamlore-test-of-settings',
        redirect_uri: callbackUrl,
        code_verifier: oidc.randomPKCECodeVerifier(),
      })
      return { taken: true }
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError) return error.error
      if (error instanceof oidc.WWWAuthenticateChallengeError) return 'invalid_client'
      throw error
    }
  },
})

const sayNo = (error: unknown): never => {
  if (error instanceof oidc.AuthorizationResponseError)
    throw new ProviderSaidNo(error.message, { cause: error })
  throw error
}

const capabilitiesOf = (config: oidc.Configuration): Finding[] => {
  const { scopes_supported: scopes, code_challenge_methods_supported: methods } =
    config.serverMetadata()
  return [
    ...(scopes !== undefined && !scopes.includes('email')
      ? [
          bad(
            'It does not offer the scope "email", so it vouches for no address. Switch that on there.',
          ),
        ]
      : []),
    methods?.includes('S256')
      ? good('It protects codes with PKCE.')
      : good('It does not say that it knows PKCE; codes are protected by state and nonce alone.'),
  ]
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** What the ID token says; what it leaves out, the provider is asked for. */
const profileIn = async (
  config: oidc.Configuration,
  provider: SignInProvider,
  tokens: Tokens,
): Promise<ProviderProfile> => {
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('The provider sent no ID token.')
  const { groupsClaim, groupRoles } = provider
  const lacksGroups = groupRoles.length > 0 && groupsIn(claims, groupsClaim) === undefined
  const { email } = claims
  // The token of some providers has the address alone, and their other answer says whether it is verified.
  const lacksVerdict = claims['email_verified'] === undefined && provider.emailTrust === 'verified'
  const isIncomplete = email === undefined || lacksVerdict || lacksGroups
  const hasMore = config.serverMetadata().userinfo_endpoint !== undefined
  const more =
    isIncomplete && hasMore
      ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
      : undefined
  const claimed: Record<string, unknown> = { ...more, ...claims }
  // What is said of one address is not said of another.
  if (email !== undefined && email !== more?.email)
    claimed['email_verified'] = claims['email_verified']
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(claimed['email']),
    isEmailVerified: verdictOf(claimed['email_verified']),
    name: textOf(claimed['name']) ?? textOf(claimed['preferred_username']),
    groups: groupsIn(claimed, groupsClaim) ?? (more && groupsIn(more, groupsClaim)),
  }
}

/** Some send it as a word. What is there and is no yes is a no. */
const verdictOf = (value: unknown): boolean | undefined =>
  value === undefined || value === null ? undefined : value === true || value === 'true'

const MAX_CHARS = 300

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_CHARS) : null
