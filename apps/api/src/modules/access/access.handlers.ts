import { type Routes, SESSION_COOKIE } from '@teamlore/shared'
import { withFailureLimit } from '../../plugins/auth.plugin.ts'
import { createCookies } from '../../plugins/cookies.ts'
import { agentOf, fingerprintOf } from '../../plugins/credentials.ts'
import type { FailureLimiter } from '../../plugins/failure-limiter.ts'
import { ensureSameOrigin } from '../../plugins/same-origin.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { AccessUseCases } from './access.use-cases.ts'

type Deps = {
  useCases: AccessUseCases
  failures: FailureLimiter
  publicUrl: string
}

type Table = Pick<Routes, 'signIn' | 'signOut' | 'createSignInLink' | 'keys'>

export const accessHandlers = ({ useCases, failures, publicUrl }: Deps): Handlers<Table> => {
  const cookies = createCookies(publicUrl)
  return {
    signIn: async (_scope, { body }, { request, reply }) => {
      // Scripts send no Origin; a browser does, and must not be signed in by somebody else's page.
      if (request.headers.origin !== undefined) ensureSameOrigin(request, publicUrl)
      const attempt = fingerprintOf({ browserToken: body.token })
      const session = await withFailureLimit(failures, request.ip, attempt, () =>
        useCases.signIn({ ...body, agent: agentOf(request) }),
      )
      cookies.signIn(reply, session)
    },
    signOut: async (_scope, _input, { request, reply }) => {
      const browserToken = request.cookies[SESSION_COOKIE]
      if (browserToken) {
        ensureSameOrigin(request, publicUrl)
        await useCases.signOut({ browserToken })
      }
      cookies.signOut(reply)
    },
    createSignInLink: (scope, { body }) => useCases.createSignInLink(scope, body ?? {}),
    keys: {
      list: (scope, { query }) => useCases.listApiKeys(scope, query),
      create: (scope, { body }) => useCases.createApiKey(scope, body),
      revoke: (scope, { params }) => useCases.revokeApiKey(scope, params),
      claim: (scope, { params }) => useCases.claimApiKey(scope, params),
    },
  }
}
