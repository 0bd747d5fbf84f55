import type { StandInGit } from './git-state.ts'

export type StandInFile = {
  filename: string
  status: 'added' | 'modified' | 'removed' | 'renamed'
  changes: number
  previous_filename?: string
  patch?: string
}

export type StandInPullRequest = {
  number: number
  title: string
  state: 'open' | 'closed'
  merged: boolean
  head: string
  /** Of whose fork it comes; null: of the repository itself. */
  fork: string | null
  /** Where it is to come in; the default branch, `main`, unless given. */
  base?: string
  /** Of the repository, where its commits are asked for: its head follows it while it is open. */
  branch?: string
  files: StandInFile[]
  commits: { sha: string; message: string }[]
  body?: string
  author?: number
  mergeCommit?: string
  /** When it was merged; as long ago as it is old, unless given. */
  mergedAt?: string
}

export type StandInComment = {
  id: number
  number: number
  body: string
  /** Made by this app, or by a person. */
  app: number | null
  /** Who wrote it, where it was a person or another program. */
  author?: { id: number; type: 'User' | 'Bot' }
  edits: number
  /** Thumbs that people turned down on it. */
  thumbs?: { author: number; at: string; type?: 'User' | 'Bot' }[]
}

/** A comment beside a line. */
export type StandInLineComment = {
  id: number
  number: number
  body: string
  path: string
  /** As it is now; null where its line is gone. */
  line: number | null
  side: 'LEFT' | 'RIGHT'
  app: number | null
  author: { id: number; type: 'User' | 'Bot' }
  replyTo: number | null
  /** Of the commit that it was written for. */
  original?: { commit: string; line: number; start?: number }
}

export type StandInRepository = {
  id: number
  name: string
  url: string
  installation: number
  isPrivate: boolean
  visibility?: 'public' | 'internal' | 'private'
  pullRequests: StandInPullRequest[]
  comments: StandInComment[]
  lineComments: StandInLineComment[]
  /** From one commit to another, as `a...b`. */
  comparisons: Record<string, { status: string; files: StandInFile[] }>
  git: StandInGit
  checks: { id: number; commit: string; body: Record<string, unknown> }[]
  hooks: StandInHook[]
}

/** A webhook that was made by the interface of the host. */
export type StandInHook = { id: number; body: Record<string, unknown>; alertStatus: string }

/** What is asked of a host, as it was asked. */
export type StandInAsked = { method: string; path: string; body: Record<string, unknown> }

/** `status` 0: the connection is cut. */
export type Fault = {
  method: string
  path: RegExp
  status: number
  headers?: Record<string, string>
  isDone?: boolean
}

export type StandInApp = {
  id: number
  slug: string
  owner: string
  privateKey: string
  publicKey: string
  hookSecret: string
  hookUrl: string
  permissions: Record<string, string>
}

export type GitHubState = {
  app: StandInApp
  codes: Set<string>
  installations: number[]
  /** Those of them that somebody has suspended. */
  suspended: number[]
  repositories: StandInRepository[]
  hookDeliveries: { status_code: number; delivered_at: string }[]
  asked: StandInAsked[]
  faults: Fault[]
  nextId: number
}

export type GitLabState = {
  /** Of the token. */
  account: { id: number; username: string; name: string }
  token: { text: string; scopes: string[]; expiresAt: string | null; isEnded: boolean }
  /** In all projects, as GitLab counts them: 30 is a developer, 40 a maintainer. */
  role: number
  /** People who show no address. */
  hidesEmails: Set<number>
  /** People who call themselves by an address that may be somebody else's. */
  namesakes: Map<number, string>
  /** Whether it is new enough to sign its events. */
  signs: boolean
  hookSecret: string
  repositories: StandInRepository[]
  asked: StandInAsked[]
  faults: Fault[]
  nextId: number
}
