import { z } from 'zod'
import {
  addPasskeySchema,
  deviceListSchema,
  finishSignInSchema,
  passkeyListSchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeySignInSchema,
  providerListSchema,
  providerSchema,
  providerTestSchema,
  setProviderSchema,
  signedInSchema,
  signInOptionsSchema,
  startedSignInSchema,
  startSignInSchema,
} from '../contracts/sign-in.contract.ts'
import { ID_PREFIXES } from '../ids.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

const wholeId = (prefix: string) =>
  z.strictObject({
    id: z
      .string()
      .regex(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`), `must be an id such as ${prefix}_…`),
  })

/** One that the environment sets, or one that a team has stored. */
const providerParams = z.strictObject({
  id: z
    .string()
    .regex(
      /^(?:github|google|gitlab|oidc|idp_[0-9a-hjkmnp-tv-z]{26})$/,
      'must be github, google, gitlab, oidc or an id such as idp_…',
    ),
})

/** How somebody who is nobody yet comes in. */
export const signInRoutes = {
  options: route({
    method: 'GET',
    path: '/v1/sign-in/options',
    id: 'getSignInOptions',
    needs: 'nobody',
    tag: 'Access',
    docs: 'which providers there are to sign in with, and whether passkeys work',
    summary: 'How to sign in here',
    description: 'What a sign-in page offers: providers by name, and passkeys.',
    answer: signInOptionsSchema,
  }),
  startProvider: route({
    method: 'POST',
    path: '/v1/sign-in/providers/:id/start',
    id: 'startProviderSignIn',
    needs: 'nobody',
    tag: 'Access',
    limit: 'begin',
    docs: 'begin to sign in with a provider; browsers only',
    summary: 'Begin to sign in with a provider',
    description:
      'Gives the page of the provider to go to, and a cookie that ties what comes back to this browser for ten minutes.',
    params: providerParams,
    body: startSignInSchema,
    answer: startedSignInSchema,
    failures: [403, 503],
  }),
  finishProvider: route({
    method: 'POST',
    path: '/v1/sign-in/providers/:id/finish',
    id: 'finishProviderSignIn',
    needs: 'nobody',
    tag: 'Access',
    limit: 'sign_in',
    docs: 'trade what the provider answered for the cookie; browsers only',
    summary: 'Finish signing in with a provider',
    description:
      'Takes what the provider answered, checks it, and sets the cookie `teamlore_session`. It works once, in the browser that began.',
    params: providerParams,
    body: finishSignInSchema,
    answer: signedInSchema,
    failures: [401, 403, 409, 422, 503],
  }),
  startPasskey: route({
    method: 'POST',
    path: '/v1/sign-in/passkeys/start',
    id: 'startPasskeySignIn',
    needs: 'nobody',
    tag: 'Access',
    limit: 'begin',
    docs: 'begin to sign in with a passkey; browsers only',
    summary: 'Begin to sign in with a passkey',
    description: 'Gives what the browser needs to ask for a passkey (WebAuthn).',
    answer: passkeyOptionsSchema,
    failures: [403],
  }),
  finishPasskey: route({
    method: 'POST',
    path: '/v1/sign-in/passkeys/finish',
    id: 'finishPasskeySignIn',
    needs: 'nobody',
    tag: 'Access',
    limit: 'sign_in',
    docs: 'trade the answer of a passkey for the cookie; browsers only',
    summary: 'Finish signing in with a passkey',
    description: 'Checks what the passkey signed, and sets the cookie `teamlore_session`.',
    body: passkeySignInSchema,
    answer: signedInSchema,
    failures: [401, 403],
  }),
} as const

export const passkeyRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/passkeys',
    id: 'listPasskeys',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: "one's own passkeys",
    summary: 'List own passkeys',
    description: 'The passkeys of the caller.',
    answer: passkeyListSchema,
  }),
  start: route({
    method: 'POST',
    path: '/v1/passkeys/start',
    id: 'startPasskey',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: 'begin to add a passkey; browsers only',
    summary: 'Begin to add a passkey',
    description: 'Gives what the browser needs to make a passkey (WebAuthn).',
    answer: passkeyOptionsSchema,
    failures: [409],
  }),
  add: route({
    method: 'POST',
    path: '/v1/passkeys',
    id: 'addPasskey',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: 'add the passkey that the browser made; browsers only',
    summary: 'Add a passkey',
    description: 'Stores the public half of the passkey that the browser has just made.',
    body: addPasskeySchema,
    answer: passkeySchema,
    status: 201,
    failures: [409, 422],
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/passkeys/:id',
    id: 'removePasskey',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: "take one of one's own passkeys away",
    summary: 'Remove an own passkey',
    description: 'It signs nobody in any more. Browsers that it has signed in stay signed in.',
    params: wholeId(ID_PREFIXES.passkey),
    status: 204,
  }),
} as const

/** Browsers that are signed in. */
export const browserRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/browsers',
    id: 'listBrowsers',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: 'browsers in which one is signed in',
    summary: 'List own signed-in browsers',
    description: 'The browsers in which the caller is signed in, in all of their teams.',
    answer: deviceListSchema,
  }),
  end: route({
    method: 'DELETE',
    path: '/v1/browsers/:id',
    id: 'endBrowser',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: 'sign one of them out',
    summary: 'Sign an own browser out',
    description: 'Ends it at once.',
    params: wholeId(ID_PREFIXES.browser),
    status: 204,
  }),
  endAll: route({
    method: 'DELETE',
    path: '/v1/browsers',
    id: 'endAllBrowsers',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: 'sign out everywhere, the asking browser included',
    summary: 'Sign out everywhere',
    description: 'Ends every browser of the caller at once, the one that asks included.',
    status: 204,
  }),
} as const

/** Where a team lets people sign in. */
export const providerRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/sign-in-providers',
    id: 'listSignInProviders',
    needs: needed('sign_in.manage'),
    tag: 'Access',
    docs: 'providers of the environment and of the team, without their secrets',
    summary: 'List sign-in providers',
    description: 'Those that the environment sets, and those of the team. Secrets are never shown.',
    answer: providerListSchema,
  }),
  create: route({
    method: 'POST',
    path: '/v1/sign-in-providers',
    id: 'createSignInProvider',
    needs: needed('sign_in.manage'),
    tag: 'Access',
    docs: 'add one to the team; its secret is stored encrypted',
    summary: 'Add a sign-in provider',
    description:
      'Adds a provider to the team. Whom it signs in stays in this team. The secret is stored encrypted and never shown again.',
    body: setProviderSchema,
    answer: providerSchema,
    status: 201,
    failures: [409, 422],
  }),
  set: route({
    method: 'PUT',
    path: '/v1/sign-in-providers/:id',
    id: 'setSignInProvider',
    needs: needed('sign_in.manage'),
    tag: 'Access',
    docs: 'change one of the team; without `client_secret` the stored one stays',
    summary: 'Change a sign-in provider',
    description: 'Puts these settings in the place of those before.',
    params: wholeId(ID_PREFIXES.provider),
    body: setProviderSchema,
    answer: providerSchema,
    failures: [409, 422],
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/sign-in-providers/:id',
    id: 'removeSignInProvider',
    needs: needed('sign_in.manage'),
    tag: 'Access',
    docs: 'take one of the team away',
    summary: 'Remove a sign-in provider',
    description: 'Nobody signs in with it any more. Who is signed in stays so.',
    params: wholeId(ID_PREFIXES.provider),
    status: 204,
  }),
  test: route({
    method: 'POST',
    path: '/v1/sign-in-providers/:id/test',
    id: 'testSignInProvider',
    needs: needed('sign_in.manage'),
    tag: 'Access',
    docs: 'ask the provider whether it knows these settings, and say in words what is wrong',
    summary: 'Test a sign-in provider',
    description:
      'Looks the provider up, asks it to recognise the client, and says in words what is wrong.',
    params: providerParams,
    answer: providerTestSchema,
    timeoutMs: 40_000,
  }),
  link: route({
    method: 'POST',
    path: '/v1/sign-in-providers/:id/link',
    id: 'linkSignInProvider',
    needs: needed('self.manage'),
    tag: 'Access',
    docs: "begin to connect one's account at a provider; browsers only",
    summary: 'Connect an own account at a provider',
    description: 'As signing in with it, but whoever comes back is added to the caller.',
    params: providerParams,
    body: startSignInSchema,
    answer: startedSignInSchema,
    failures: [409, 503],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const signInComponents = {
  SignInOptions: signInOptionsSchema,
  SignInProvider: providerSchema,
  SetSignInProvider: setProviderSchema,
  SignInProviderTest: providerTestSchema,
  Passkey: passkeySchema,
} as const
