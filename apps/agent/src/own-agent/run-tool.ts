import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { OwnAgentError } from './own-agent-error.ts'

export type Ran = { code: number | null; stdout: string; stderr: string }

export type ToolRun = {
  file: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  stdin?: string
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Sees each line as it comes, and may end the tool: some retry without end and without a word. */
  onStdout?: ((line: string) => Stop | undefined) | undefined
  onStderr?: ((line: string) => Stop | undefined) | undefined
}

/** Why a tool is ended before it ends; after a while, where it may still say more itself. */
export type Stop = { error: OwnAgentError; afterMs?: number }

const KILL_AFTER_MS = 2_000
const LOW = 10
const MAX_CHARS = 20_000_000

/**
 * Runs a coding agent in a process group of its own, behind everything else on the machine. Whatever ends it, all of the group ends:
 * asked to at first, and killed two seconds later.
 *
 * @throws OwnAgentError when it was ended, or could not be started.
 */
export const runTool = ({ file, args, env, cwd, stdin = '', ...more }: ToolRun): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32'
    const child = spawn(file, [...args], {
      cwd,
      env: { ...env },
      detached: !isWindows,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // What npm installs on Windows is a command file, which only a shell starts. No argument of ours comes from a session.
      shell: isWindows && /\.(?:cmd|bat)$/i.test(file),
    })
    lower(child)
    let stopped: OwnAgentError | undefined
    let later: NodeJS.Timeout | undefined
    let killer: NodeJS.Timeout | undefined
    const stop = (error: OwnAgentError): void => {
      if (stopped !== undefined) return
      stopped = error
      end(child, 'SIGTERM')
      killer = setTimeout(() => end(child, 'SIGKILL'), KILL_AFTER_MS)
    }
    const stopFor = ({ error, afterMs }: Stop): void => {
      if (afterMs === undefined) stop(error)
      else later ??= setTimeout(() => stop(error), afterMs)
    }
    const timer = setTimeout(
      () => stop(new OwnAgentError('timeout', `No answer within ${more.timeoutMs / 1_000} s.`)),
      more.timeoutMs,
    )
    const abort = () => stop(new OwnAgentError('aborted', 'It was stopped.'))
    if (more.signal?.aborted === true) abort()
    more.signal?.addEventListener('abort', abort, { once: true })
    const stdout = linesOf(child.stdout, more.onStdout, stopFor)
    const stderr = linesOf(child.stderr, more.onStderr, stopFor)
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(stdin)
    const settle = (work: () => void): void => {
      clearTimeout(timer)
      clearTimeout(later)
      clearTimeout(killer)
      more.signal?.removeEventListener('abort', abort)
      // What it started may outlive it.
      end(child, 'SIGKILL')
      work()
    }
    child.on('error', (error: NodeJS.ErrnoException) =>
      settle(() =>
        reject(
          new OwnAgentError(
            error.code === 'ENOENT' ? 'not-installed' : 'unavailable',
            error.message,
          ),
        ),
      ),
    )
    child.on('close', (code) =>
      settle(() =>
        stopped === undefined
          ? resolve({ code, stdout: stdout(), stderr: stderr() })
          : reject(stopped),
      ),
    )
  })

/** It works while nobody else does. */
const lower = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, LOW)
  } catch {
    // It has ended already, or the system has no such thing.
  }
}

const end = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (child.pid === undefined) return
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // Nobody of it is left.
  }
}

const linesOf = (
  stream: ChildProcess['stdout'],
  see: ((line: string) => Stop | undefined) | undefined,
  stopFor: (stop: Stop) => void,
): (() => string) => {
  let all = ''
  let rest = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    if (all.length < MAX_CHARS) all += chunk
    if (see === undefined) return
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const stop = see(line)
      if (stop !== undefined) stopFor(stop)
    }
  })
  return () => all
}
