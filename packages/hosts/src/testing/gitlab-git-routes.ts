import {
  addCommit,
  hashOf,
  historyOf,
  type StandInCommit,
  type StandInFileEntry,
  type StandInGit,
} from './git-state.ts'
import {
  type GitLabRequest,
  type GitLabRoute,
  none,
  ok,
  PROJECT,
  page,
  refused,
  within,
} from './gitlab-answers.ts'
import { emailOf } from './gitlab-people.ts'

const REPOSITORY = `${PROJECT}/repository`
const DEVELOPER = 30

const shaOf = (git: StandInGit, ref: string): string | undefined =>
  git.branches[ref] ?? git.commits[ref]?.sha

const filesAt = (git: StandInGit, ref: string): Record<string, StandInFileEntry> | undefined =>
  git.commits[shaOf(git, ref) ?? '']?.files

const shown = ({ sha, parents, author, message }: StandInCommit) => ({
  id: sha,
  parent_ids: parents,
  author_name: author.login,
  author_email: emailOf(author),
  message,
})

const changes = (git: StandInGit, { files, parents }: StandInCommit, path: string): boolean => {
  const before = parents.map((parent) => git.commits[parent]?.files[path]?.text)
  return before.length === 0
    ? files[path] !== undefined
    : before.every((text) => text !== files[path]?.text)
}

/** The newest first; `a..b`: what b has and a has not. */
const commitsOf = (git: StandInGit, ref: string, path: string | null): StandInCommit[] => {
  const [from, to] = ref.includes('..') ? ref.split('..') : [undefined, ref]
  const hidden = from === undefined ? new Set<string>() : historyOf(git, shaOf(git, from))
  return [...historyOf(git, shaOf(git, to ?? ''))].flatMap((sha) => {
    const commit = git.commits[sha]
    if (commit === undefined || hidden.has(sha)) return []
    return path === null || changes(git, commit, path) ? [commit] : []
  })
}

type NewCommit = {
  branch: string
  start_sha?: string
  force?: boolean
  commit_message: string
  actions: { action: string; file_path: string; content: string; last_commit_id?: string }[]
}

const TAKEN = (branch: string) =>
  refused(
    400,
    `A branch called '${branch}' already exists. Switch to that branch in order to make changes`,
  )

const wrongWith = (
  git: StandInGit,
  { action, file_path: path, last_commit_id: last }: NewCommit['actions'][number],
  start: string,
): string | undefined => {
  const isThere = git.commits[start]?.files[path] !== undefined
  if (action === 'create' && isThere) return 'A file with this name already exists'
  if (action === 'update' && !isThere) return "A file with this name doesn't exist"
  return last !== undefined && commitsOf(git, start, path)[0]?.sha !== last
    ? `You are attempting to update a file ${path} that has changed since`
    : undefined
}

const commit = (git: StandInGit, { state, body }: GitLabRequest) => {
  const { branch, start_sha, force, commit_message, actions } = body as NewCommit
  const there = git.branches[branch]
  if (start_sha !== undefined && git.commits[start_sha] === undefined)
    return refused(400, `Cannot find start_sha '${start_sha}'`)
  if (start_sha !== undefined && there !== undefined && force !== true) return TAKEN(branch)
  const start = start_sha ?? there
  if (start === undefined)
    return refused(400, 'You can only create or edit files when you are on a branch')
  const files = { ...git.commits[start]?.files }
  for (const one of actions) {
    const wrong = wrongWith(git, one, start)
    if (wrong !== undefined) return refused(400, wrong)
    const { file_path: path, content } = one
    files[path] = { text: content, mode: files[path]?.mode ?? '100644' }
  }
  const { id, username } = state.account
  const author = { id, login: username, type: 'Bot' }
  const made = addCommit(git, { parents: [start], files, author, message: commit_message })
  git.branches[branch] = made.sha
  return ok(shown(made), 201)
}

/** Files and branches, as GitLab lets them be read and written without a checkout. */
export const GITLAB_GIT_ROUTES: GitLabRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/branches/([^/]+)$`),
    answer: within(({ git }, { match }) => {
      const name = decodeURIComponent(match[2] ?? '')
      const sha = git.branches[name]
      return sha === undefined ? none : ok({ name, commit: { id: sha } })
    }),
  },
  {
    method: 'DELETE',
    path: new RegExp(`${REPOSITORY}/branches/([^/]+)$`),
    role: DEVELOPER,
    answer: within(({ git }, { match }) => {
      const name = decodeURIComponent(match[2] ?? '')
      if (git.branches[name] === undefined) return none
      delete git.branches[name]
      return { status: 204 }
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/tree$`),
    answer: within(({ git }, { url }) => {
      const files = filesAt(git, url.searchParams.get('ref') ?? 'main')
      if (files === undefined) return none
      const entries = Object.entries(files).map(([path, { text, mode }]) => ({
        id: hashOf(text),
        name: path,
        path,
        type: 'blob',
        mode,
      }))
      return ok(page(entries, url))
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/blobs/([0-9a-f]+)$`),
    answer: within(({ git }, { match }) => {
      for (const { files } of Object.values(git.commits))
        for (const { text } of Object.values(files))
          if (hashOf(text) === match[2])
            return ok({ encoding: 'base64', content: Buffer.from(text).toString('base64') })
      return none
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/files/([^/]+)$`),
    answer: within(({ git }, { match, url }) => {
      const path = decodeURIComponent(match[2] ?? '')
      const ref = url.searchParams.get('ref') ?? ''
      const file = filesAt(git, ref)?.[path]
      if (file === undefined) return none
      const last = commitsOf(git, ref, path)[0]?.sha
      return ok({ file_path: path, blob_id: hashOf(file.text), last_commit_id: last })
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${REPOSITORY}/commits$`),
    answer: within(({ git }, { url }) => {
      const ref = url.searchParams.get('ref_name') ?? 'main'
      const found = commitsOf(git, ref, url.searchParams.get('path'))
      return ok(page(found.map(shown), url))
    }),
  },
  {
    method: 'POST',
    path: new RegExp(`${REPOSITORY}/commits$`),
    role: DEVELOPER,
    answer: within(({ git }, request) => commit(git, request)),
  },
]
