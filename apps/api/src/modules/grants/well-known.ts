import { CLIENT_SCOPES, type ClientScope } from '@teamlore/shared/clients'
import type { FastifyInstance } from 'fastify'
import {
  OAUTH_PATHS,
  PROTECTED_RESOURCE_PATH,
  resourceOf,
  SERVER_METADATA_PATH,
} from './addresses.ts'

/** What a client without a token is answered, beside its status: where it reads how to get one, and what to ask for. */
export const challengeOf =
  (publicUrl: string) =>
  (scopes: readonly ClientScope[]): string =>
    `resource_metadata="${publicUrl}${PROTECTED_RESOURCE_PATH}/mcp", scope="${scopes.join(' ')}"`

/** The documents of RFC 9728 and RFC 8414. Some clients ask for the first at the root alone, some at the path of /mcp alone. */
export const registerWellKnown = (
  app: FastifyInstance,
  publicUrl: string,
  takesClientDocuments: boolean,
): void => {
  const documents = {
    [PROTECTED_RESOURCE_PATH]: resourceMetadata(publicUrl),
    [`${PROTECTED_RESOURCE_PATH}/mcp`]: resourceMetadata(publicUrl),
    [SERVER_METADATA_PATH]: serverMetadata(publicUrl, takesClientDocuments),
  }
  for (const [url, document] of Object.entries(documents))
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
  revocation_endpoint: `${publicUrl}${OAUTH_PATHS.revocation}`,
  scopes_supported: CLIENT_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  authorization_response_iss_parameter_supported: true,
  ...(takesClientDocuments && { client_id_metadata_document_supported: true }),
})
