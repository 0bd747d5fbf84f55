import {
  MAX_BODY,
  none,
  ok,
  page,
  REPOSITORY,
  type StandInRoute,
  within,
} from './github-answers.ts'
import type { GitHubState, StandInLineComment } from './host-state.ts'

const shown = (comment: StandInLineComment, { app }: GitHubState) => ({
  id: comment.id,
  html_url: `https://github.test/line-comments/${comment.id}`,
  pull_request_url: `https://api.github.test/repos/x/pulls/${comment.number}`,
  body: comment.body,
  path: comment.path,
  line: comment.line,
  side: comment.side,
  original_commit_id: comment.original?.commit ?? 'f'.repeat(40),
  original_line: comment.original?.line ?? comment.line,
  original_start_line: comment.original?.start ?? null,
  ...(comment.replyTo === null ? {} : { in_reply_to_id: comment.replyTo }),
  user: {
    login: comment.app === app.id ? `${app.slug}[bot]` : 'mallory',
    id: comment.author.id,
    type: comment.author.type,
  },
})

/** Comments beside lines. Unlike those of the conversation they do not say by which app they were made. */
export const LINE_COMMENT_ROUTES: StandInRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/pulls/(\\d+)/comments$`),
    as: 'installation',
    answer: within(({ lineComments }, { state, match, url }) => {
      const here = lineComments.filter(({ number }) => number === Number(match[2]))
      return ok(
        page(
          here.map((one) => shown(one, state)),
          url,
        ),
      )
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/pulls/comments/(\\d+)$`),
    as: 'installation',
    answer: within(({ lineComments }, { state, match }) => {
      const found = lineComments.find(({ id }) => id === Number(match[2]))
      return found === undefined ? none : ok(shown(found, state))
    }),
  },
  {
    method: 'POST',
    path: new RegExp(`${REPOSITORY}/pulls/(\\d+)/comments/(\\d+)/replies$`),
    as: 'installation',
    answer: within(({ lineComments }, { state, match, body }) => {
      const to = lineComments.find(({ id }) => id === Number(match[3]))
      if (to === undefined) return none
      const text = String(body['body'])
      if (text.length > MAX_BODY) return { status: 422, body: { message: 'body is too long' } }
      const made: StandInLineComment = {
        id: state.nextId++,
        number: Number(match[2]),
        body: text,
        path: to.path,
        line: to.line,
        side: to.side,
        app: state.app.id,
        author: { id: 90_000, type: 'Bot' },
        replyTo: to.replyTo ?? to.id,
      }
      lineComments.push(made)
      return ok(shown(made, state), 201)
    }),
  },
]
