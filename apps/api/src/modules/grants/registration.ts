import { cleanName } from '@teamlore/shared/names'
import { DEVICE_GRANT } from '@teamlore/shared/sign-in'
import { z } from 'zod'
import { isLocalRedirect, isSafeRedirect } from './addresses.ts'

const MAX_NAME = 100
const MAX_REDIRECTS = 20

const GRANT_TYPES = ['authorization_code', 'refresh_token', DEVICE_GRANT]
const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post']

const listOf = (most: number) => z.array(z.string().max(2_000)).max(most)

/** What of a registration counts here. Clients say much more, and some of it wrongly; that is left out, not refused. */
const registrationSchema = z.object({
  redirect_uris: listOf(MAX_REDIRECTS).default([]),
  client_name: z.string().max(1_000).optional().catch(undefined),
  client_uri: z.string().max(2_000).optional().catch(undefined),
  grant_types: listOf(MAX_REDIRECTS).optional().catch(undefined),
  token_endpoint_auth_method: z.string().optional().catch(undefined),
})

export type Registration = { body: Record<string, unknown> } | { error: OAuthError }
export type OAuthError = { error: string; error_description: string }

/**
 * A registration as the authorization server takes it. Who answers on the machine is a native client whatever it calls itself:
 * some send a list of loopback addresses, schemes and sites at once.
 */
export const readRegistration = (sent: unknown): Registration => {
  const read = registrationSchema.safeParse(sent)
  if (!read.success)
    return refused('invalid_client_metadata', 'redirect_uris must be a list of addresses')
  const { redirect_uris, client_name, grant_types, token_endpoint_auth_method: method } = read.data
  const grants = grant_types?.filter((type) => GRANT_TYPES.includes(type)) ?? []
  const isNamed = grants.includes('authorization_code') || grants.includes(DEVICE_GRANT)
  // A client that comes in by a code alone is sent nowhere.
  const isSent = !isNamed || grants.includes('authorization_code')
  if (isSent && redirect_uris.length === 0)
    return refused('invalid_client_metadata', 'redirect_uris must be a list of addresses')
  const unsafe = redirect_uris.find((uri) => !isSafeRedirect(uri))
  if (unsafe !== undefined)
    return refused(
      'invalid_redirect_uri',
      'redirect_uris must be https, a loopback address, or a scheme of a desktop program',
    )
  const name = cleanName(client_name ?? '').slice(0, MAX_NAME)
  return {
    body: {
      redirect_uris,
      application_type: !isSent || redirect_uris.some(isLocalRedirect) ? 'native' : 'web',
      response_types: isSent ? ['code'] : [],
      ...(name !== '' && { client_name: name }),
      ...(isNamed && { grant_types: grants }),
      token_endpoint_auth_method: AUTH_METHODS.find((known) => known === method) ?? 'none',
    },
  }
}

const refused = (error: string, error_description: string): Registration => ({
  error: { error, error_description },
})
