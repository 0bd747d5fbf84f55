import {
  type Answer,
  MAX_BODY,
  none,
  ok,
  page,
  REPOSITORY,
  type StandInRequest,
  type StandInRoute,
  within,
} from './github-answers.ts'
import { COMMENT_ROUTES } from './github-comment-routes.ts'
import { GIT_ROUTES } from './github-git-routes.ts'
import { LINE_COMMENT_ROUTES } from './github-line-routes.ts'
import { PROPOSAL_ROUTES } from './github-proposal-routes.ts'
import type { StandInRepository } from './host-state.ts'

const shown = ({ id, name, url, isPrivate, visibility }: StandInRepository) => ({
  id,
  full_name: name,
  html_url: url,
  private: isPrivate,
  default_branch: 'main',
  visibility: visibility ?? (isPrivate ? 'private' : 'public'),
})

const ofPull = (
  answer: (
    pull: StandInRepository['pullRequests'][number],
    repository: StandInRepository,
    request: StandInRequest,
  ) => Answer,
) =>
  within((repository, request) => {
    const pull = repository.pullRequests.find(({ number }) => number === Number(request.match[2]))
    return pull === undefined ? none : answer(pull, repository, request)
  })

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
          state.installations.map((id) => ({
            id,
            suspended_at: state.suspended.includes(id) ? '2026-01-01T00:00:00Z' : null,
          })),
          url,
        ),
      ),
  },
  {
    method: 'GET',
    path: /^\/app\/installations\/(\d+)$/,
    as: 'app',
    answer: ({ state: { app, installations }, match }) =>
      installations.includes(Number(match[1])) ? ok({ permissions: app.permissions }) : none,
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

const PULL_ROUTES: StandInRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/pulls$`),
    as: 'installation',
    answer: within(({ pullRequests, url: at }, { url }) => {
      const head = url.searchParams.get('head')
      const asked = pullRequests
        .filter(({ state }) => state === (url.searchParams.get('state') ?? 'open'))
        .filter(({ branch }) => head === null || head.endsWith(`:${branch}`))
        .toSorted((a, b) => b.number - a.number)
      return ok(
        page(
          asked.map(({ number, merged }) => ({
            number,
            html_url: `${at}/pull/${number}`,
            merged_at: merged ? '2026-01-01T00:00:00Z' : null,
          })),
          url,
        ),
      )
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/pulls/(\\d+)$`),
    as: 'installation',
    answer: ofPull((pull, repository) => {
      const { number, title, state, merged, head, fork } = pull
      return ok({
        number,
        title,
        body: pull.body ?? null,
        user: { id: pull.author ?? 555 },
        merge_commit_sha: pull.mergeCommit ?? null,
        state,
        merged,
        html_url: `${repository.url}/pull/${number}`,
        head: {
          sha: (state === 'open' && repository.git.branches[pull.branch ?? '']) || head,
          repo:
            fork === null ? shown(repository) : { id: 987_654, full_name: fork, private: false },
        },
        base: { ref: pull.base ?? 'main', repo: shown(repository) },
      })
    }),
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

const COMMIT_ROUTES: StandInRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/compare/([0-9a-f]+\\.\\.\\.[0-9a-f]+)$`),
    as: 'installation',
    answer: within(({ comparisons }, { match }) => {
      const found = comparisons[match[2] ?? '']
      return found === undefined ? none : ok(found)
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/commits/([0-9a-f]+)/pulls$`),
    as: 'installation',
    answer: within(({ pullRequests }, { match }) => {
      const sha = match[2] ?? ''
      const found = pullRequests.filter(
        ({ mergeCommit, commits }) =>
          mergeCommit?.startsWith(sha) === true || commits.some((one) => one.sha.startsWith(sha)),
      )
      return ok(found.map(({ number }) => ({ number })))
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
  ...COMMIT_ROUTES,
  ...COMMENT_ROUTES,
  ...LINE_COMMENT_ROUTES,
  ...CHECK_ROUTES,
  ...GIT_ROUTES,
  ...PROPOSAL_ROUTES,
]
