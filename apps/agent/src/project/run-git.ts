import { execFile } from 'node:child_process'
import { environmentForGit } from '../env.ts'

/** Runs git in a folder; the text it printed, or null when it failed or took too long. */
export type RunGit = (cwd: string, args: readonly string[]) => Promise<string | null>

/** The folder may hold anybody's repository: nothing in its settings may start a program, ask, or write. */
export const HARDENED = [
  ...['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.pager=cat'],
  ...['-c', 'core.quotepath=off', '--no-pager', '--no-optional-locks', '--no-replace-objects'],
]
const TIMEOUT_MS = 2_000

export const runGit: RunGit = (cwd, args) =>
  new Promise((resolve) => {
    execFile(
      'git',
      [...HARDENED, ...args],
      {
        cwd,
        timeout: TIMEOUT_MS,
        maxBuffer: 1 << 20,
        windowsHide: true,
        env: environmentForGit() as NodeJS.ProcessEnv,
      },
      (error, stdout) => resolve(error ? null : stdout.trimEnd()),
    )
  })
