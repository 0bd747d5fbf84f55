import type { Tokens } from './app-tokens.ts'
import type { GitHubState, StandInComment, StandInRepository } from './github-state.ts'

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

type Request = {
  state: GitHubState
  match: RegExpExecArray
  url: URL
  body: Record<string, unknown>
  tokens: Tokens
  installation?: number
}

type StandInRoute = {
  method: string
  path: RegExp
  as: 'anybody' | 'app' | 'installation'
  answer: (request: Request) => Answer
}

const ok = (body: unknown, status = 200): Answer => ({ status, body })
const none: Answer = { status: 404, body: { message: 'Not Found' } }

const page = <T>(items: readonly T[], url: URL): T[] => {
  const size = Number(url.searchParams.get('per_page') ?? 30)
  const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size
  return items.slice(from, from + size)
}

const shown = ({ id, name, url, isPrivate, visibility }: StandInRepository) => ({
  id,
  full_name: name,
  html_url: url,
  private: isPrivate,
  visibility: visibility ?? (isPrivate ? 'private' : 'public'),
})

/** One that this installation reaches. */
const repositoryOf = ({ state, match, installation }: Request): StandInRepository | undefined =>
  state.repositories.find((one) => one.name === match[1] && one.installation === installation)

const within =
  (answer: (repository: StandInRepository, request: Request) => Answer) =>
  (request: Request): Answer => {
    const repository = repositoryOf(request)
    return repository === undefined ? none : answer(repository, request)
  }

const ofPull = (
  answer: (
    pull: StandInRepository['pullRequests'][number],
    repository: StandInRepository,
    request: Request,
  ) => Answer,
) =>
  within((repository, request) => {
    const pull = repository.pullRequests.find(({ number }) => number === Number(request.match[2]))
    return pull === undefined ? none : answer(pull, repository, request)
  })

const commentOf = (comment: StandInComment, { app }: GitHubState) => ({
  issue_url: `https://api.github.test/repos/x/issues/${comment.number}`,
  id: comment.id,
  html_url: `https://github.test/comments/${comment.id}`,
  body: comment.body,
  user: {
    login: comment.app === app.id ? `${app.slug}[bot]` : 'mallory',
    id: comment.author?.id ?? 666,
    type: comment.author?.type ?? (comment.app === null ? 'User' : 'Bot'),
  },
  performed_via_github_app: comment.app === null ? null : { id: comment.app },
})

const MAX_BODY = 65_536

const APP_ROUTES: StandInRoute[] = [
  {
    method: 'POST',
    path: /^\/app-manifests\/([^/]+)\/conversions$/,
    as: 'anybody',
    answer: ({ state, match }) => {
      const { app, codes } = state
      if (!codes.delete(match[1] ?? '')) return none
      return ok(
        {
          id: app.id,
          slug: app.slug,
          owner: { login: app.owner },
          pem: app.privateKey,
          webhook_secret: app.hookSecret,
          client_id: 'Iv1.x',
          client_secret: 'secret-of-the-client',
        },
        201,
      )
    },
  },
  {
    method: 'GET',
    path: /^\/app$/,
    as: 'app',
    answer: ({ state: { app } }) =>
      ok({ id: app.id, slug: app.slug, permissions: app.permissions }),
  },
  {
    method: 'GET',
    path: /^\/app\/hook\/config$/,
    as: 'app',
    answer: ({ state }) => ok({ url: state.app.hookUrl, content_type: 'json' }),
  },
  {
    method: 'GET',
    path: /^\/app\/hook\/deliveries$/,
    as: 'app',
    answer: ({ state, url }) => ok(page(state.hookDeliveries, url)),
  },
  {
    method: 'GET',
    path: /^\/app\/installations$/,
    as: 'app',
    answer: ({ state, url }) =>
      ok(
        page(
          state.installations.map((id) => ({ id, suspended_at: null })),
          url,
        ),
      ),
  },
  {
    method: 'DELETE',
    path: /^\/app\/installations\/(\d+)$/,
    as: 'app',
    answer: ({ state, match }) => {
      const at = state.installations.indexOf(Number(match[1]))
      if (at < 0) return none
      state.installations.splice(at, 1)
      return { status: 204 }
    },
  },
  {
    method: 'POST',
    path: /^\/app\/installations\/(\d+)\/access_tokens$/,
    as: 'app',
    answer: ({ state, match, tokens }) => {
      const id = Number(match[1])
      if (!state.installations.includes(id)) return none
      return ok(
        { ...tokens.give(id), permissions: state.app.permissions, repository_selection: 'all' },
        201,
      )
    },
  },
  {
    method: 'GET',
    path: /^\/installation\/repositories$/,
    as: 'installation',
    answer: ({ state, url, installation }) => {
      const all = state.repositories.filter((one) => one.installation === installation)
      return ok({ total_count: all.length, repositories: page(all.map(shown), url) })
    },
  },
]

const REPOSITORY = '^/repos/([^/]+/[^/]+)'

const PULL_ROUTES: StandInRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/pulls/(\\d+)$`),
    as: 'installation',
    answer: ofPull(({ number, title, state, merged, head, fork }, repository) =>
      ok({
        number,
        title,
        state,
        merged,
        html_url: `${repository.url}/pull/${number}`,
        head: {
          sha: head,
          repo: fork === null ? shown(repository) : { full_name: fork, private: false },
        },
        base: { repo: shown(repository) },
      }),
    ),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/pulls/(\\d+)/files$`),
    as: 'installation',
    answer: ofPull(({ files }, _repository, { url }) => ok(page(files, url))),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/pulls/(\\d+)/commits$`),
    as: 'installation',
    answer: ofPull(({ commits }, _repository, { url }) =>
      ok(
        page(
          commits.map(({ sha, message }) => ({ sha, commit: { message } })),
          url,
        ),
      ),
    ),
  },
]

const COMMENT_ROUTES: StandInRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/issues/(\\d+)/comments$`),
    as: 'installation',
    answer: within(({ comments }, { state, match, url }) => {
      const here = comments.filter(({ number }) => number === Number(match[2]))
      return ok(
        page(
          here.map((one) => commentOf(one, state)),
          url,
        ),
      )
    }),
  },
  {
    method: 'POST',
    path: new RegExp(`${REPOSITORY}/issues/(\\d+)/comments$`),
    as: 'installation',
    answer: within(({ comments }, { state, match, body }) => {
      const text = String(body['body'])
      if (text.length > MAX_BODY) return { status: 422, body: { message: 'body is too long' } }
      const made: StandInComment = {
        id: state.nextId++,
        number: Number(match[2]),
        body: text,
        app: state.app.id,
        edits: 0,
      }
      comments.push(made)
      return ok(commentOf(made, state), 201)
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/issues/comments/(\\d+)$`),
    as: 'installation',
    answer: within(({ comments }, { state, match }) => {
      const found = comments.find(({ id }) => id === Number(match[2]))
      return found === undefined ? none : ok(commentOf(found, state))
    }),
  },
  {
    method: 'PATCH',
    path: new RegExp(`${REPOSITORY}/issues/comments/(\\d+)$`),
    as: 'installation',
    answer: within(({ comments }, { state, match, body }) => {
      const found = comments.find(({ id }) => id === Number(match[2]))
      if (found === undefined) return none
      if (found.app !== state.app.id) return { status: 403, body: { message: 'not yours' } }
      found.body = String(body['body'])
      found.edits += 1
      return ok(commentOf(found, state))
    }),
  },
  {
    method: 'DELETE',
    path: new RegExp(`${REPOSITORY}/issues/comments/(\\d+)$`),
    as: 'installation',
    answer: within(({ comments }, { match }) => {
      const at = comments.findIndex(({ id }) => id === Number(match[2]))
      if (at < 0) return none
      comments.splice(at, 1)
      return { status: 204 }
    }),
  },
]

const MAX_ANNOTATIONS = 50

const isTooMuch = (body: Record<string, unknown>): boolean => {
  const output = body['output'] as { summary: string; annotations: unknown[] } | undefined
  return (
    (output?.annotations.length ?? 0) > MAX_ANNOTATIONS || (output?.summary.length ?? 0) > MAX_BODY
  )
}

const CHECK_ROUTES: StandInRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/commits/([0-9a-f]+)/check-runs$`),
    as: 'installation',
    answer: within(({ checks }, { match }) => {
      const found = checks.filter(({ commit }) => commit === match[2])
      return ok({
        total_count: found.length,
        check_runs: found.map(({ id, body }) => ({ id, external_id: body['external_id'] })),
      })
    }),
  },
  {
    method: 'POST',
    path: new RegExp(`${REPOSITORY}/check-runs$`),
    as: 'installation',
    answer: within(({ checks }, { state, body }) => {
      if (isTooMuch(body)) return { status: 422, body: { message: 'too much' } }
      const made = { id: state.nextId++, commit: String(body['head_sha']), body }
      checks.push(made)
      return ok({ id: made.id }, 201)
    }),
  },
  {
    method: 'PATCH',
    path: new RegExp(`${REPOSITORY}/check-runs/(\\d+)$`),
    as: 'installation',
    answer: within(({ checks }, { match, body }) => {
      const found = checks.find(({ id }) => id === Number(match[2]))
      if (found === undefined) return none
      if (isTooMuch(body)) return { status: 422, body: { message: 'too much' } }
      found.body = { ...found.body, ...body }
      return ok({ id: found.id })
    }),
  },
]

/** What is asked of a GitHub here, in the way that it answers. */
export const GITHUB_ROUTES: readonly StandInRoute[] = [
  ...APP_ROUTES,
  ...PULL_ROUTES,
  ...COMMENT_ROUTES,
  ...CHECK_ROUTES,
]
