import {
  addedManagedClientSchema,
  addManagedClientSchema,
  managedClientListSchema,
} from '../managed-clients/managed-client.contract.ts'
import { needed } from '../roles/roles.ts'
import { idParams, route } from './route.ts'

/** Programs that the identity provider of a team vouches for (ID-JAG). */
export const managedClientRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/managed-clients',
    id: 'listManagedClients',
    needs: needed('keys.manage'),
    tag: 'Access',
    docs: 'clients that an identity provider vouches for, which providers can, and what to enter there',
    summary: 'List managed clients',
    description:
      'Clients that get tokens by an assertion of a sign-in provider, without asking the person. Secrets are never shown.',
    answer: managedClientListSchema,
  }),
  add: route({
    method: 'POST',
    path: '/v1/managed-clients',
    id: 'addManagedClient',
    needs: needed('keys.manage'),
    tag: 'Access',
    docs: 'have a provider vouch for a client; its secret is shown once',
    summary: 'Add a managed client',
    description:
      'From now on the provider may let this client in for every member who has signed in with it. Answers with the client id and the secret.',
    body: addManagedClientSchema,
    answer: addedManagedClientSchema,
    status: 201,
    failures: [404, 409, 422],
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/managed-clients/:id',
    id: 'removeManagedClient',
    needs: needed('keys.manage'),
    tag: 'Access',
    docs: 'end it, and all tokens that it holds, at once',
    summary: 'Remove a managed client',
    description: 'Its tokens stop working at once, for everybody, and it gets no others.',
    params: idParams('managedClient'),
    status: 204,
    failures: [404, 422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const managedClientComponents = {
  AddManagedClient: addManagedClientSchema,
  AddedManagedClient: addedManagedClientSchema,
  ManagedClientList: managedClientListSchema,
} as const
