import { CLIENT_SCOPES, type ClientScope } from '@teamlore/shared/clients'
import { ID_JAG_PROFILE, JWT_BEARER_GRANT } from '@teamlore/shared/managed-clients'
import { DEVICE_GRANT } from '@teamlore/shared/sign-in'
import type { FastifyInstance } from 'fastify'
import {
  DEVICE_CODE_PATH,
  KEYS_PATH,
  metadataPathsOf,
  OAUTH_PATHS,
  resourceMetadataOf,
  resourceOf,
} from './addresses.ts'

/** What a client without a token is answered, beside its status: where it reads how to get one, and what to ask for. */
export const challengeOf =
  (publicUrl: string) =>
  (scopes: readonly ClientScope[]): string =>
    `resource_metadata="${resourceMetadataOf(publicUrl)}", scope="${scopes.join(' ')}"`

/** The documents of RFC 9728 and RFC 8414, at each address where a client looks for them. */
export const registerWellKnown = (
  app: FastifyInstance,
  publicUrl: string,
  takesClientDocuments: boolean,
): void => {
  const paths = metadataPathsOf(publicUrl)
  const resource = resourceMetadata(publicUrl)
  const server = serverMetadata(publicUrl, takesClientDocuments)
  const documents: [string, object][] = [
    ...paths.resource.map((url): [string, object] => [url, resource]),
    ...paths.server.map((url): [string, object] => [url, server]),
    [KEYS_PATH, { keys: [] }],
  ]
  for (const [url, document] of documents)
    app.get(url, { schema: { hide: true } }, (_request, reply) =>
      reply
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=300')
        .send(document),
    )
}

const resourceMetadata = (publicUrl: string) => ({
  resource: resourceOf(publicUrl),
  authorization_servers: [publicUrl],
  scopes_supported: CLIENT_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Teamlore',
})

const serverMetadata = (publicUrl: string, takesClientDocuments: boolean) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${OAUTH_PATHS.authorization}`,
  token_endpoint: `${publicUrl}${OAUTH_PATHS.token}`,
  registration_endpoint: `${publicUrl}${OAUTH_PATHS.registration}`,
  device_authorization_endpoint: `${publicUrl}${DEVICE_CODE_PATH}`,
  revocation_endpoint: `${publicUrl}${OAUTH_PATHS.revocation}`,
  scopes_supported: CLIENT_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT, JWT_BEARER_GRANT],
  authorization_grant_profiles_supported: [ID_JAG_PROFILE],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  authorization_response_iss_parameter_supported: true,
  // What a client asks for by OpenID Connect Discovery must say these too. No ID token is ever given.
  jwks_uri: `${publicUrl}${KEYS_PATH}`,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  ...(takesClientDocuments && { client_id_metadata_document_supported: true }),
})
