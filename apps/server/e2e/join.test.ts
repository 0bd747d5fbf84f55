import { execFile, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../web/e2e/support/find-browser.ts'
import { claudeCode } from './support/planted-sessions.ts'
import { isRealLane, repositoryRoot } from './support/repository.ts'
import { openSignInEnvironment, type SignInEnvironment } from './support/sign-in-environment.ts'

const execute = promisify(execFile)
const chromium = findBrowser()

if (chromium === undefined) test.skip('joining from a terminal (no browser found)', () => undefined)
else
  describe.skipIf(isRealLane)('joining from a terminal', () => {
    const home = mkdtempSync(join(tmpdir(), 'teamlore-join-'))
    const state = join(home, 'state')
    const script = join(state, 'program/node_modules/@teamlore/agent/bin/lore.mjs')
    let stand: SignInEnvironment

    const env = () => ({
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
      // There is no registry at all.
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(home, 'npm'),
    })
    const lore = (...words: string[]) =>
      execute(process.execPath, [script, ...words], { env: env(), cwd: home })

    beforeAll(async () => {
      stand = await openSignInEnvironment(chromium)
      for (const folder of ['.claude/projects/-tides', '.local/bin', 'tides'])
        mkdirSync(join(home, folder), { recursive: true })
    })
    afterAll(async () => {
      const pid = join(state, 'hooks/watch.pid')
      if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')), 'SIGTERM')
      await stand?.[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    })

    test('one line out of an invitation makes a member, and a machine that captures', async () => {
      const { url } = await stand.ask<{ url: string }>('POST', '/v1/team/invitations', {})
      const token = new URL(url).searchParams.get('token') ?? ''
      const words = ['--yes', `${stand.url}/agent.tgz`, 'join', token]
      const child = spawn('npx', words, {
        env: env(),
        cwd: home,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString()
        })
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      const shown = async (): Promise<string> => {
        for (;;) {
          const page = /http\S+\/join\?\S+/.exec(said)?.[0]
          if (page !== undefined) return page
          if (child.exitCode !== null) throw new Error(said)
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
      }

      const { page, context } = await stand.newPage()
      await page.goto(await shown())
      await page.getByLabel('Or come in by name alone').fill('Ben')
      await page.getByRole('button', { name: 'Join', exact: true }).click()
      await page.waitForURL(/\/device\?code=/)
      const code = await page.locator('.device-code').textContent()
      expect(said).toContain(code)
      await page.getByRole('button', { name: 'Let it in' }).click()
      await page.getByText('is let in').waitFor()
      await context.close()

      expect(await ended, said).toBe(0)
      expect(said).toContain('Ben')
      const hooks = readFileSync(join(home, '.claude/settings.json'), 'utf8')
      expect(hooks).toContain('teamlore-hook')
      expect(realpathSync(join(home, '.local/bin/lore'))).toBe(realpathSync(script))
      const { stdout } = await lore('status', '--json')
      expect(JSON.parse(stdout)).toMatchObject({ user: { name: 'Ben' } })
    })

    test('what is written from then on is found by the team', async () => {
      const file = join(home, '.claude/projects/-tides/3f9a2c81-1111-4222-8333-444455556666.jsonl')
      writeFileSync(file, claudeCode([], join(home, 'tides')))
      await expect
        .poll(
          async () =>
            (await stand.ask<{ items: unknown[] }>('GET', '/v1/sessions?limit=5')).items.length,
          { timeout: 60_000, interval: 500 },
        )
        .toBeGreaterThan(0)
    })

    test('joining again asks nobody, and upgrading finds nothing to do', async () => {
      const { stdout } = await lore('join', '--json')
      expect(JSON.parse(stdout)).toMatchObject({ user: { name: 'Ben' }, tools: 'done' })
      const upgraded = JSON.parse((await lore('upgrade', '--json')).stdout)
      expect(upgraded).toMatchObject({ server: stand.url, changed: false, failed: [] })
    })
  })
