import type { ChangedFile } from '../changes/change-report.contract.ts'
import type { HostApp, HostPlace } from './host-place.ts'
import type { HostProposals } from './host-proposals.ts'
import type { RepositoryVisibility } from './integration.contract.ts'

export type { HostApp, HostPlace } from './host-place.ts'

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
  /** By what it is reached: the installation of an app that it is in, or its own id. */
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
  /** Number of the one that its text says it takes back; null where it says so of none here. */
  reverts: number | null
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
  /** All of it in a line, for hosts that show no more. */
  brief: string
  summary: string
  annotations: { path: string; line: number; title: string; message: string }[]
}

export type HostFinding = { ok: boolean; text: string }

/** Names of headers in lower case, as they came. */
export type HookHeaders = Readonly<Record<string, string | undefined>>

/** What a host says in an event. Of texts only a comment is in it, to be looked at once and not kept. */
export type HostEvent = {
  action: string | null
  about: /** Which repositories there are has changed. */
    | { of: 'repositories' }
    | { of: 'pull request'; repository: HostRepository; number: number }
    /** Who reads a repository has changed. */
    | { of: 'readers'; repository: HostRepository }
    | {
        of: 'comment'
        repository: HostRepository
        number: number
        commentId: string
        /** It stands beside a line of code. */
        isOnLine: boolean
        body: string
        /** Written by a program, or through one, as far as the event says. */
        isOfProgram: boolean
      }
    /** Its default branch has moved. */
    | { of: 'default branch'; repository: HostRepository }
    | { of: 'nothing' }
}

/** What a host's addresses and forms look like. */
export type HostForms = {
  /** What the app or the token needs, and what for. */
  permissions: Readonly<Record<string, { access: string; why: string }>>
  webUrlOf(asked: string | undefined): string
  apiUrlOf(webUrl: string): string
  appUrlOf(webUrl: string, slug: string): string
  /** Where repositories are chosen; null where that follows from the token. */
  installUrlOf(webUrl: string, slug: string): string | null
  /** Whether a check has a text and lines of its own; else it is a line, and the comment says the rest. */
  showsChecks: boolean
  /** Whether the host of this address is in a private network that teams may not use, as far as its name says so. */
  isPrivate(url: string): boolean
  /** The name of an event, and the id by which it is known when it comes again; undefined where it has none. */
  sentAs(headers: HookHeaders): { event: string | undefined; delivery: string | undefined }
  /** Whether who knows the secret of an integration sent this. */
  isSigned(secret: string, sent: { body: string; headers: HookHeaders }): Promise<boolean>
  /** @returns undefined where it is no event of this host. */
  readEvent(event: string, body: string): HostEvent | undefined
}

/** How an app comes to be, at hosts where it is made by a form. */
export type AppMaking = {
  /** The form by which a browser asks the host for a new app. */
  newApp(asked: {
    webUrl: string
    organization: string | undefined
    state: string
    name: string
    pagesUrl: string
    hookUrl: string
  }): { action: string; manifest: string }
  /** The app for a code that the host gave to the browser which made it; works once. */
  takeApp(asked: { apiUrl: string; code: string }): Promise<MadeHostApp>
}

/** Whose a token is. */
export type TokenAccount = { id: string; slug: string; name: string }

/** How a token is taken, at hosts where one is made by hand. */
export type TokenTaking = {
  accountOf(asked: { apiUrl: string; token: string }): Promise<TokenAccount>
  /** Whether it may make webhooks anywhere. */
  mayMakeHooks(app: Pick<HostApp, 'apiUrl' | 'privateKey'>): Promise<boolean>
  /** Sees to it that a repository sends its events there, once. @returns false where the token may not. */
  putHook(place: HostPlace, hook: { hookUrl: string; secret: string }): Promise<boolean>
}

/** Everything that is asked of a host of code. Each method that asks throws `HostError` where the host does not do it. */
export type CodeHost = HostForms & {
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
  thumbsDown(place: HostPlace, number: number, commentId: string): Promise<HostReaction[]>
  createComment(place: HostPlace, number: number, body: string): Promise<HostComment>
  updateComment(
    place: HostPlace,
    number: number,
    commentId: string,
    body: string,
  ): Promise<HostComment>
  removeComment(place: HostPlace, number: number, commentId: string): Promise<void>
  /** Makes it, or changes the one of this id. @returns its id. */
  putCheck(place: HostPlace, check: HostCheck, checkId: string | null): Promise<string>
  /** Ends its access to all repositories, and its events. */
  leave(app: HostApp, wanted: { hookUrl: string }): Promise<void>
  test(
    app: HostApp,
    wanted: { hookUrl: string; permissions: Readonly<Record<string, string>> },
  ): Promise<HostFinding[]>
}

/** Every kind of host that a team can be connected to. */
export type CodeHosts = {
  github: CodeHost & AppMaking & HostProposals
  gitlab: CodeHost & TokenTaking & HostProposals
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
