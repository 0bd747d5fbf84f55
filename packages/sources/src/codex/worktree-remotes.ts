import { existsSync } from 'node:fs'
import { remoteKey } from '@teamlore/shared/remote-key'
import { readHead } from '../files/first-records.ts'
import { walkFiles } from '../files/walk-files.ts'
import type { OpenSession, ReadOutcome } from '../source.ts'

/** Codex makes worktrees at `worktrees/<id>/<name of the repository>`. */
const WORKTREE = /[\\/]worktrees[\\/][^\\/]+[\\/]([^\\/]+)/
const HEAD_BYTES = 64 * 1024

/**
 * Gives sessions of a worktree that is gone, and of which their own rollout says no remote, the one that rollouts of other worktrees of
 * the same name say. Where those differ, nobody knows.
 */
export const createWorktreeRemotes = (places: readonly string[]) => {
  let known: Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> | undefined

  const withRemote = async (outcome: ReadOutcome): Promise<ReadOutcome> => {
    if (outcome.status !== 'session') return outcome
    const { cwd, git_remote } = outcome.session
    const name = cwd === null || git_remote ? undefined : nameOf(cwd)
    if (name === undefined || cwd === null || existsSync(cwd)) return outcome
    known ??= remotesIn(places)
    const [only, another] = (await known).get(name)?.values() ?? []
    if (only === undefined || another !== undefined) return outcome
    return { ...outcome, session: { ...outcome.session, git_remote: only } }
  }

  return {
    withRemote,
    /** The same of a session that is read as its file grows. */
    ofOpen: (session: OpenSession): OpenSession => ({
      ...session,
      outcome: async (...given) => withRemote(await session.outcome(...given)),
    }),
  }
}

const nameOf = (cwd: string): string | undefined => WORKTREE.exec(cwd)?.[1]

const remotesIn = async (places: readonly string[]): Promise<Map<string, Map<string, string>>> => {
  const remotes = new Map<string, Map<string, string>>()
  for (const place of places)
    for await (const found of walkFiles(place, (name) => /\.jsonl(\.zst)?$/i.test(name))) {
      if ('problem' in found) continue
      const head = await readHead(found.path, HEAD_BYTES).catch(() => '')
      const name = nameOf(stringOf(head, 'cwd') ?? '')
      const remote = stringOf(head, 'repository_url')
      if (name === undefined || remote === undefined) continue
      const ofName = remotes.get(name) ?? new Map<string, string>()
      remotes.set(name, ofName.set(remoteKey(remote), remote))
    }
  return remotes
}

/** What the head of a rollout says first under a name; it may be cut off behind. */
const stringOf = (head: string, name: string): string | undefined => {
  const found = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){1,4000}")`).exec(head)?.[1]
  try {
    return found === undefined ? undefined : String(JSON.parse(found))
  } catch {
    return undefined
  }
}
