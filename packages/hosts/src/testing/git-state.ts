import { createHash } from 'node:crypto'

export type StandInFileEntry = { text: string; mode: string }
export type StandInCommit = {
  sha: string
  parents: string[]
  files: Record<string, StandInFileEntry>
  author: { id: number; login: string; type: string }
  message: string
}

/** Branches and commits of a repository, as far as the data of git is asked for. */
export type StandInGit = {
  branches: Record<string, string>
  commits: Record<string, StandInCommit>
  trees: Record<string, Record<string, StandInFileEntry>>
}

export const hashOf = (value: unknown): string =>
  createHash('sha1').update(JSON.stringify(value)).digest('hex')

export const PERSON = { id: 555, login: 'ann', type: 'User' }

let made = 0

export const addCommit = (git: StandInGit, commit: Omit<StandInCommit, 'sha'>): StandInCommit => {
  const whole = { ...commit, sha: hashOf([++made, commit]) }
  git.commits[whole.sha] = whole
  return whole
}

export const newGit = (): StandInGit => {
  const git: StandInGit = { branches: {}, commits: {}, trees: {} }
  const { sha } = addCommit(git, { parents: [], files: {}, author: PERSON, message: 'Begin' })
  git.branches['main'] = sha
  return git
}

/** All commits that one comes out of, itself included. */
export const historyOf = (git: StandInGit, sha: string | undefined): Set<string> => {
  const seen = new Set<string>()
  const waiting = sha === undefined ? [] : [sha]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(git.commits[next]?.parents ?? []))
  }
  return seen
}

/** A person changes files on a branch; null takes one away. */
export const commitAs = (
  git: StandInGit,
  branch: string,
  files: Record<string, string | { text: string; mode: string } | null>,
  author = PERSON,
): string => {
  const from = git.branches[branch] ?? git.branches['main'] ?? ''
  const next = { ...git.commits[from]?.files }
  for (const [path, file] of Object.entries(files))
    if (file === null) delete next[path]
    else next[path] = typeof file === 'string' ? { text: file, mode: '100644' } : file
  const { sha } = addCommit(git, { parents: [from], files: next, author, message: 'By hand' })
  git.branches[branch] = sha
  return sha
}
