import {
  MAX_BODY,
  none,
  ok,
  page,
  REPOSITORY,
  type StandInRoute,
  within,
} from './github-answers.ts'
import type { GitHubState, StandInComment } from './host-state.ts'

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

export const COMMENT_ROUTES: StandInRoute[] = [
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
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/issues/comments/(\\d+)/reactions$`),
    as: 'installation',
    answer: within(({ comments }, { match, url }) => {
      const found = comments.find(({ id }) => id === Number(match[2]))
      if (found === undefined) return none
      const reactions = (found.thumbs ?? []).map(({ author, at, type = 'User' }) => ({
        content: '-1',
        created_at: at,
        user: { id: author, type },
      }))
      return ok(page(reactions, url))
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
