import { ATTEMPT_COOKIE, type Routes } from '@teamlore/shared'
import type { FastifyRequest } from 'fastify'
import { withFailureLimit } from '../../plugins/auth.plugin.ts'
import { createCookies } from '../../plugins/cookies.ts'
import { agentOf, fingerprintOf } from '../../plugins/credentials.ts'
import type { FailureLimiter } from '../../plugins/failure-limiter.ts'
import { ensureSameOrigin } from '../../plugins/same-origin.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { SignInUseCases } from './sign-in.use-cases.ts'

type Deps = {
  useCases: SignInUseCases
  failures: FailureLimiter
  publicUrl: string
}

type Table = Pick<
  Routes,
  'signInWith' | 'passkeys' | 'browsers' | 'signInProviders' | 'managedClients'
>

export const signInHandlers = (deps: Deps): Handlers<Table> => ({
  signInWith: signInWith(deps),
  passkeys: passkeys(deps),
  browsers: browsers(deps),
  signInProviders: signInProviders(deps),
  managedClients: managedClients(deps),
})

const signInWith = ({ useCases, failures, publicUrl }: Deps): Handlers<Table>['signInWith'] => {
  const cookies = createCookies(publicUrl)
  /** Of a browser that began here; what is wrong pays for the wrong ones before it from the same address. */
  const finishing = <T>(
    request: FastifyRequest,
    finish: (attempt: { attemptToken: string | undefined; agent: string }) => Promise<T>,
  ): Promise<T> => {
    ensureSameOrigin(request, publicUrl)
    const attemptToken = request.cookies[ATTEMPT_COOKIE]
    const fingerprint = fingerprintOf({ browserToken: attemptToken ?? '' })
    return withFailureLimit(failures, request.ip, fingerprint, () =>
      finish({ attemptToken, agent: agentOf(request) }),
    )
  }
  return {
    options: () => useCases.getSignInOptions(),
    startProvider: async (_scope, { params, body }, { request, reply }) => {
      ensureSameOrigin(request, publicUrl)
      const { url, ...attempt } = await useCases.startProviderSignIn(params.id, body)
      cookies.begin(reply, attempt)
      return { url }
    },
    finishProvider: async (_scope, { params, body }, { request, reply }) => {
      const { next, session } = await finishing(request, (attempt) =>
        useCases.finishProviderSignIn(params.id, { ...body, ...attempt }),
      )
      cookies.finish(reply)
      if (session !== undefined) cookies.signIn(reply, session)
      return { next }
    },
    startPasskey: async (_scope, _input, { request, reply }) => {
      ensureSameOrigin(request, publicUrl)
      const { options, ...attempt } = await useCases.startPasskeySignIn()
      cookies.begin(reply, attempt)
      return { options }
    },
    finishPasskey: async (_scope, { body }, { request, reply }) => {
      const session = await finishing(request, (attempt) =>
        useCases.finishPasskeySignIn(body.response, attempt),
      )
      cookies.finish(reply)
      cookies.signIn(reply, session)
      return { next: body.next ?? '/' }
    },
  }
}

const passkeys = ({ useCases, publicUrl }: Deps): Handlers<Table>['passkeys'] => {
  const cookies = createCookies(publicUrl)
  return {
    list: (scope) => useCases.listPasskeys(scope),
    start: async (scope, _input, { reply }) => {
      const { options, ...attempt } = await useCases.startPasskey(scope)
      cookies.begin(reply, attempt)
      return { options }
    },
    add: async (scope, { body }, { request, reply }) => {
      const added = await useCases.addPasskey(scope, body, request.cookies[ATTEMPT_COOKIE])
      cookies.finish(reply)
      return added
    },
    remove: (scope, { params }) => useCases.removePasskey(scope, params),
  }
}

const browsers = ({ useCases, publicUrl }: Deps): Handlers<Table>['browsers'] => {
  const cookies = createCookies(publicUrl)
  return {
    list: (scope) => useCases.listBrowsers(scope),
    end: (scope, { params }) => useCases.endBrowser(scope, params),
    endAll: async (scope, _input, { reply }) => {
      await useCases.endAllBrowsers(scope)
      cookies.signOut(reply)
    },
  }
}

const signInProviders = ({ useCases, publicUrl }: Deps): Handlers<Table>['signInProviders'] => {
  const cookies = createCookies(publicUrl)
  return {
    list: (scope) => useCases.listProviders(scope),
    create: (scope, { body }) => useCases.createProvider(scope, body),
    set: (scope, { params, body }) => useCases.setProvider(scope, params, body),
    remove: (scope, { params }) => useCases.removeProvider(scope, params),
    test: (scope, { params }) => useCases.testProvider(scope, params),
    link: async (scope, { params, body }, { reply }) => {
      const { url, ...attempt } = await useCases.linkProvider(scope, params.id, body)
      cookies.begin(reply, attempt)
      return { url }
    },
  }
}

const managedClients = ({ useCases }: Deps): Handlers<Table>['managedClients'] => ({
  list: (scope) => useCases.listManagedClients(scope),
  add: (scope, { body }) => useCases.addManagedClient(scope, body),
  remove: (scope, { params }) => useCases.removeManagedClient(scope, params),
})
