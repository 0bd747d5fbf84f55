import type { Tokens } from './app-tokens.ts'
import type { Answer } from './host-server.ts'
import type { GitHubState, StandInRepository } from './host-state.ts'

export type { Answer } from './host-server.ts'

export type StandInRequest = {
  state: GitHubState
  match: RegExpExecArray
  url: URL
  body: Record<string, unknown>
  tokens: Tokens
  installation?: number
}

export type StandInRoute = {
  method: string
  path: RegExp
  as: 'anybody' | 'app' | 'installation'
  answer: (request: StandInRequest) => Answer
}

export const ok = (body: unknown, status = 200): Answer => ({ status, body })
export const none: Answer = { status: 404, body: { message: 'Not Found' } }

export const page = <T>(items: readonly T[], url: URL): T[] => {
  const size = Number(url.searchParams.get('per_page') ?? 30)
  const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size
  return items.slice(from, from + size)
}

/** One that this installation reaches. */
const repositoryOf = ({
  state,
  match,
  installation,
}: StandInRequest): StandInRepository | undefined =>
  state.repositories.find((one) => one.name === match[1] && one.installation === installation)

export const within =
  (answer: (repository: StandInRepository, request: StandInRequest) => Answer) =>
  (request: StandInRequest): Answer => {
    const repository = repositoryOf(request)
    return repository === undefined ? none : answer(repository, request)
  }

export const REPOSITORY = '^/repos/([^/]+/[^/]+)'
export const MAX_BODY = 65_536
