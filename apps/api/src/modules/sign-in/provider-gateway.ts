import {
  type ProviderGateway,
  type ProviderProfile,
  providerFailed,
  providerRefused,
  type SignInProvider,
} from '@teamlore/core'
import { type AllowedHosts, isPrivateByName } from '@teamlore/shared/outbound'
import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { describeError } from '../../errors/describe-error.ts'
import { githubProfile } from './github-profile.ts'
import { groupsIn } from './group-claims.ts'
import { isGitHub } from './provider-addresses.ts'
import { type ConfigOf, createProviderConfigs } from './provider-config.ts'
import { createProviderFetch } from './provider-fetch.ts'
import { testProvider } from './test-provider.ts'

type Deps = {
  publicUrl: string
  /** Of private networks. */
  allowedHosts: AllowedHosts
  log?: FastifyBaseLogger | undefined
}

export const scopesOf = (provider: SignInProvider): string => {
  const asksGroups = provider.groupRoles.length > 0
  if (isGitHub(provider))
    return asksGroups ? 'read:user user:email read:org' : 'read:user user:email'
  return 'openid email profile'
}

/** OAuth 2.0 and OpenID Connect by a certified library: PKCE, state, nonce, and the ID token's signature, issuer and audience. */
export const createProviderGateway = ({ publicUrl, allowedHosts, log }: Deps): ProviderGateway => {
  const fetchOf = createProviderFetch(allowedHosts)
  const configOf = createProviderConfigs({ publicUrl, fetchOf })
  const asking = async <T>(provider: SignInProvider, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      log?.warn(
        { provider: provider.id, failure: describeError(error) },
        'a sign-in provider failed',
      )
      if (error instanceof oidc.AuthorizationResponseError) throw providerRefused({ cause: error })
      throw providerFailed({ cause: error })
    }
  }
  return {
    newChecks: () => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }),
    authorizationUrl: (provider, { state, nonce, verifier, callbackUrl }) =>
      asking(provider, async () => {
        const config = await configOf(provider)
        return oidc.buildAuthorizationUrl(config, {
          redirect_uri: callbackUrl,
          scope: scopesOf(provider),
          state,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(isGitHub(provider) ? {} : { nonce }),
        }).href
      }),
    profileOf: (provider, { state, nonce, verifier, answerUrl }) =>
      asking(provider, async () => {
        const config = await configOf(provider)
        const url = new URL(answerUrl)
        const checks = { expectedState: state, pkceCodeVerifier: verifier }
        if (isGitHub(provider)) {
          const tokens = await oidc.authorizationCodeGrant(config, url, checks)
          return githubProfile(config, provider, tokens.access_token)
        }
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          ...checks,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        return oidcProfile(config, provider, tokens)
      }),
    test: (provider, callbackUrl) =>
      testProvider(provider, {
        callbackUrl,
        configOf: fresh(configOf),
        fetch: fetchOf(provider),
      }),
    isPrivate: (issuer) => isPrivateByName(allowedHosts, new URL(issuer).hostname),
  }
}

const fresh =
  (configOf: ConfigOf) =>
  (provider: SignInProvider): Promise<oidc.Configuration> =>
    configOf(provider, { isFresh: true })

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** What the ID token says; what it leaves out, the provider is asked for. */
const oidcProfile = async (
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
