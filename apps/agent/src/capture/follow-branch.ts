import type { SessionState } from '@teamlore/sources/delta/session-state'
import type { ReadMessage, ReadSession } from '@teamlore/sources/source'
import type { Head, HeadOf } from '../project/read-head.ts'

export type Followed = {
  session: ReadSession
  /** Of messages whose tool wrote down no branch: the one they were captured on. */
  branches: ReadonlyMap<string, string>
}

export type FollowBranch = (session: ReadSession, state: SessionState) => Promise<Followed>

/** A folder's branch says something about a message only as long as the message is new. */
const RECENT_MS = 15 * 60_000

/**
 * Fills in the git branch where the tool does not write it down: what is checked out in the session's folder when a new
 * message is captured. Once captured, a message keeps its branch, whatever is checked out later.
 */
export const makeFollowBranch =
  ({ headOf, now }: Deps): FollowBranch =>
  async (session, state) => {
    const isRecent = (ts: string | null) =>
      ts !== null && Math.abs(now().getTime() - Date.parse(ts)) < RECENT_MS
    const branchOf = async (message: ReadMessage): Promise<string | null> => {
      const known = state.messages.get(message.key)
      if (known !== undefined) return known.branch ?? null
      const cwd = message.cwd ?? session.cwd
      if (cwd === null || !isRecent(message.ts)) return null
      return (await headOf(cwd))?.branch ?? null
    }
    const branches = new Map<string, string>()
    for (const message of session.messages) {
      const branch = isOpen(message) ? await branchOf(message) : null
      if (branch !== null) branches.set(message.key, branch)
    }
    const messages = withBranches(session.messages, branches)
    const isLive = session.cwd !== null && isRecent(session.ended_at)
    const head = isLive ? await headOf(session.cwd ?? '') : null
    return { session: { ...session, messages, ...headFields(session, state, head) }, branches }
  }

/** Whether the tool wrote down no branch, and nobody else has yet. */
const isOpen = ({ git_branch, captured }: ReadMessage): boolean =>
  git_branch === null && captured === undefined

const withBranches = (
  messages: ReadMessage[],
  branches: ReadonlyMap<string, string>,
): ReadMessage[] => {
  if (branches.size === 0) return messages
  return messages.map((message) => {
    const branch = isOpen(message) ? branches.get(message.key) : undefined
    return branch === undefined ? message : { ...message, git_branch: branch }
  })
}

type Deps = { headOf: HeadOf; now: () => Date }

/** The branch follows what is checked out as long as the session goes on; the commit is the one it was first seen at. */
const headFields = (
  { git_branch, git_head }: ReadSession,
  { facts }: SessionState,
  head: Head | null,
): Pick<ReadSession, 'git_branch' | 'git_head'> => ({
  git_branch: git_branch ?? head?.branch ?? facts?.git_branch ?? null,
  git_head: git_head ?? facts?.git_head ?? head?.commit ?? null,
})
