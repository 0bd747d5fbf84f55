import type { SignInProvider } from '@teamlore/core'
import * as oidc from 'openid-client'
import { isSafeAddress, issuerOf } from './provider-addresses.ts'
import { ProviderSettingError } from './provider-client.ts'
import type { FetchOf } from './provider-fetch.ts'

const KEPT_MS = 10 * 60 * 1000
const TIMEOUT_SECONDS = 10
const REMEMBERED = 100

const discover = async (
  provider: SignInProvider,
  fetch: oidc.CustomFetch,
): Promise<oidc.Configuration> => {
  const issuer = new URL(issuerOf(provider))
  const isPlain = issuer.protocol === 'http:'
  return oidc.discovery(
    issuer,
    provider.clientId,
    undefined,
    oidc.ClientSecretPost(provider.clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: fetch,
      ...(isPlain ? { execute: [oidc.allowInsecureRequests] } : {}),
    },
  )
}

/** What some providers want, and say so. */
const authenticationOf = (config: oidc.Configuration, secret: string): oidc.ClientAuth => {
  const methods = config.serverMetadata().token_endpoint_auth_methods_supported
  const isPostKnown = methods === undefined || methods.includes('client_secret_post')
  return isPostKnown ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret)
}

const configure = async (
  provider: SignInProvider,
  fetch: oidc.CustomFetch,
): Promise<oidc.Configuration> => {
  const found = await discover(provider, fetch)
  const config = new oidc.Configuration(
    found.serverMetadata(),
    provider.clientId,
    undefined,
    authenticationOf(found, provider.clientSecret),
  )
  return guarded(config, provider, fetch)
}

/** Whatever the provider's description names is asked by the same guarded way, and not for ever. */
const guarded = (
  config: oidc.Configuration,
  provider: SignInProvider,
  fetch: oidc.CustomFetch,
): oidc.Configuration => {
  config[oidc.customFetch] = fetch
  config.timeout = TIMEOUT_SECONDS
  if (issuerOf(provider).startsWith('http:')) oidc.allowInsecureRequests(config)
  return config
}

export type ConfigOf = (
  provider: SignInProvider,
  options?: { isFresh?: boolean },
) => Promise<oidc.Configuration>

type Deps = { publicUrl: string; fetchOf: FetchOf; now?: () => number }

/** What providers say of themselves, kept for some minutes. */
export const createProviderConfigs = ({ publicUrl, fetchOf, now = Date.now }: Deps): ConfigOf => {
  const kept = new Map<string, { at: number; config: oidc.Configuration }>()
  return async (provider, { isFresh = false } = {}) => {
    if (!isSafeAddress(issuerOf(provider), publicUrl))
      throw new ProviderSettingError('The address of the provider must begin with https://.')
    const { id, clientId, clientSecret } = provider
    const fetch = fetchOf(provider)
    const key = JSON.stringify([id, issuerOf(provider), clientId, clientSecret])
    const found = kept.get(key)
    if (found && !isFresh && now() - found.at < KEPT_MS) return found.config
    const config = await configure(provider, (url, init) => fetch(url, init as RequestInit))
    if (kept.size >= REMEMBERED) kept.clear()
    kept.set(key, { at: now(), config })
    return config
  }
}
