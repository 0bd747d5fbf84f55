import { type GitLabRoute, none, ok, PROJECT, page, refused, within } from './gitlab-answers.ts'
import type { StandInRepository } from './host-state.ts'

export const visibilityOf = ({ visibility, isPrivate }: StandInRepository) =>
  visibility ?? (isPrivate ? 'private' : 'public')

const shown = (repository: StandInRepository) => ({
  id: repository.id,
  path_with_namespace: repository.name,
  web_url: repository.url,
  visibility: visibilityOf(repository),
  default_branch: 'main',
  archived: false,
})

const MAINTAINER = 40
const SIGNING = /^whsec_[A-Za-z0-9+/]{43}=$/

/** What GitLab shows of a webhook: that it has secrets, and never which. */
const shownHook = (
  { id, body, alertStatus }: StandInRepository['hooks'][number],
  signs: boolean,
) => ({
  id,
  url: body['url'],
  merge_requests_events: body['merge_requests_events'] === true,
  note_events: body['note_events'] === true,
  push_events: body['push_events'] !== false,
  alert_status: alertStatus,
  ...(signs && {
    token_present: typeof body['token'] === 'string',
    signing_token_present: typeof body['signing_token'] === 'string',
  }),
})

export const PROJECT_ROUTES: GitLabRoute[] = [
  {
    method: 'GET',
    path: /^\/personal_access_tokens\/self$/,
    answer: ({ state: { token } }) =>
      ok({
        id: 1,
        name: 'teamlore',
        scopes: token.scopes,
        expires_at: token.expiresAt,
        active: true,
        revoked: false,
      }),
  },
  {
    method: 'DELETE',
    path: /^\/personal_access_tokens\/self$/,
    answer: ({ state: { token } }) => {
      token.isEnded = true
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: /^\/projects$/,
    answer: ({ state, url }) => {
      const least = Number(url.searchParams.get('min_access_level') ?? 0)
      const found = state.role < least ? [] : state.repositories
      return ok(page(found.map(shown), url))
    },
  },
  {
    method: 'GET',
    path: new RegExp(`${PROJECT}$`),
    answer: within((repository) => ok(shown(repository))),
  },
  {
    method: 'GET',
    path: new RegExp(`${PROJECT}/hooks$`),
    role: MAINTAINER,
    answer: within(({ hooks }, { state, url }) =>
      ok(
        page(
          hooks.map((hook) => shownHook(hook, state.signs)),
          url,
        ),
      ),
    ),
  },
  {
    method: 'POST',
    path: new RegExp(`${PROJECT}/hooks$`),
    role: MAINTAINER,
    answer: within(({ hooks }, { state, body }) => {
      const { signing_token, ...rest } = body
      if (state.signs && signing_token !== undefined && !SIGNING.test(String(signing_token)))
        return refused(422, 'Signing token is invalid')
      const made = {
        id: state.nextId++,
        alertStatus: 'executable',
        body: state.signs ? body : rest,
      }
      hooks.push(made)
      return ok(shownHook(made, state.signs), 201)
    }),
  },
  {
    method: 'PUT',
    path: new RegExp(`${PROJECT}/hooks/(\\d+)$`),
    role: MAINTAINER,
    answer: within(({ hooks }, { state, match, body }) => {
      const found = hooks.find(({ id }) => id === Number(match[2]))
      if (found === undefined) return none
      const { signing_token, ...rest } = body
      found.body = {
        ...found.body,
        ...rest,
        ...(state.signs && signing_token !== undefined && { signing_token }),
      }
      found.alertStatus = 'executable'
      return ok(shownHook(found, state.signs))
    }),
  },
  {
    method: 'DELETE',
    path: new RegExp(`${PROJECT}/hooks/(\\d+)$`),
    role: MAINTAINER,
    answer: within(({ hooks }, { match }) => {
      const at = hooks.findIndex(({ id }) => id === Number(match[2]))
      if (at < 0) return none
      hooks.splice(at, 1)
      return { status: 204 }
    }),
  },
]
