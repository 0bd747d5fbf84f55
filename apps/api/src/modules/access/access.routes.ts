import {
  API_ROUTES,
  apiKeyPageSchema,
  createApiKeyRequestSchema,
  createApiKeyResponseSchema,
  pageQuerySchema,
  SESSION_COOKIE,
  signInLinkResponseSchema,
  signInRequestSchema,
} from '@teamlore/shared'
import { withFailureLimit } from '../../plugins/auth.plugin.ts'
import { fingerprintOf } from '../../plugins/credentials.ts'
import type { FailureLimiter } from '../../plugins/failure-limiter.ts'
import { ensureSameOrigin } from '../../plugins/same-origin.ts'
import { idParams } from '../../routing/id-params.ts'
import { openRoute, type Route, teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'

type Deps = {
  useCases: Pick<
    UseCases,
    'signIn' | 'signOut' | 'createSignInLink' | 'createApiKey' | 'listApiKeys' | 'revokeApiKey'
  >
  failures: FailureLimiter
  publicUrl: string
}

export const accessRoutes = (deps: Deps): Route[] => [
  signInRoute(deps),
  signOutRoute(deps),
  ...keyRoutes(deps),
]

const cookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https://'),
})

const signInRoute = ({ useCases, failures, publicUrl }: Deps): Route =>
  openRoute({
    method: 'POST',
    path: API_ROUTES.signIn,
    id: 'signIn',
    tag: 'Access',
    limit: 'sign_in',
    summary: 'Sign a browser in',
    description:
      'Trades the token of a one-time link for the cookie `teamlore_session`. The link works once and not for long.',
    body: signInRequestSchema,
    status: 204,
    failures: [401, 403],
    run: async ({ body }, { request, reply }) => {
      // Scripts send no Origin; a browser does, and must not be signed in by somebody else's page.
      if (request.headers.origin !== undefined) ensureSameOrigin(request, publicUrl)
      const attempt = fingerprintOf({ browserToken: body.token })
      const { browserToken, expiresAt } = await withFailureLimit(
        failures,
        request.ip,
        attempt,
        () => useCases.signIn(body),
      )
      reply.setCookie(SESSION_COOKIE, browserToken, {
        ...cookieOptions(publicUrl),
        expires: expiresAt,
      })
    },
  })

const signOutRoute = ({ useCases, publicUrl }: Deps): Route =>
  openRoute({
    method: 'POST',
    path: API_ROUTES.signOut,
    id: 'signOut',
    tag: 'Access',
    summary: 'Sign a browser out',
    description: 'Ends the session of the cookie, if there is one, and takes the cookie back.',
    status: 204,
    failures: [403],
    run: async (_input, { request, reply }) => {
      const browserToken = request.cookies[SESSION_COOKIE]
      if (browserToken) {
        ensureSameOrigin(request, publicUrl)
        await useCases.signOut({ browserToken })
      }
      reply.clearCookie(SESSION_COOKIE, cookieOptions(publicUrl))
    },
  })

const keyRoutes = ({ useCases }: Deps): Route[] => [
  teamRoute({
    method: 'POST',
    path: API_ROUTES.signInLinks,
    id: 'createSignInLink',
    needs: 'admin',
    tag: 'Access',
    summary: 'Make a sign-in link',
    description: 'Makes a one-time link that signs a browser in as the caller.',
    answer: signInLinkResponseSchema,
    status: 201,
    run: (scope) => useCases.createSignInLink(scope),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.keys,
    id: 'listApiKeys',
    needs: 'admin',
    tag: 'Access',
    summary: 'List API keys',
    description:
      'All keys of the team, without the keys themselves: the server does not have them.',
    query: pageQuerySchema,
    answer: apiKeyPageSchema,
    failures: [422],
    run: (scope, { query }) => useCases.listApiKeys(scope, query),
  }),
  teamRoute({
    method: 'POST',
    path: API_ROUTES.keys,
    id: 'createApiKey',
    needs: 'admin',
    tag: 'Access',
    summary: 'Make an API key',
    description: "Makes a key with a role not above the caller's own. It is shown once.",
    body: createApiKeyRequestSchema,
    answer: createApiKeyResponseSchema,
    status: 201,
    failures: [422],
    run: (scope, { body }) => useCases.createApiKey(scope, body),
  }),
  teamRoute({
    method: 'DELETE',
    path: API_ROUTES.key,
    id: 'revokeApiKey',
    needs: 'admin',
    tag: 'Access',
    summary: 'Revoke an API key',
    description: 'The key stops working at once. Revoking it again changes nothing.',
    params: idParams('key'),
    status: 204,
    failures: [422],
    run: (scope, { params }) => useCases.revokeApiKey(scope, params),
  }),
]
