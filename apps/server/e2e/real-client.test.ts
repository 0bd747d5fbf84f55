/**
 * A coding tool as its maker ships it connects by OAuth, without a key: `TEST_OPENCODE` names the program, which `.ci/real-client.sh`
 * brings. Too large for each run of the tests.
 */
import { execFile, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findBrowser } from '../../web/e2e/support/find-browser.ts'
import { repositoryRoot } from './support/repository.ts'
import { openSignInEnvironment, type SignInEnvironment } from './support/sign-in-environment.ts'

const execute = promisify(execFile)
const chromium = findBrowser()
const opencode = process.env['TEST_OPENCODE']

if (chromium === undefined || opencode === undefined)
  test.skip('a coding tool by OAuth (no browser, or TEST_OPENCODE names no program)', () =>
    undefined)
else
  describe('OpenCode by OAuth', () => {
    const home = mkdtempSync(join(tmpdir(), 'teamlore-opencode-'))
    const asked = join(home, 'asked')
    const turns = join(home, 'model/turns.jsonl')
    let stand: SignInEnvironment
    let model: ReturnType<typeof spawn>
    let env: NodeJS.ProcessEnv

    beforeAll(async () => {
      stand = await openSignInEnvironment(chromium)
      for (const folder of ['bin', 'model', 'project', '.config/opencode', '.cache/opencode'])
        mkdirSync(join(home, folder), { recursive: true })
      // The browser that the tool opens: what it was opened with is for the test to go to.
      const opener = join(home, 'bin/xdg-open')
      writeFileSync(opener, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${asked}'\n`)
      chmodSync(opener, 0o755)
      writeFileSync(turns, '')
      model = spawn(process.execPath, [
        join(repositoryRoot, '.ci/tools/model.mjs'),
        join(home, 'model'),
      ])
      const address = join(home, 'model/address')
      await vi.waitUntil(() => existsSync(address), { timeout: 20_000 })
      // It would look for models, and for packages of its own, before anything else.
      writeFileSync(join(home, '.cache/opencode/models.json'), '{}')
      writeFileSync(join(home, '.cache/opencode/version'), '18')
      writeFileSync(
        join(home, '.config/opencode/opencode.json'),
        JSON.stringify({
          autoupdate: false,
          share: 'disabled',
          model: 'loopback/wave-1',
          provider: {
            loopback: {
              npm: '@ai-sdk/openai-compatible',
              options: { baseURL: `${readFileSync(address, 'utf8').trim()}/v1`, apiKey: 'none' },
              models: { 'wave-1': { limit: { context: 100_000, output: 8_000 } } },
            },
          },
          mcp: { teamlore: { type: 'remote', url: `${stand.url}/mcp` } },
        }),
      )
      env = {
        NODE_ENV: 'production',
        PATH: [join(home, 'bin'), process.env['PATH']].join(delimiter),
        HOME: home,
        NO_COLOR: '1',
        DISPLAY: ':9',
        npm_config_offline: 'true',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      }
    })
    afterAll(async () => {
      model?.kill()
      await stand?.[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    })

    const tool = (...words: string[]) => {
      const running = execute(opencode, words, { env, cwd: join(home, 'project'), timeout: 60_000 })
      // It waits for the end of what is piped to it.
      running.child.stdin?.end()
      return running
    }

    test('it finds where to ask, registers itself, and is let in by a person in a browser', async () => {
      const connecting = spawn(opencode, ['mcp', 'auth', 'teamlore'], {
        env,
        cwd: join(home, 'project'),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [connecting.stdout, connecting.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
        })
      const exit = new Promise((resolve) => connecting.once('exit', resolve))
      await vi.waitUntil(() => existsSync(asked) || connecting.exitCode !== null, {
        timeout: 60_000,
      })
      const { page, context } = await stand.signedIn()
      await page.goto(readFileSync(asked, 'utf8').trim())
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.waitForURL(/127\.0\.0\.1|localhost:\d+\/.*callback/)
      expect(await exit, output).toBe(0)
      await context.close()

      const { stdout, stderr } = await tool('mcp', 'list')
      expect(`${stdout}${stderr}`).toMatch(/teamlore.*connected/s)
      const connected = await stand.ask<{ items: object[] }>('GET', '/v1/clients')
      expect(connected.items).toMatchObject([{ name: expect.stringMatching(/opencode/i) }])
    })

    test('what it asks for is answered, by the token alone', async () => {
      appendFileSync(
        turns,
        `${JSON.stringify({ call: 'teamlore_lore_search', input: { query: 'tide' } })}\n${JSON.stringify({ text: 'Nothing yet.' })}\n`,
      )
      await tool('run', 'What is known of the tide?')
      const requests = readFileSync(join(home, 'model/requests.jsonl'), 'utf8')
      const results = requests
        .trim()
        .split('\n')
        .flatMap((line) => JSON.parse(line).body.messages ?? [])
        .filter(({ role }: { role: string }) => role === 'tool')
      expect(results).toMatchObject([{ content: expect.stringMatching(/^<lore_results_/) }])
      expect(requests).not.toContain(stand.adminKey)
    })
  })
