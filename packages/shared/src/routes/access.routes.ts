import {
  apiKeyPageSchema,
  apiKeySchema,
  createApiKeyRequestSchema,
  createApiKeyResponseSchema,
  signInLinkResponseSchema,
  signInRequestSchema,
} from '../contracts/admin.contract.ts'
import { pageQuerySchema } from '../contracts/common.contract.ts'
import { createSignInLinkSchema } from '../contracts/people.contract.ts'
import { claimApiKeyResponseSchema } from '../contracts/sign-in.contract.ts'
import { needed } from '../roles/roles.ts'
import { idParams, route } from './route.ts'

export const accessRoutes = {
  signIn: route({
    method: 'POST',
    path: '/v1/sign-in',
    id: 'signIn',
    needs: 'nobody',
    tag: 'Access',
    limit: 'sign_in',
    docs: "trade a link's token for the cookie",
    summary: 'Sign a browser in',
    description:
      'Trades the token of a one-time link for the cookie `teamlore_session`. The link works once and not for long.',
    body: signInRequestSchema,
    status: 204,
    failures: [401, 403],
  }),
  signOut: route({
    method: 'POST',
    path: '/v1/sign-out',
    id: 'signOut',
    needs: 'nobody',
    tag: 'Access',
    docs: "end the browser's session",
    summary: 'Sign a browser out',
    description: 'Ends the session of the cookie, if there is one, and takes the cookie back.',
    status: 204,
    failures: [403],
  }),
  createSignInLink: route({
    method: 'POST',
    path: '/v1/sign-in-links',
    id: 'createSignInLink',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: 'one-time link that signs the caller in, or (admins) another member: `user`, an id or an email address',
    summary: 'Make a sign-in link',
    description:
      'Makes a one-time link that signs a browser in as one person: the caller, or a member that an admin names. A link for somebody else never gives more than its maker may, and keeps the browser in this team.',
    // Nothing at all means oneself.
    body: createSignInLinkSchema.nullish().transform((sent) => sent ?? {}),
    failures: [422],
    answer: signInLinkResponseSchema,
    status: 201,
  }),
} as const

export const keyRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/keys',
    id: 'listApiKeys',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: "keys, without their text: one's own, for admins those of the team",
    summary: 'List API keys',
    description:
      "One's own keys, for admins all keys of the team, without the keys themselves: the server does not have them.",
    query: pageQuerySchema,
    answer: apiKeyPageSchema,
    failures: [422],
  }),
  create: route({
    method: 'POST',
    path: '/v1/keys',
    id: 'createApiKey',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: 'make one, shown once: for oneself, or (admins) for another member: `user`, an id or an email address',
    summary: 'Make an API key',
    description:
      "Makes a key of the caller, or of a member whom an admin names; the key acts as that person. Its role is neither above the caller's nor above that person's. It is shown once.",
    body: createApiKeyRequestSchema,
    answer: createApiKeyResponseSchema,
    status: 201,
    failures: [422],
  }),
  claim: route({
    method: 'POST',
    path: '/v1/keys/:id/claim',
    id: 'claimApiKey',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: 'say that a key which somebody else made for you is yours: it opens what is private to you from then on; not by such a key itself',
    summary: 'Make a given key your own',
    description:
      'A key that somebody else made opens nothing private. Its person says here that it is theirs. It gets a new text, shown once, since its maker knows the old one. A machine gets a key of its own by `lore login`.',
    params: idParams('apiKey'),
    answer: claimApiKeyResponseSchema,
    failures: [409, 422],
  }),
  revoke: route({
    method: 'DELETE',
    path: '/v1/keys/:id',
    id: 'revokeApiKey',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: "revoke one, at once: one's own, for admins any of the team",
    summary: 'Revoke an API key',
    description: 'The key stops working at once. Revoking it again changes nothing.',
    params: idParams('apiKey'),
    status: 204,
    failures: [422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const accessComponents = {
  ApiKey: apiKeySchema,
  ApiKeyPage: apiKeyPageSchema,
  CreatedApiKey: createApiKeyResponseSchema,
  CreateApiKey: createApiKeyRequestSchema,
  ClaimedApiKey: claimApiKeyResponseSchema,
  SignIn: signInRequestSchema,
  CreateSignInLink: createSignInLinkSchema,
  SignInLink: signInLinkResponseSchema,
} as const
