/** What one file lost and got: fingerprints of lines, as edits and commits have them. */
export type LineChange = { path: string; added: readonly string[]; removed: readonly string[] }

export type LinkableCommit = {
  sha: string
  parents: readonly string[]
  patchId: string | null
  /** Milliseconds since 1970. */
  authoredAt: number
  committedAt: number
  /** Orders commits of the same second: the later it came to be known, the greater. */
  order?: string
  subject: string
  /** Who made it, as one word; where nobody is named, all are of the same. */
  author?: string
  files: readonly LineChange[]
}

/** Enough of a commit to walk along its parents. */
export type CommitInHistory = Pick<
  LinkableCommit,
  'sha' | 'parents' | 'authoredAt' | 'committedAt' | 'author'
>

export type LinkableSession = {
  id: string
  /** Where it was at work, oldest first: machine, folder and branch as one word. */
  places: readonly { at: number; place: string }[]
  /** When something was said or done in it. */
  active: readonly number[]
  /** Subjects it gave to `git commit`, and hashes that git printed to it. */
  ran: readonly { at: number; subject: string }[]
  printed: readonly { at: number; sha: string }[]
  /** Lines it wrote, by token. */
  wrote: readonly { at: number; name: string; token: string }[]
}

/** A line somewhere: in an edit of a session, or in a commit. */
export type Posting = { of: string; at: number; name: string }

/** A commit that the one in question was made from. */
export type Original = { sha: string; part: number; isSamePatch: boolean; isSameDate: boolean }

export type Features = { own: number; minutes: number; said: number; land: number; mass: number }

/** What speaks for one session. */
export type Evidence = {
  sessionId: string
  isFresh: boolean
  /** Lines were written after its author date: it was amended or squashed. */
  isGrown: boolean
  lines: number
  minutes: number
  hasRun: boolean
  wasPrinted: boolean
  own: number
  features: Features
}

export type InferredLink = {
  sessionId: string
  confidence: number
  relation: 'wrote' | 'present'
  reasons: string[]
}
