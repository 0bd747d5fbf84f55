import {
  type GitLabRoute,
  MERGE_REQUEST,
  none,
  ofMergeRequest,
  ok,
  PROJECT,
  page,
  within,
} from './gitlab-answers.ts'
import type { StandInFile, StandInPullRequest, StandInRepository } from './host-state.ts'

const stateOf = ({ state, merged }: StandInPullRequest): string => {
  if (merged) return 'merged'
  return state === 'open' ? 'opened' : 'closed'
}

const shown = (pull: StandInPullRequest, { id, url }: StandInRepository) => ({
  iid: pull.number,
  state: stateOf(pull),
  title: pull.title,
  description: pull.body ?? null,
  sha: pull.head === '' ? null : pull.head,
  merge_commit_sha: pull.mergeCommit ?? null,
  squash_commit_sha: null,
  author: { id: pull.author ?? 555, username: 'author' },
  web_url: `${url}/-/merge_requests/${pull.number}`,
  source_project_id: pull.fork === null ? id : 987_654,
  target_project_id: id,
  source_branch: 'change',
  target_branch: pull.base ?? 'main',
})

const diffOf = ({ filename, status, changes, previous_filename, patch }: StandInFile) => ({
  old_path: previous_filename ?? filename,
  new_path: filename,
  new_file: status === 'added',
  renamed_file: status === 'renamed',
  deleted_file: status === 'removed',
  diff: patch ?? '',
  collapsed: false,
  too_large: patch === undefined && changes > 0,
})

/** Which of several a list asks for. */
const asked = (pulls: readonly StandInPullRequest[], url: URL): StandInPullRequest[] => {
  const state = url.searchParams.get('state') ?? 'all'
  return pulls
    .filter((pull) => state === 'all' || stateOf(pull) === state)
    .toSorted((a, b) => b.number - a.number)
}

export const MERGE_REQUEST_ROUTES: GitLabRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${PROJECT}/merge_requests$`),
    answer: within((repository, { url }) =>
      ok(
        page(
          asked(repository.pullRequests, url).map((pull) => shown(pull, repository)),
          url,
        ),
      ),
    ),
  },
  {
    method: 'GET',
    path: new RegExp(`${MERGE_REQUEST}$`),
    answer: ofMergeRequest(({ pull, repository }) => ok(shown(pull, repository))),
  },
  {
    method: 'GET',
    path: new RegExp(`${MERGE_REQUEST}/diffs$`),
    answer: ofMergeRequest(({ pull, request }) => ok(page(pull.files.map(diffOf), request.url))),
  },
  {
    method: 'GET',
    path: new RegExp(`${MERGE_REQUEST}/commits$`),
    // The newest first.
    answer: ofMergeRequest(({ pull, request }) =>
      ok(
        page(
          pull.commits.toReversed().map(({ sha, message }) => ({ id: sha, message })),
          request.url,
        ),
      ),
    ),
  },
  {
    method: 'GET',
    path: new RegExp(`${PROJECT}/repository/merge_base$`),
    answer: within(({ comparisons }, { url }) => {
      const [from = '', to = ''] = url.searchParams.getAll('refs[]')
      const found = comparisons[`${from}...${to}`]
      if (found === undefined) return none
      return ok({ id: found.status === 'ahead' ? from : 'e'.repeat(40) })
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${PROJECT}/repository/compare$`),
    answer: within(({ comparisons }, { url: { searchParams } }) => {
      const found = comparisons[`${searchParams.get('from')}...${searchParams.get('to')}`]
      return found === undefined ? none : ok({ diffs: found.files.map(diffOf), commits: [] })
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${PROJECT}/repository/commits/([0-9a-f]+)/merge_requests$`),
    answer: within((repository, { match }) => {
      const sha = match[2] ?? ''
      const found = repository.pullRequests.filter(
        ({ mergeCommit, commits }) =>
          mergeCommit?.startsWith(sha) === true || commits.some((one) => one.sha.startsWith(sha)),
      )
      return ok(found.map((pull) => shown(pull, repository)))
    }),
  },
]

const MAX_DESCRIPTION = 255

export const STATUS_ROUTES: GitLabRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${PROJECT}/repository/commits/([0-9a-f]+)/statuses$`),
    answer: within(({ checks }, { match, url }) => {
      const name = url.searchParams.get('name')
      const found = checks.filter(
        ({ commit, body }) => commit === match[2] && body['name'] === name,
      )
      // Only the last of each name counts.
      return ok(
        found.slice(-1).map(({ id, body }) => ({
          id,
          name,
          status: body['state'],
          description: body['description'],
          target_url: body['target_url'],
        })),
      )
    }),
  },
  {
    method: 'POST',
    path: new RegExp(`${PROJECT}/statuses/([0-9a-f]+)$`),
    role: 30,
    answer: within(({ checks, pullRequests }, { state, match, body }) => {
      const commit = match[2] ?? ''
      // Without a branch of this project that has it there is nothing to hang a status on.
      if (pullRequests.some(({ head, fork }) => head === commit && fork !== null)) return none
      if (String(body['description']).length > MAX_DESCRIPTION)
        return { status: 400, body: { message: 'description is too long' } }
      const made = { id: state.nextId++, commit, body }
      checks.push(made)
      return ok({ id: made.id, status: body['state'] }, 201)
    }),
  },
]
