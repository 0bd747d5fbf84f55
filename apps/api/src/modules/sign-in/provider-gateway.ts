import {
  type ProviderGateway,
  providerFailed,
  providerRefused,
  type SignInProvider,
} from '@teamlore/core'
import { AssertionRefused } from '@teamlore/core/grants'
import { type AllowedHosts, isPrivateByName } from '@teamlore/shared/outbound'
import type { FastifyBaseLogger } from 'fastify'
import { describeError } from '../../errors/describe-error.ts'
import { createGitHubClients } from './github-client.ts'
import { createOidcClient } from './oidc-client.ts'
import { isGitHub } from './provider-addresses.ts'
import { type ProviderClient, ProviderSaidNo } from './provider-client.ts'
import { createProviderConfigs } from './provider-config.ts'
import { createProviderConnections } from './provider-fetch.ts'
import { createAssertionReader } from './read-assertion.ts'
import { testProvider } from './test-provider.ts'

type Deps = {
  publicUrl: string
  /** Of private networks. */
  allowedHosts: AllowedHosts
  log?: FastifyBaseLogger | undefined
}

/** GitHub by @fastify/oauth2, and OpenID Connect by a certified library: ADR 0046 says why not both by one. */
export const createProviderGateway = ({ publicUrl, allowedHosts, log }: Deps): ProviderGateway => {
  const { fetchOf, lookupOf } = createProviderConnections(allowedHosts)
  const githubOf = createGitHubClients({ publicUrl, fetchOf, lookupOf })
  const configOf = createProviderConfigs({ publicUrl, fetchOf })
  const readAssertion = createAssertionReader({ publicUrl, fetchOf, configOf })
  const clientOf = async (
    provider: SignInProvider,
    options?: { isFresh: boolean },
  ): Promise<ProviderClient> =>
    isGitHub(provider)
      ? githubOf(provider)
      : createOidcClient(provider, await configOf(provider, options))
  const note = (provider: SignInProvider, error: unknown): void =>
    log?.warn({ provider: provider.id, failure: describeError(error) }, 'a sign-in provider failed')
  const asking = async <T>(
    provider: SignInProvider,
    ask: (client: ProviderClient) => Promise<T>,
  ): Promise<T> => {
    try {
      return await ask(await clientOf(provider))
    } catch (error) {
      note(provider, error)
      if (error instanceof ProviderSaidNo) throw providerRefused({ cause: error })
      throw providerFailed({ cause: error })
    }
  }
  return {
    begin: (provider, callbackUrl) => asking(provider, (client) => client.begin(callbackUrl)),
    profileOf: (provider, answer) => asking(provider, (client) => client.profileOf(answer)),
    readAssertion: (provider, assertion, expected) =>
      readAssertion(provider, assertion, expected).catch((error: unknown) => {
        if (error instanceof AssertionRefused) throw error
        note(provider, error)
        throw new AssertionRefused('its provider cannot be asked for its keys now', undefined, {
          cause: error,
        })
      }),
    test: (provider, callbackUrl) =>
      testProvider(provider, {
        callbackUrl,
        clientOf: (asked) => clientOf(asked, { isFresh: true }),
        fetch: fetchOf(provider),
      }),
    isPrivate: (issuer) => isPrivateByName(allowedHosts, new URL(issuer).hostname),
  }
}
