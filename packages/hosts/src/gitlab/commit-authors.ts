import { type HostApp, HostError } from '@teamlore/shared/code-hosts'
import type { HostAuthor } from '@teamlore/shared/host-proposals'
import { type Ask, allPages } from './gitlab-client.ts'
import {
  foundAccountsSchema,
  ownAccountSchema,
  publicAccountSchema,
  writtenCommitsSchema,
} from './proposal-schemas.ts'

/** Of one file between two looks, and of one branch, no more are read. */
const MAX_COMMITS = 100
/** Accounts that a search for an address finds, by their names too. */
const MAX_FOUND = 5

/** Addresses that commits of the account of the token have. */
const ownAddresses = async (ask: Ask): Promise<Set<string>> => {
  const { email, commit_email } = ownAccountSchema.parse(await ask('GET /user'))
  return new Set([email, commit_email].flatMap((one) => one?.toLowerCase() || []))
}

const isRefusal = (error: unknown): boolean =>
  error instanceof HostError && ['forbidden', 'gone', 'refused'].includes(error.failure)

/** GitLab finds accounts by more than their address, so each is asked for the one that it shows. */
const publicAccountOf = async (ask: Ask, email: string): Promise<string | null> => {
  const found = foundAccountsSchema.parse(
    await ask('GET /users', { query: { search: email, per_page: MAX_FOUND } }),
  )
  for (const { id } of found) {
    const { public_email: shown } = publicAccountSchema.parse(await ask(`GET /users/${id}`))
    if (shown?.toLowerCase() === email) return String(id)
  }
  return null
}

/**
 * GitLab says of a commit the address of its author and no account. Who commits by its pages has an address that names the account;
 * another address is an account's where that account shows it.
 */
const accountOf = async (ask: Ask, email: string, hostname: string): Promise<string | null> => {
  const [, id] = /^(\d{1,15})-[^@]+@/.exec(email) ?? []
  if (id !== undefined && email.endsWith(`@users.noreply.${hostname}`)) return id
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return null
  try {
    return await publicAccountOf(ask, email)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

export const readAuthors = async (
  ask: Ask,
  project: string,
  {
    app,
    path,
    upTo,
    after,
  }: { app: Pick<HostApp, 'apiUrl'>; path: string; upTo: string; after: string | null },
): Promise<HostAuthor[]> => {
  const commits = await allPages(ask, `GET /projects/${project}/repository/commits`, {
    schema: writtenCommitsSchema,
    most: MAX_COMMITS,
    query: { ref_name: upTo, path },
  })
  const end = commits.findIndex(({ id }) => id === after)
  const asked = commits.slice(0, end < 0 ? undefined : end)
  const own = asked.length === 0 ? new Set<string>() : await ownAddresses(ask)
  const { hostname } = new URL(app.apiUrl)
  const known = new Map<string, string | null>()
  const authors: HostAuthor[] = []
  for (const { id: commit, author_email } of asked) {
    const email = author_email.toLowerCase()
    const isOfProgram = own.has(email)
    if (!isOfProgram && !known.has(email)) known.set(email, await accountOf(ask, email, hostname))
    authors.push({ commit, authorId: known.get(email) ?? null, isOfProgram })
  }
  return authors
}

/** By the address of its commits. A person who rebases them stays no author of theirs. */
export const isOwnWork = async (
  ask: Ask,
  project: string,
  { branch, beyond }: { branch: string; beyond: string },
): Promise<boolean> => {
  const own = await ownAddresses(ask)
  const commits = await allPages(ask, `GET /projects/${project}/repository/commits`, {
    schema: writtenCommitsSchema,
    most: MAX_COMMITS + 1,
    query: { ref_name: `${beyond}..${branch}` },
  })
  return (
    commits.length <= MAX_COMMITS &&
    commits.every(({ author_email }) => own.has(author_email.toLowerCase()))
  )
}
