import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { appOfJwt, createTokens } from './app-tokens.ts'
import { newGit } from './git-state.ts'
import { GITHUB_PLACES } from './github-places.ts'
import { GITHUB_ROUTES } from './github-routes.ts'
import type { HookOptions, StandInCommented, StandInHookRequest } from './hook-options.ts'
import { PUSHED } from './hook-options.ts'
import type { Answer } from './host-server.ts'
import { serveHost } from './host-server.ts'
import type { Fault, GitHubState, StandInRepository } from './host-state.ts'

const API = '/api/v3'

const refused = (status: number, message: string): Answer => ({ status, body: { message } })

/**
 * A GitHub on this machine: real HTTP, with the checks of the original. It verifies the signature and the times of an app's JWT, lets
 * tokens end, answers by permissions and pages, and fails on demand.
 */
export const startGitHub = async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const tokens = createTokens()
  const state: GitHubState = {
    app: {
      id: 4_711,
      slug: 'teamlore-test',
      owner: 'acme',
      privateKey,
      publicKey,
      hookSecret: 'hook-secret-of-the-stand-in',
      hookUrl: '',
      permissions: { metadata: 'read', contents: 'read', pull_requests: 'write', checks: 'write' },
    },
    codes: new Set<string>(),
    installations: [],
    suspended: [],
    repositories: [],
    hookDeliveries: [],
    asked: [],
    faults: [],
    nextId: 1_000,
  }

  const answerTo = (
    method: string,
    url: URL,
    token: string | undefined,
    body: Record<string, unknown>,
  ): Answer => {
    const path = url.pathname.slice(API.length)
    const route = GITHUB_ROUTES.find((one) => one.method === method && one.path.test(path))
    const match = route?.path.exec(path)
    if (route === undefined || match == null) return refused(404, 'Not Found')
    const request = { state, match, url, body, tokens }
    if (route.as === 'app' && !appOfJwt(token, state.app))
      return refused(401, 'A JSON web token could not be decoded')
    if (route.as !== 'installation') return route.answer(request)
    const installation = tokens.installationOf(token)
    return installation === undefined
      ? refused(401, 'Bad credentials')
      : route.answer({ ...request, installation })
  }

  const { webUrl, close } = await serveHost({
    api: API,
    state,
    answer: ({ method, url, headers, body }) =>
      answerTo(
        method,
        url,
        /^(?:bearer|token) (.+)$/i.exec(headers.authorization ?? '')?.[1],
        body,
      ),
  })

  const hook = (
    event: string,
    payload: object,
    { delivery = randomUUID() as string, secret = state.app.hookSecret }: HookOptions = {},
  ) => {
    const body = JSON.stringify(payload)
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-github-event': event,
        'x-github-delivery': delivery,
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
    }
  }

  return {
    webUrl,
    apiUrl: `${webUrl}${API}`,
    state,
    tokens,
    /** A code as GitHub gives it to a browser that made an app. */
    giveCode: (): string => {
      const code = randomUUID()
      state.codes.add(code)
      return code
    },
    add(
      repository: Partial<StandInRepository> & Pick<StandInRepository, 'name'>,
    ): StandInRepository {
      const made: StandInRepository = {
        id: state.nextId++,
        installation: 7,
        isPrivate: true,
        pullRequests: [],
        comments: [],
        lineComments: [],
        comparisons: {},
        checks: [],
        hooks: [],
        git: newGit(),
        url: `${webUrl}/${repository.name}`,
        ...repository,
      }
      state.repositories.push(made)
      if (!state.installations.includes(made.installation))
        state.installations.push(made.installation)
      return made
    },
    /** Whatever is asked next in this way fails. `isDone`: it is done, and the answer is lost. */
    fail: (...faults: Fault[]) => state.faults.push(...faults),
    hook,
    kind: 'github' as const,
    routes: GITHUB_PLACES,
    /** What wrote its own comments. */
    own: state.app.id,
    pushed: (of: StandInRepository, { action = 'synchronize', number = 3, ...options } = PUSHED) =>
      hook(
        'pull_request',
        { action, ...placeOf(of), pull_request: { number, title: 'Never kept' } },
        options,
      ),
    commented: (
      of: StandInRepository,
      { id, number, body, type, on, ...options }: StandInCommented,
    ) => {
      const place = { action: 'created', ...placeOf(of) }
      const comment = { id, body, user: { type } }
      return on === undefined
        ? hook('issue_comment', { ...place, comment, issue: { number, pull_request: {} } }, options)
        : hook(
            'pull_request_review_comment',
            { ...place, comment, pull_request: { number } },
            options,
          )
    },
    /** A branch was pushed to. */
    branchPushed: (of: StandInRepository, ref: string, options: HookOptions = {}) => {
      const { installation, repository } = placeOf(of)
      const place = { installation, repository: { ...repository, default_branch: 'main' } }
      return hook('push', { ref, ...place }, options)
    },
    /** What it says who it is by is of no use any more, until it gets another. */
    endTokens: () => tokens.endAll(),
    giveTokens: (): void => undefined,
    /** As who it commits, or a person. */
    author: (person?: number) =>
      person === undefined
        ? { id: 90_000, login: `${state.app.slug}[bot]`, type: 'Bot' }
        : { id: person, login: 'ann', type: 'User' },
    /** What it may do where it proposes a file. */
    allow: (may: { write: boolean }) => {
      const write = may.write ? 'write' : 'read'
      state.app.permissions = {
        metadata: 'read',
        contents: 'write',
        pull_requests: write,
        checks: 'write',
      }
    },
    readersChanged: (of: StandInRepository) =>
      hook('repository', {
        action: of.isPrivate ? 'privatized' : 'publicized',
        ...placeOf(of),
      }) as StandInHookRequest | null,
    /** As somebody sees a check. */
    verdictOf: ({ conclusion }: Record<string, unknown>): 'waits' | 'passes' =>
      conclusion === 'action_required' ? 'waits' : 'passes',
    /** Its access to all repositories is taken away. */
    shutOut: () => {
      state.installations.length = 0
    },
    revertOf: (name: string, number: number) => `Reverts ${name}#${number}`,
    [Symbol.asyncDispose]: close,
  }
}

const placeOf = ({ id, installation, name, url, isPrivate }: StandInRepository) => ({
  installation: { id: installation },
  repository: { id, full_name: name, html_url: url, private: isPrivate },
})

export type GitHubStandIn = Awaited<ReturnType<typeof startGitHub>>
