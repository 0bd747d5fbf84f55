import {
  answerConsentSchema,
  answeredConsentSchema,
  connectedClientPageSchema,
  connectedClientSchema,
  consentParamsSchema,
  consentSchema,
} from '../contracts/client.contract.ts'
import { pageQuerySchema } from '../contracts/common.contract.ts'
import { needed } from '../roles/roles.ts'
import { idParams, route } from './route.ts'

/** Programs that people let in by OAuth. */
export const clientRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/clients',
    id: 'listConnectedClients',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: "connected clients: one's own, for admins those of the team",
    summary: 'List connected clients',
    description:
      'Programs that were let in at /mcp by OAuth: what they are called, what they may do, when they were last here.',
    query: pageQuerySchema,
    answer: connectedClientPageSchema,
    failures: [422],
  }),
  revoke: route({
    method: 'DELETE',
    path: '/v1/clients/:id',
    id: 'revokeConnectedClient',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: "end one, at once: one's own, for admins any of the team",
    summary: 'Revoke a connected client',
    description: 'Its tokens stop working at once. It may ask to be let in again.',
    params: idParams('grant'),
    status: 204,
    failures: [404, 422],
  }),
} as const

/** The page on which somebody lets a client in. Both are for the browser in which the client began. */
export const consentRoutes = {
  find: route({
    method: 'GET',
    path: '/v1/consent/:id',
    id: 'findConsent',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: 'which client asks to be let in, and for what; browsers only',
    summary: 'Which client asks to be let in',
    description: 'What a person looks at before they let a client in.',
    params: consentParamsSchema,
    answer: consentSchema,
    failures: [404, 409],
  }),
  answer: route({
    method: 'POST',
    path: '/v1/consent/:id',
    id: 'answerConsent',
    needs: needed('self.manage'),
    tag: 'Access',
    limit: 'sign_in',
    docs: 'let it in, or turn it away; browsers only',
    summary: 'Let a client in, or turn it away',
    description:
      'The client acts as whoever allowed it, in the team they are in, within what they ticked. Answers with the address that takes the browser back to the client.',
    params: consentParamsSchema,
    body: answerConsentSchema,
    answer: answeredConsentSchema,
    failures: [403, 404, 409],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const clientComponents = {
  ConnectedClient: connectedClientSchema,
  ConnectedClientPage: connectedClientPageSchema,
  Consent: consentSchema,
  AnswerConsent: answerConsentSchema,
} as const
