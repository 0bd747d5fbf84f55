import type { StoredBook } from '@teamlore/db'

export type HomeOfFiles = Pick<StoredBook, 'home_repository' | 'home_branch' | 'home_folder'>

type At = { repository: string; branch: string; path: string }

/** Code hosts by what their names say, each with where it opens a file to be edited. */
const HOSTS: readonly [host: RegExp, urlOf: (at: At) => string][] = [
  [/^github\./u, ({ repository, branch, path }) => `${repository}/edit/${branch}/${path}`],
  [
    /^gitlab\.|\.gitlab\./u,
    ({ repository, branch, path }) => `${repository}/-/edit/${branch}/${path}`,
  ],
  [
    /^bitbucket\.org$/u,
    ({ repository, branch, path }) => `${repository}/src/${branch}/${path}?mode=edit&at=${branch}`,
  ],
  [
    /^(?:codeberg\.org|(?:gitea|forgejo)\..+)$/u,
    ({ repository, branch, path }) => `${repository}/_edit/${branch}/${path}`,
  ],
]

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

/** Names between slashes as an address has them; undefined where one of them leads elsewhere. */
const encoded = (path: string): string | undefined => {
  const names = path.split('/')
  if (names.some((name) => ['', '.', '..'].includes(name))) return undefined
  return names.map(encodeURIComponent).join('/')
}

/** Where a file of a book is edited at the host of its repository; null where its home is none that is known, or no branch. */
export const editUrlOf = (
  { home_repository, home_branch, home_folder }: HomeOfFiles,
  file: string | null,
): string | null => {
  if (home_repository === null || home_branch === null || home_folder === null || file === null)
    return null
  const [host = '', ...names] = home_repository.split('/')
  const urlOf = HOSTS.find(([pattern]) => pattern.test(host))?.[1]
  const repository = names.length < 2 ? undefined : encoded(names.join('/'))
  const branch = encoded(home_branch)
  const path = encoded(home_folder === '' ? file : `${home_folder}/${file}`)
  if (urlOf === undefined || !HOST.test(host)) return null
  if (repository === undefined || branch === undefined || path === undefined) return null
  return `https://${host}/${urlOf({ repository, branch, path })}`
}
