import {
  addCommit,
  hashOf,
  historyOf,
  type StandInCommit,
  type StandInFileEntry,
} from './git-state.ts'
import {
  none,
  ok,
  REPOSITORY,
  type StandInRequest,
  type StandInRoute,
  within,
} from './github-answers.ts'
import type { StandInRepository } from './host-state.ts'

const noAccess = { status: 403, body: { message: 'Resource not accessible by integration' } }
const invalid = (message: string) => ({ status: 422, body: { message } })

/** What writes needs a permission that the owner has given. */
const writing = (answer: Parameters<typeof within>[0]) =>
  within((repository, request) =>
    request.state.app.permissions['contents'] === 'write' ? answer(repository, request) : noAccess,
  )

const route = (method: string, path: string, answer: StandInRoute['answer']): StandInRoute => ({
  method,
  path: new RegExp(`${REPOSITORY}${path}$`),
  as: 'installation',
  answer,
})

const shownCommit = ({ sha, author, message }: StandInCommit) => ({
  sha,
  // It knows no account of some addresses.
  author: author.id === 0 ? null : author,
  commit: { message },
})

const entriesOf = ({ git }: StandInRepository, sha: string) =>
  git.commits[sha]?.files ?? git.trees[sha]

const blobOf = (files: Record<string, StandInFileEntry>, sha: string) =>
  Object.values(files).find(({ text }) => hashOf(text) === sha)

const treeOf = ({ git }: StandInRepository, { body }: StandInRequest) => {
  const { base_tree, tree } = body as {
    base_tree: string
    tree: { path: string; content: string; mode: string }[]
  }
  const files = { ...(git.commits[base_tree]?.files ?? {}) }
  for (const { path, content, mode } of tree) files[path] = { text: content, mode }
  const sha = hashOf(['tree', files])
  git.trees[sha] = files
  return ok({ sha }, 201)
}

const ofApp = ({ state: { app } }: StandInRequest) => ({
  id: 90_000,
  login: `${app.slug}[bot]`,
  type: 'Bot',
})

/** The data of git: what is read and written without a checkout. */
export const GIT_ROUTES: StandInRoute[] = [
  route(
    'GET',
    '',
    within(({ id, name, url, isPrivate, visibility }) =>
      ok({
        id,
        full_name: name,
        html_url: url,
        private: isPrivate,
        visibility: visibility ?? (isPrivate ? 'private' : 'public'),
        default_branch: 'main',
      }),
    ),
  ),
  route(
    'GET',
    '/git/ref/heads/(.+)',
    within(({ git }, { match }) => {
      const sha = git.branches[match[2] ?? '']
      return sha === undefined ? none : ok({ object: { sha } })
    }),
  ),
  route(
    'GET',
    '/git/trees/([0-9a-f]+)',
    within((repository, { match }) => {
      const files = entriesOf(repository, match[2] ?? '')
      if (files === undefined) return none
      const tree = Object.entries(files).map(([path, { text, mode }]) => ({
        path,
        mode,
        sha: hashOf(text),
      }))
      return ok({ tree })
    }),
  ),
  route(
    'GET',
    '/git/blobs/([0-9a-f]+)',
    within(({ git }, { match }) => {
      for (const { files } of Object.values(git.commits)) {
        const found = blobOf(files, match[2] ?? '')
        if (found) return ok({ content: Buffer.from(found.text).toString('base64') })
      }
      return none
    }),
  ),
  route('POST', '/git/trees', writing(treeOf)),
  route(
    'POST',
    '/git/commits',
    writing(({ git }, request) => {
      const { message, tree, parents } = request.body as {
        message: string
        tree: string
        parents: string[]
      }
      const files = git.trees[tree]
      if (files === undefined) return invalid('Tree SHA does not exist')
      return ok(
        { sha: addCommit(git, { parents, files, message, author: ofApp(request) }).sha },
        201,
      )
    }),
  ),
  route(
    'POST',
    '/git/refs',
    writing(({ git }, { body }) => {
      const name = String(body['ref']).replace('refs/heads/', '')
      if (git.branches[name] !== undefined) return invalid('Reference already exists')
      git.branches[name] = String(body['sha'])
      return ok({ object: { sha: body['sha'] } }, 201)
    }),
  ),
  route(
    'PATCH',
    '/git/refs/heads/(.+)',
    writing(({ git }, { body, match }) => {
      const name = match[2] ?? ''
      const sha = String(body['sha'])
      const before = git.branches[name]
      if (before === undefined) return invalid('Reference does not exist')
      if (body['force'] !== true && !historyOf(git, sha).has(before))
        return invalid('Update is not a fast forward')
      git.branches[name] = sha
      return ok({ object: { sha } })
    }),
  ),
  route(
    'DELETE',
    '/git/refs/heads/(.+)',
    writing(({ git }, { match }) => {
      const name = match[2] ?? ''
      if (git.branches[name] === undefined) return invalid('Reference does not exist')
      delete git.branches[name]
      return { status: 204 }
    }),
  ),
  route(
    'GET',
    '/commits',
    within(({ git }, { url }) => {
      const path = url.searchParams.get('path') ?? ''
      const touched = [...historyOf(git, url.searchParams.get('sha') ?? '')].flatMap((sha) => {
        const commit = git.commits[sha]
        if (commit === undefined) return []
        const before = commit.parents.map((parent) => git.commits[parent]?.files[path]?.text)
        const isTouched =
          before.length === 0
            ? commit.files[path] !== undefined
            : before.every((text) => text !== commit.files[path]?.text)
        return isTouched ? [shownCommit(commit)] : []
      })
      return ok(touched)
    }),
  ),
  route(
    'GET',
    '/compare/(.*[^0-9a-f.].*)\\.\\.\\.(.+)',
    within(({ git }, { match }) => {
      const base = historyOf(git, git.branches[match[2] ?? ''])
      const head = git.branches[match[3] ?? '']
      if (head === undefined) return none
      const commits = [...historyOf(git, head)].flatMap((sha) => {
        const commit = git.commits[sha]
        return commit === undefined || base.has(sha) ? [] : [shownCommit(commit)]
      })
      // The oldest first, and no more than so many.
      const shown = commits.toReversed().slice(0, 250)
      return ok({ status: 'ahead', total_commits: commits.length, commits: shown, files: [] })
    }),
  ),
]
