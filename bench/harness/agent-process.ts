import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AgentWorld } from './agent-world.ts'

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

export type Usage = { cpuMs: number; rssBytes: number }

/** `lore` as a process of its own. */
export const startAgent = (world: Pick<AgentWorld, 'home' | 'configDir'>, ...words: string[]) => {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...FLAGS, AGENT, ...words], {
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
    usage: (): Usage => usageOf(child),
    stop: async (): Promise<void> => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const usageOf = ({ pid }: ChildProcess): Usage =>
  process.platform === 'linux' ? usageOnLinux(pid ?? 0) : usageByPs(pid ?? 0)

const TICKS_PER_SECOND = 100

const usageOnLinux = (pid: number): Usage => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return { cpuMs: (ticks * 1_000) / TICKS_PER_SECOND, rssBytes: Number(rss?.[1]) * 1_024 }
}

const usageByPs = (pid: number): Usage => {
  const text = execFileSync('ps', ['-o', 'cputime=,rss=', '-p', String(pid)], { encoding: 'utf8' })
  const [time = '0', rss = '0'] = text.trim().split(/\s+/)
  const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return { cpuMs: seconds * 1_000, rssBytes: Number(rss) * 1_024 }
}
