import type { HostAuthor, HostProposal } from '@teamlore/shared/host-proposals'
import type { Ask } from './app-client.ts'
import {
  aheadSchema,
  proposalSchema,
  proposalsSchema,
  writtenCommitsSchema,
} from './proposal-schemas.ts'

/** Of one file between two looks, no more are read. */
const MAX_AUTHORS = 100

export const readAuthors = async (
  ask: Ask,
  repository: string,
  { path, upTo, after }: { path: string; upTo: string; after: string | null },
): Promise<HostAuthor[]> => {
  const { data } = await ask(`GET /repos/${repository}/commits`, {
    path,
    sha: upTo,
    per_page: MAX_AUTHORS,
  })
  const commits = writtenCommitsSchema.parse(data)
  const end = commits.findIndex(({ sha }) => sha === after)
  return commits.slice(0, end < 0 ? undefined : end).map(({ sha, author }) => ({
    commit: sha,
    authorId: author?.type === 'User' ? String(author.id) : null,
    isOfProgram: author != null && author.type !== 'User',
  }))
}

/** Commits of an app have its name with `[bot]` behind it, which no person's account can have. */
export const isOwnWork = async (
  ask: Ask,
  repository: string,
  { branch, beyond, app }: { branch: string; beyond: string; app: string },
): Promise<boolean> => {
  const { data } = await ask(`GET /repos/${repository}/compare/${beyond}...${branch}`)
  const { total_commits: total, commits } = aheadSchema.parse(data)
  return (
    commits.length === total &&
    commits.every(({ author }) => author?.type === 'Bot' && author.login === `${app}[bot]`)
  )
}

const shown = ({ number, html_url }: { number: number; html_url: string }): HostProposal => ({
  number,
  url: html_url,
})

export const openProposals = async (
  ask: Ask,
  repository: string,
  branch: string,
): Promise<HostProposal[]> => {
  const [owner = ''] = repository.split('/')
  const { data } = await ask(`GET /repos/${repository}/pulls`, {
    state: 'open',
    head: `${owner}:${branch}`,
    sort: 'created',
    direction: 'asc',
    per_page: 10,
  })
  return proposalsSchema.parse(data).map(shown)
}

export const propose = async (
  ask: Ask,
  repository: string,
  { branch, into, title, body }: { branch: string; into: string; title: string; body: string },
): Promise<HostProposal> => {
  const { data } = await ask(`POST /repos/${repository}/pulls`, {
    head: branch,
    base: into,
    title,
    body,
  })
  return shown(proposalSchema.parse(data))
}

export const changeProposal = async (
  ask: Ask,
  repository: string,
  number: number,
  { isClosed, ...set }: { title?: string; body?: string; isClosed?: true },
): Promise<void> => {
  await ask(
    `PATCH /repos/${repository}/pulls/${number}`,
    isClosed ? { ...set, state: 'closed' } : set,
  )
}
