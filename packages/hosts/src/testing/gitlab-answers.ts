import type { Answer } from './host-server.ts'
import type { GitLabState, StandInPullRequest, StandInRepository } from './host-state.ts'

export type GitLabRequest = {
  state: GitLabState
  match: RegExpExecArray
  url: URL
  body: Record<string, unknown>
}

export type GitLabRoute = {
  method: string
  path: RegExp
  /** Role that is needed, as GitLab counts them; none: any token. */
  role?: number
  answer: (request: GitLabRequest) => Answer
}

export const ok = (body: unknown, status = 200): Answer => ({ status, body })
export const none: Answer = { status: 404, body: { message: '404 Not Found' } }
export const refused = (status: number, message: string): Answer => ({ status, body: { message } })

export const page = <T>(items: readonly T[], url: URL): T[] => {
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 20), 100)
  const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size
  return items.slice(from, from + size)
}

export const PROJECT = '^/projects/(\\d+)'
export const MERGE_REQUEST = `${PROJECT}/merge_requests/(\\d+)`

export const within =
  (answer: (repository: StandInRepository, request: GitLabRequest) => Answer) =>
  (request: GitLabRequest): Answer => {
    const { state, match } = request
    const found = state.repositories.find(({ id }) => id === Number(match[1]))
    return found === undefined ? none : answer(found, request)
  }

type Within = {
  pull: StandInPullRequest
  repository: StandInRepository
  request: GitLabRequest
}

export const ofMergeRequest = (answer: (within: Within) => Answer) =>
  within((repository, request) => {
    const pull = repository.pullRequests.find(({ number }) => number === Number(request.match[2]))
    return pull === undefined ? none : answer({ pull, repository, request })
  })

/** As accounts are called: those of tokens and services by names of their own. */
export const personOf = (id: number, type: 'User' | 'Bot' = 'User') => ({
  id,
  username: type === 'Bot' ? `project_${id}_bot_${id}` : `person${id}`,
  name: `Person ${id}`,
  state: 'active',
})
