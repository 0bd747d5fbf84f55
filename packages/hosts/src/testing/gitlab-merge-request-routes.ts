import { historyOf } from './git-state.ts'
import {
  type GitLabRequest,
  type GitLabRoute,
  MERGE_REQUEST,
  none,
  ofMergeRequest,
  ok,
  PROJECT,
  page,
  refused,
  within,
} from './gitlab-answers.ts'
import type { StandInFile, StandInPullRequest, StandInRepository } from './host-state.ts'

const stateOf = ({ state, merged }: StandInPullRequest): string => {
  if (merged) return 'merged'
  return state === 'open' ? 'opened' : 'closed'
}

const headOf = ({ state, branch, head }: StandInPullRequest, { git }: StandInRepository): string =>
  (state === 'open' && branch !== undefined ? git.branches[branch] : undefined) ?? head

const shown = (pull: StandInPullRequest, repository: StandInRepository) => ({
  iid: pull.number,
  state: stateOf(pull),
  title: pull.title,
  description: pull.body ?? null,
  sha: headOf(pull, repository) || null,
  merge_commit_sha: pull.mergeCommit ?? null,
  squash_commit_sha: null,
  author: { id: pull.author ?? 555, username: 'author' },
  web_url: `${repository.url}/-/merge_requests/${pull.number}`,
  source_project_id: pull.fork === null ? repository.id : 987_654,
  target_project_id: repository.id,
  source_branch: branchOf(pull),
  target_branch: pull.base ?? 'main',
})

const branchOf = ({ branch }: StandInPullRequest): string => branch ?? 'change'

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
  const branch = url.searchParams.get('source_branch')
  const isUp = url.searchParams.get('sort') === 'asc'
  return pulls
    .filter((pull) => state === 'all' || stateOf(pull) === state)
    .filter((pull) => branch === null || branchOf(pull) === branch)
    .toSorted((a, b) => (isUp ? a.number - b.number : b.number - a.number))
}

/** At most one that is open from a branch of the project into another, as GitLab has it. */
const open = (repository: StandInRepository, { state, body }: GitLabRequest) => {
  const branch = String(body['source_branch'])
  const head = repository.git.branches[branch]
  if (head === undefined) return refused(400, 'source_branch does not exist')
  const there = repository.pullRequests.find(
    (one) => one.branch === branch && one.state === 'open' && one.fork === null,
  )
  if (there !== undefined)
    return refused(
      409,
      `Another open merge request already exists for this source branch: !${there.number}`,
    )
  const made: StandInPullRequest = {
    number: state.nextId++,
    title: String(body['title']),
    body: String(body['description'] ?? ''),
    state: 'open',
    merged: false,
    head,
    branch,
    fork: null,
    files: [],
    commits: [],
    author: state.account.id,
  }
  repository.pullRequests.push(made)
  return ok(shown(made, repository), 201)
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
    method: 'POST',
    path: new RegExp(`${PROJECT}/merge_requests$`),
    role: 30,
    answer: within(open),
  },
  {
    method: 'PUT',
    path: new RegExp(`${MERGE_REQUEST}$`),
    role: 30,
    answer: ofMergeRequest(({ pull, repository, request: { body } }) => {
      if (typeof body['title'] === 'string') pull.title = body['title']
      if (typeof body['description'] === 'string') pull.body = body['description']
      if (body['state_event'] === 'close') {
        pull.head = headOf(pull, repository)
        pull.state = 'closed'
      }
      return ok(shown(pull, repository))
    }),
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
    answer: within(({ comparisons, git }, { url }) => {
      const [from = '', to = ''] = url.searchParams.getAll('refs[]')
      const found = comparisons[`${from}...${to}`]
      const theirs = historyOf(git, to)
      const common = [...historyOf(git, from)].find((sha) => theirs.has(sha) && git.commits[sha])
      if (found === undefined) return common === undefined ? none : ok({ id: common })
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
