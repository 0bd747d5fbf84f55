import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AgentWorld } from './agent-world.ts'
import { type Usage, usageOf } from './process-usage.ts'

const agent = (path: string) => fileURLToPath(new URL(`../../apps/agent/${path}`, import.meta.url))

/** What starts the bundled command, as people do. */
export const AGENT = agent('bin/lore.mjs')
export const BUNDLE = agent('dist/lore.cjs')

/** As the service starts it. */
const FLAGS = ['--max-semi-space-size=1']
const SETTINGS = {
  MALLOC_ARENA_MAX: '16',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** `lore` as a process of its own. */
export const startAgent = (world: Pick<AgentWorld, 'home' | 'configDir'>, ...words: string[]) =>
  startAgentIn(world, world.home, ...words)

/** The same, in a folder, such as that of a repository. */
export const startAgentIn = (
  world: Pick<AgentWorld, 'home' | 'configDir'>,
  cwd: string,
  ...words: string[]
) => {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...FLAGS, AGENT, ...words], {
    cwd,
    env: { PATH, HOME: world.home, LORE_CONFIG_DIR: world.configDir, ...SETTINGS },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = once(child, 'exit')
  return {
    ended,
    says: async (pattern: RegExp): Promise<void> => {
      while (!pattern.test(said)) {
        if (child.exitCode !== null) throw new Error(`The agent ended: ${said}`)
        await Promise.race([once(child.stderr, 'data'), ended])
      }
    },
    usage: (): Usage => usageOf(child.pid ?? 0),
    stop: async (): Promise<void> => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
