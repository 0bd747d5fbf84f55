import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { repositoryRoot } from './repository.ts'

export type Spawned = {
  child: ChildProcess
  output: () => string
  /** Resolves with the first match in what the process prints; rejects when it ends before, or after `timeoutMs`. */
  says: (pattern: RegExp, timeoutMs?: number) => Promise<RegExpMatchArray>
  exit: () => Promise<number | null>
  stop: (signal: NodeJS.Signals) => Promise<number | null>
}

/** A process of ours, with what it printed. Only the variables given reach it, beside PATH and HOME. */
export const spawnNode = (
  args: string[],
  env: Record<string, string>,
  cwd = repositoryRoot,
): Spawned => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const listeners = new Set<() => void>()
  const take = (chunk: Buffer) => {
    text += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const ended = once(child, 'exit').then(() => child.exitCode)

  const says = (pattern: RegExp, timeoutMs = 170_000) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer)
        listeners.delete(look)
        act()
      }
      const look = () => {
        const match = text.match(pattern)
        if (match) settle(() => resolve(match))
      }
      const fail = (why: string) =>
        settle(() => reject(new Error(`${why} before it said ${pattern}. It said:\n${text}`)))
      const timer = setTimeout(() => fail(`${timeoutMs} ms passed`), timeoutMs)
      listeners.add(look)
      void ended.then((code) => fail(`It ended with ${code}`))
      look()
    })

  return {
    child,
    output: () => text,
    says,
    exit: () => ended,
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/**
 * A port below those from which systems choose for outgoing connections: between finding it free and listening on it, such a
 * one is taken now and then.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
