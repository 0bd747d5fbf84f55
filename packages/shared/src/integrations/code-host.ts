import type { ChangedFile } from '../changes/change-report.contract.ts'
import type { RepositoryVisibility } from './integration.contract.ts'

/** An app at a host, with the key by which it says who it is. */
export type HostApp = { apiUrl: string; appId: string; privateKey: string }

/** What a host gives once, when an app is made. */
export type MadeHostApp = {
  appId: string
  slug: string
  account: string
  privateKey: string
  hookSecret: string
}

export type HostRepository = {
  repositoryId: string
  installationId: string
  fullName: string
  url: string
  visibility: RepositoryVisibility
}

export type HostRepositories = {
  permissions: Record<string, string>
  repositories: HostRepository[]
  /** Installations. */
  suspended: string[]
}

/** One repository as an installation of an app reaches it. */
export type HostPlace = {
  app: HostApp
  installationId: string
  fullName: string
}

export type HostPullRequest = {
  state: 'open' | 'closed' | 'merged'
  title: string
  body: string
  head: string
  /** Of the merge, where it was merged. */
  mergeCommit: string | null
  /** The host's own id of who opened it. */
  authorId: string
  url: string
  /** From a branch of the repository itself into its default branch: its commits are new there, and who opened it may write. */
  isOwnProposal: boolean
  /** As the host has it at this moment. */
  visibility: RepositoryVisibility
  repositoryUrl: string
}

export type HostChanges = {
  files: ChangedFile[]
  /** Hashes and subjects, the oldest first. */
  commits: {
    sha: string
    subject: string
    /** Commits that its message says it takes back. */
    reverts: string[]
  }[]
}

export type HostComment = { id: string; url: string; body: string }

/** A comment with who wrote it: `authorId` is the host's own id of them, which no other account gets. */
export type WrittenComment = HostComment & {
  authorId: string
  /** Written by a program, or through one. */
  isOfProgram: boolean
  /** The line that it stands beside; null in the conversation. */
  on: CommentedLine | null
}

/** `isAfter`: `line` counts in the file as the change has it, else as it was before. Null where the line is gone since. */
export type CommentedLine = { path: string; line: number | null; isAfter: boolean }

/** A comment of a review, with the lines that it was written about, in the commit that it was written for. */
export type ReviewComment = {
  id: string
  url: string
  body: string
  authorId: string
  isOfProgram: boolean
  /** It answers another of its thread. */
  isReply: boolean
  path: string
  commit: string
  /** Null where it is about what was there before, or the whole file. */
  lines: { from: number; to: number } | null
}

export type HostReaction = { authorId: string; at: Date }

export type HostCheck = {
  name: string
  commit: string
  /** Ours: by it one that was made before a kill is found. */
  externalId: string
  /** `action_required` keeps a change from being merged where the host is set to ask for the check. */
  conclusion: 'neutral' | 'success' | 'action_required'
  /** Where more is read. */
  detailsUrl: string
  title: string
  summary: string
  annotations: { path: string; line: number; title: string; message: string }[]
}

export type HostFinding = { ok: boolean; text: string }

/** What a host's addresses and forms look like. */
export type HostForms = {
  /** What the app asks for, and what for. */
  permissions: Readonly<Record<string, { access: string; why: string }>>
  webUrlOf(asked: string | undefined): string
  apiUrlOf(webUrl: string): string
  appUrlOf(webUrl: string, slug: string): string
  installUrlOf(webUrl: string, slug: string): string
  /** Whether the host of this address is in a private network that teams may not use, as far as its name says so. */
  isPrivate(url: string): boolean
  /** The form by which a browser asks the host for a new app. */
  newApp(asked: {
    webUrl: string
    organization: string | undefined
    state: string
    name: string
    pagesUrl: string
    hookUrl: string
  }): { action: string; manifest: string }
  /** Whether who knows the secret of an app sent this. */
  isSigned(secret: string, body: string, signature: string | undefined): Promise<boolean>
}

/** Everything that is asked of a host of code. Each method that asks throws `HostError` where the host does not do it. */
export type CodeHost = HostForms & {
  /** The app for a code that the host gave to the browser which made it; works once. */
  takeApp(asked: { apiUrl: string; code: string }): Promise<MadeHostApp>
  /** Every repository that the app is installed on, and what it may do. Of installations that are suspended only that they are. */
  repositories(app: HostApp): Promise<HostRepositories>
  pullRequest(place: HostPlace, number: number): Promise<HostPullRequest>
  changes(place: HostPlace, number: number): Promise<HostChanges>
  /** The newest first: all that are open, and the last so many that were merged. */
  pullRequestNumbers(place: HostPlace, asked: { merged: number }): Promise<number[]>
  /** All comments of its review, the oldest first. */
  reviewComments(place: HostPlace, number: number): Promise<ReviewComment[]>
  /** What changed from one commit to a later one; null where the later one does not come out of the first. */
  changesSince(place: HostPlace, from: string, to: string): Promise<ChangedFile[] | null>
  /** Numbers of pull requests that brought a commit in. */
  pullRequestsOf(place: HostPlace, sha: string): Promise<number[]>
  /** Comments that this app made and that hold the marker, the oldest first. */
  findComments(place: HostPlace, number: number, marker: string): Promise<HostComment[]>
  /** One comment on a pull request, as it is now. */
  comment(place: HostPlace, number: number, commentId: string): Promise<WrittenComment>
  /** One comment beside a line of a pull request, as it is now. */
  lineComment(place: HostPlace, number: number, commentId: string): Promise<WrittenComment>
  /** As `findComments`, among those that stand beside lines. */
  findLineReplies(place: HostPlace, number: number, marker: string): Promise<HostComment[]>
  replyToLine(
    place: HostPlace,
    number: number,
    commentId: string,
    body: string,
  ): Promise<HostComment>
  /** Accounts of people that turned a thumb down on a comment of the conversation, and when. */
  thumbsDown(place: HostPlace, commentId: string): Promise<HostReaction[]>
  createComment(place: HostPlace, number: number, body: string): Promise<HostComment>
  updateComment(place: HostPlace, commentId: string, body: string): Promise<HostComment>
  removeComment(place: HostPlace, commentId: string): Promise<void>
  /** Makes it, or changes the one of this id. @returns its id. */
  putCheck(place: HostPlace, check: HostCheck, checkId: string | null): Promise<string>
  /** Ends the app's access to all repositories. */
  leave(app: HostApp): Promise<void>
  test(
    app: HostApp,
    wanted: { hookUrl: string; permissions: Readonly<Record<string, string>> },
  ): Promise<HostFinding[]>
}

/** What kept a host from doing something: whether trying again helps, and when. */
export type HostFailure =
  /** Asked too often; it says when to come back. */
  | 'limited'
  /** Down, or not reached: later it may do it. */
  | 'unavailable'
  /** It does not know the app or its key. */
  | 'unauthorized'
  /** The app may not do it. */
  | 'forbidden'
  /** There is no such thing any more. */
  | 'gone'
  /** It will never do it. */
  | 'refused'

/** Its message is for people, and holds nothing that the host sent. */
export class HostError extends Error {
  override name = 'HostError'
  readonly failure: HostFailure
  /** When it may be asked again, where it said so. */
  readonly retryAt: Date | null
  /** Whether it is certain that the host did nothing; a lost answer says nothing of that. */
  readonly isUndone: boolean

  constructor(
    failure: HostFailure,
    message: string,
    {
      retryAt = null,
      isUndone = failure !== 'unavailable',
      cause,
    }: { retryAt?: Date | null; isUndone?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.failure = failure
    this.retryAt = retryAt
    this.isUndone = isUndone
  }
}
