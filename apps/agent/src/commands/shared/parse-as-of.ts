import { runGit } from '../../project/run-git.ts'
import type { CommandContext } from './command-context.ts'
import { type Edge, parseTime } from './parse-time.ts'

/** A time as people write it, else the time of what git calls a commit here, else what the server may know. */
export const parseAsOf = async (
  context: CommandContext,
  typed: string,
  edge: Edge = 'as-of',
  name?: string,
): Promise<string> => {
  try {
    return parseTime(typed, edge, context.now(), name)
  } catch (error) {
    const time = typed.startsWith('-')
      ? null
      : await runGit(context.cwd(), [
          'show',
          '-s',
          '--format=%cI',
          '--end-of-options',
          `${typed}^{commit}`,
        ])
    if (time !== null && !Number.isNaN(Date.parse(time.trim())))
      return new Date(time.trim()).toISOString()
    if (/^(?:cmt_[0-9a-z]+|[0-9a-f]{7,64})$/.test(typed.toLowerCase())) return typed.toLowerCase()
    throw error
  }
}

/** Whether this is a time as people write it, and no name of a commit. */
export const isTime = (typed: string, now: Date): boolean => {
  try {
    parseTime(typed, 'as-of', now)
    return true
  } catch {
    return false
  }
}
