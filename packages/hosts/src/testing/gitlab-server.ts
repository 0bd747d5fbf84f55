import { createHmac, randomUUID } from 'node:crypto'
import { newGit } from './git-state.ts'
import { type GitLabRoute, refused } from './gitlab-answers.ts'
import { GITLAB_GIT_ROUTES } from './gitlab-git-routes.ts'
import { MERGE_REQUEST_ROUTES, STATUS_ROUTES } from './gitlab-merge-request-routes.ts'
import { discussionOf, NOTE_ROUTES } from './gitlab-note-routes.ts'
import { PEOPLE_ROUTES } from './gitlab-people.ts'
import { GITLAB_PLACES } from './gitlab-places.ts'
import { PROJECT_ROUTES, visibilityOf } from './gitlab-project-routes.ts'
import {
  type HookOptions,
  PUSHED,
  type StandInCommented,
  type StandInHookRequest,
} from './hook-options.ts'
import { type Answer, serveHost } from './host-server.ts'
import type { Fault, GitLabState, StandInRepository } from './host-state.ts'

const API = '/api/v4'
const ROUTES: readonly GitLabRoute[] = [
  ...PROJECT_ROUTES,
  ...PEOPLE_ROUTES,
  ...GITLAB_GIT_ROUTES,
  ...MERGE_REQUEST_ROUTES,
  ...NOTE_ROUTES,
  ...STATUS_ROUTES,
]

/** As the events of a merge request are called at GitLab. */
const ACTIONS: Record<string, string> = {
  opened: 'open',
  reopened: 'reopen',
  closed: 'close',
  synchronize: 'update',
  edited: 'update',
}
const LEVELS = { private: 0, internal: 10, public: 20 }

const projectOf = (repository: StandInRepository) => ({
  id: repository.id,
  path_with_namespace: repository.name,
  web_url: repository.url,
  visibility_level: LEVELS[visibilityOf(repository)],
  default_branch: 'main',
})

const newState = (): GitLabState => ({
  account: { id: 4_712, username: 'project_9_bot_9f', name: 'teamlore' },
  token: { text: 'glpat-of-the-stand-in', scopes: ['api'], expiresAt: null, isEnded: false },
  role: 40,
  hidesEmails: new Set([0]),
  namesakes: new Map(),
  signs: true,
  hookSecret: '',
  repositories: [],
  asked: [],
  faults: [],
  nextId: 1_000,
})

/** By the form of Standard Webhooks. */
const signed = (
  body: string,
  delivery: string,
  { secret, at = Date.now() }: { secret: string; at?: number },
) => {
  const timestamp = String(Math.floor(at / 1_000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const made = createHmac('sha256', key).update(`${delivery}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': delivery,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${made}`,
  }
}

/**
 * A GitLab on this machine: real HTTP, with the checks of the original. It knows one token with its scope and its role, lets it end,
 * answers by pages, and fails on demand.
 */
export const startGitLab = async () => {
  const state = newState()
  const answerTo = (
    method: string,
    url: URL,
    { token, body }: { token: string | undefined; body: Record<string, unknown> },
  ): Answer => {
    const path = url.pathname.slice(API.length)
    const route = ROUTES.find((one) => one.method === method && one.path.test(path))
    const match = route?.path.exec(path)
    if (token !== state.token.text || state.token.isEnded) return refused(401, '401 Unauthorized')
    if (!state.token.scopes.includes('api') && method !== 'GET')
      return refused(403, 'insufficient_scope')
    if (route === undefined || match == null) return refused(404, '404 Not Found')
    if (state.role < (route.role ?? 0)) return refused(403, '403 Forbidden')
    return route.answer({ state, match, url, body })
  }
  const { webUrl, close } = await serveHost({
    api: API,
    state,
    answer: ({ method, url, headers, body }) =>
      answerTo(method, url, { token: headers['private-token'] as string | undefined, body }),
  })

  const hook = (
    event: string,
    payload: object,
    { delivery = randomUUID() as string, secret = state.hookSecret }: HookOptions = {},
  ) => {
    const body = JSON.stringify(payload)
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-gitlab-event': event,
        'x-gitlab-event-uuid': randomUUID() as string,
        'idempotency-key': delivery,
        ...(state.signs ? signed(body, delivery, { secret }) : { 'x-gitlab-token': secret }),
      } as Record<string, string>,
    }
  }

  return {
    kind: 'gitlab' as const,
    webUrl,
    apiUrl: `${webUrl}${API}`,
    state,
    routes: GITLAB_PLACES,
    own: state.account.id,
    add(
      repository: Partial<StandInRepository> & Pick<StandInRepository, 'name'>,
    ): StandInRepository {
      const made: StandInRepository = {
        id: state.nextId++,
        installation: 0,
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
      return made
    },
    /** Whatever is asked next in this way fails. `isDone`: it is done, and the answer is lost. */
    fail: (...faults: Fault[]) => state.faults.push(...faults),
    /** An event as GitLab sends it: signed, or with the secret sent along where the server is older. */
    hook,
    signed: (body: string, delivery: string, { at }: { at: number }) =>
      signed(body, delivery, { secret: state.hookSecret, at }),
    pushed: (of: StandInRepository, { action = 'synchronize', number = 3, ...options } = PUSHED) =>
      hook(
        'Merge Request Hook',
        {
          object_kind: 'merge_request',
          user: { username: 'ann' },
          project: projectOf(of),
          object_attributes: {
            iid: number,
            action: ACTIONS[action] ?? action,
            title: 'Never kept',
          },
        },
        options,
      ),
    commented: (
      of: StandInRepository,
      { id, number, body, type, on, ...options }: StandInCommented,
    ) => {
      const line = of.lineComments.find((one) => one.id === id)
      return hook(
        'Note Hook',
        {
          object_kind: 'note',
          user: { username: type === 'Bot' ? 'project_1_bot_1' : 'ann' },
          project: projectOf(of),
          merge_request: { iid: number },
          object_attributes: {
            id,
            note: body,
            noteable_type: 'MergeRequest',
            action: 'create',
            type: on === undefined ? null : 'DiffNote',
            discussion_id: discussionOf(line ?? { id, replyTo: null }),
            system: false,
          },
        },
        options,
      )
    },
    /** A branch was pushed to. */
    branchPushed: (of: StandInRepository, ref: string, options: HookOptions = {}) =>
      hook('Push Hook', { object_kind: 'push', ref, project: projectOf(of) }, options),
    /** What it says who it is by is of no use any more, until it gets another. */
    endTokens: (): void => {
      state.token.isEnded = true
    },
    giveTokens: (): void => {
      state.token.isEnded = false
    },
    /** As who it commits, or a person. */
    author: (person?: number) =>
      person === undefined
        ? { id: state.account.id, login: state.account.username, type: 'Bot' }
        : { id: person, login: 'ann', type: 'User' },
    /** What it may do where it proposes a file. */
    allow: (may: { write: boolean }) => {
      state.role = may.write ? 30 : 20
    },
    /** GitLab sends no event of it. */
    readersChanged: (_of: StandInRepository): StandInHookRequest | null => null,
    verdictOf: ({ state: status }: Record<string, unknown>): 'waits' | 'passes' =>
      status === 'failed' ? 'waits' : 'passes',
    shutOut: () => {
      state.repositories = []
    },
    revertOf: (name: string, number: number) => `This reverts merge request ${name}!${number}`,
    [Symbol.asyncDispose]: close,
  }
}

export type GitLabStandIn = Awaited<ReturnType<typeof startGitLab>>
