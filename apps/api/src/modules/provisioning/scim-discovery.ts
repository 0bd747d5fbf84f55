import type { FastifyInstance } from 'fastify'
import SCIMMY from 'scimmy'
import { answer, listOf, SCIM_ROUTE } from './scim-answers.ts'

const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'

const config = (base: string) => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'The key of a service account with the role admin, as a bearer token',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const types = (base: string) =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: [TYPE],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: SCIMMY.Schemas[name].id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))

/** What there is to be provisioned here, RFC 7644 section 4. */
export const registerScimDiscovery = (scim: FastifyInstance, base: string): void => {
  scim.get('/ServiceProviderConfig', SCIM_ROUTE, async (_request, reply) =>
    answer(reply, config(base)),
  )
  scim.get('/ResourceTypes', SCIM_ROUTE, async (_request, reply) =>
    answer(reply, listOf(types(base), {})),
  )
  scim.get('/Schemas', SCIM_ROUTE, async (_request, reply) =>
    answer(
      reply,
      listOf(
        [SCIMMY.Schemas.User, SCIMMY.Schemas.Group].map(
          ({ definition }) => definition.describe(base) as unknown as Record<string, unknown>,
        ),
        {},
      ),
    ),
  )
}
