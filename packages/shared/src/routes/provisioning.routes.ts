import { provisioningSchema } from '../contracts/provisioning.contract.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

export const provisioningRoutes = {
  provisioning: route({
    method: 'GET',
    path: '/v1/provisioning',
    id: 'getProvisioning',
    needs: needed('sign_in.manage'),
    tag: 'Access',
    docs: 'the address for SCIM, how many people and which groups the directory reported, and their roles',
    summary: 'Get the state of provisioning',
    description:
      'Where a directory provisions by SCIM 2.0, how many users it reported, its groups with the role that each gives, and when it last reported anything.',
    answer: provisioningSchema,
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const provisioningComponents = { Provisioning: provisioningSchema } as const
