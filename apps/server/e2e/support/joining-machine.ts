import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { claudeCode } from './planted-sessions.ts'
import { repositoryRoot } from './repository.ts'

const execute = promisify(execFile)

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A machine without the agent and without a registry: all that it can have comes from the server. */
export const openJoiningMachine = () => {
  const home = mkdtempSync(join(tmpdir(), 'teamlore-join-'))
  const state = join(home, 'state')
  const script = join(state, 'program/node_modules/@teamlore/agent/bin/lore.mjs')
  const projects = join(home, '.claude/projects/-tides')
  for (const folder of [projects, join(home, '.local/bin'), join(home, 'tides')])
    mkdirSync(folder, { recursive: true })

  const env = {
    NODE_ENV: 'production' as const,
    PATH: [
      join(home, '.local/bin'),
      ...(process.env['PATH'] ?? '')
        .split(delimiter)
        .filter((entry) => !entry.startsWith(repositoryRoot) && !entry.includes('node_modules')),
    ].join(delimiter),
    HOME: home,
    NO_COLOR: '1',
    LORE_STATE_DIR: state,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(home, 'npm'),
  }

  /** Ends the watch that joining began. It writes into this home until it has ended. */
  const stopWatch = async () => {
    const file = join(state, 'hooks/watch.pid')
    await vi.waitUntil(() => existsSync(file), { timeout: 30_000 })
    const pid = Number(readFileSync(file, 'utf8'))
    process.kill(pid, 'SIGTERM')
    await vi.waitUntil(() => !isRunning(pid), { timeout: 30_000 })
  }
  let hasJoined = false

  return {
    home,
    /** The command that joining installed. */
    script,
    lore: (...words: string[]) => execute(process.execPath, [script, ...words], { env, cwd: home }),

    /** A session of Claude Code, as the tool writes it. */
    writeSession: () =>
      writeFileSync(
        join(projects, '3f9a2c81-1111-4222-8333-444455556666.jsonl'),
        claudeCode([], join(home, 'tides')),
      ),

    /** Begins the one line of an invitation. The person goes on at the page that it prints. */
    async join(server: string, token: string) {
      const child = spawn('npx', ['--yes', `${server}/agent.tgz`, 'join', token], {
        env,
        cwd: home,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
        })
      const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
      const pageOf = () => /http\S+\/join\?\S+/.exec(output)?.[0]
      await vi.waitUntil(() => pageOf() !== undefined || child.exitCode !== null, {
        timeout: 120_000,
      })
      const page = pageOf()
      if (page === undefined) throw new Error(output)
      return {
        page,
        output: () => output,
        ended: async () => {
          expect(await exit, output).toBe(0)
          hasJoined = true
        },
      }
    },

    async [Symbol.asyncDispose]() {
      if (hasJoined) await stopWatch()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
