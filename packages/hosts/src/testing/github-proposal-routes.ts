import { none, ok, REPOSITORY, type StandInRoute, within } from './github-answers.ts'
import type { StandInPullRequest, StandInRepository } from './host-state.ts'

const noAccess = { status: 403, body: { message: 'Resource not accessible by integration' } }

const mayPropose = (permissions: Record<string, string>): boolean =>
  permissions['pull_requests'] === 'write'

const shown = ({ url }: StandInRepository, { number }: StandInPullRequest) => ({
  number,
  html_url: `${url}/pull/${number}`,
})

/** Pull requests that the app opens itself: at most one that is open for a branch, as GitHub has it. */
export const PROPOSAL_ROUTES: StandInRoute[] = [
  {
    method: 'POST',
    path: new RegExp(`${REPOSITORY}/pulls$`),
    as: 'installation',
    answer: within((repository, { state, body }) => {
      if (!mayPropose(state.app.permissions)) return noAccess
      const branch = String(body['head'])
      const head = repository.git.branches[branch]
      const isThere = repository.pullRequests.some(
        (one) => one.branch === branch && one.state === 'open',
      )
      if (head === undefined || isThere)
        return { status: 422, body: { message: 'Validation Failed' } }
      const made: StandInPullRequest = {
        number: state.nextId++,
        title: String(body['title']),
        body: String(body['body']),
        state: 'open',
        merged: false,
        head,
        branch,
        fork: null,
        files: [],
        commits: [],
      }
      repository.pullRequests.push(made)
      return ok(shown(repository, made), 201)
    }),
  },
  {
    method: 'PATCH',
    path: new RegExp(`${REPOSITORY}/pulls/(\\d+)$`),
    as: 'installation',
    answer: within((repository, { state, match, body }) => {
      if (!mayPropose(state.app.permissions)) return noAccess
      const found = repository.pullRequests.find(({ number }) => number === Number(match[2]))
      if (found === undefined) return none
      if (typeof body['title'] === 'string') found.title = body['title']
      if (typeof body['body'] === 'string') found.body = body['body']
      if (body['state'] === 'closed') found.state = 'closed'
      return ok(shown(repository, found))
    }),
  },
]
