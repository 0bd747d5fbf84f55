import { spawn } from 'node:child_process'
import { pipeline } from 'node:stream/promises'
import { environmentForGit } from '../env.ts'

/** Somebody's repository: nothing in its settings may start a program, ask, or write. */
const HARDENED = [
  ...['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.pager=cat'],
  ...['-c', 'core.quotepath=off', '-c', 'log.showSignature=false', '-c', 'diff.external='],
  ...['--no-pager', '--no-optional-locks', '--no-replace-objects'],
]

type Options = {
  input?: string | AsyncIterable<Buffer> | undefined
  signal?: AbortSignal | undefined
}

/** What git prints, piece by piece. Never through a shell. @throws when it fails. */
export async function* spawnGit(
  cwd: string,
  args: readonly string[],
  { input, signal }: Options = {},
): AsyncGenerator<Buffer> {
  const child = spawn('git', [...HARDENED, ...args], {
    cwd,
    signal,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environmentForGit() as NodeJS.ProcessEnv,
  })
  let complaint = ''
  child.stderr.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes.toString()).slice(-2_000)
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  ended.catch(() => undefined)
  // Git may end before it has read everything.
  child.stdin.on('error', () => undefined)
  if (typeof input === 'object') pipeline(input, child.stdin).catch(() => undefined)
  else child.stdin.end(input ?? '')
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    const code = await ended
    if (code !== 0) throw new Error(`git ${args[0] ?? ''} failed: ${complaint.trim() || code}`)
  } finally {
    child.kill()
  }
}

export const gitText = async (
  cwd: string,
  args: readonly string[],
  options: Options = {},
): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of spawnGit(cwd, args, options)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
