import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServerDatabase, testServers } from '@teamlore/db/testing'
import { describe, expect, test } from 'vitest'
import { programWords } from '../../../scripts/lib/test-programs.mjs'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const MAIN = programWords(new URL('main.ts', import.meta.url))
const { databaseUrl } = testServers()

const start = (env: Record<string, string>) => {
  const child = spawn(process.execPath, MAIN, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    err += String(chunk)
  })
  const exit = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err })),
  )
  const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(out)
      if (found) return found
      const ended = await Promise.race([
        exit,
        new Promise<undefined>((resolve) => child.stdout.once('data', () => resolve(undefined))),
      ])
      if (ended) throw new Error(`it ended with ${ended.code}: ${ended.err}`)
    }
  }
  return { child, exit, says }
}

describe('the API as a process', () => {
  test('names every setting that is off, and ends', async () => {
    const { exit } = start({ PORT: '99999' })
    const { code, out, err } = await exit
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toMatch(/cannot start with these settings:\n {2}PORT: .*\n {2}DATABASE_URL: /)
  })

  test.skipIf(databaseUrl === undefined)(
    'migrates, lets the first one in, serves, and closes in order (needs TEST_DATABASE_URL)',
    async () => {
      const database = await createServerDatabase(databaseUrl ?? '')
      const settings = {
        DATABASE_URL: database.url,
        PORT: '0',
        EMBEDDING_PROVIDER: 'none',
        TEAMLORE_URL: 'http://lore.test',
        TEAMLORE_ADMIN_KEY: 'a-fixed-admin-key-for-this-test',
      }
      const { TEAMLORE_ADMIN_KEY: key, ...withoutKey } = settings
      const first = start(withoutKey)
      const [, token] = await first.says(
        /^Sign in once.*: http:\/\/lore\.test\/sign-in\?token=(\S+)$/m,
      )
      const [, port] = await first.says(/Server listening at http:\/\/127\.0\.0\.1:(\d+)/)
      const url = `http://127.0.0.1:${port}`
      // Its start may have held the loop, which counts for twenty seconds.
      await expect
        .poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 30_000 })
        .toBe(200)
      const signIn = await fetch(`${url}/v1/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
      expect(signIn.status).toBe(204)
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('teamlore_api_process_cpu')
      first.child.kill('SIGTERM')
      const { code, out } = await first.exit
      expect(code).toBe(0)
      for (const secret of [key, 'token=']) {
        const lines = out.split('\n').filter((line) => line.startsWith('{'))
        expect(lines.join('\n')).not.toContain(secret)
      }

      const second = start(settings)
      await second.says(/Server listening/)
      second.child.kill('SIGINT')
      const again = await second.exit
      expect(again.code).toBe(0)
      expect(again.out).not.toContain('Sign in once')
      await database.drop()
    },
  )

  test.skipIf(databaseUrl === undefined)(
    'prints no living link where the key was set, and lets the key in (needs TEST_DATABASE_URL)',
    async () => {
      const database = await createServerDatabase(databaseUrl ?? '')
      const key = 'a-fixed-admin-key-for-this-test'
      const api = start({
        DATABASE_URL: database.url,
        PORT: '0',
        EMBEDDING_PROVIDER: 'none',
        TEAMLORE_ADMIN_KEY: key,
      })
      const [, port] = await api.says(/Server listening at http:\/\/127\.0\.0\.1:(\d+)/)
      const headers = { authorization: `Bearer ${key}` }
      const me = await fetch(`http://127.0.0.1:${port}/v1/me`, { headers })
      expect(await me.json()).toMatchObject({ role: 'owner' })
      // Nobody reads its log any more: it serves on, and ends when asked to.
      api.child.stdout.destroy()
      api.child.stderr.destroy()
      expect((await fetch(`http://127.0.0.1:${port}/v1/me`, { headers })).status).toBe(200)
      api.child.kill('SIGTERM')
      const { code, out } = await api.exit
      expect(code).toBe(0)
      expect(out).not.toContain('token=')
      await database.drop()
    },
  )
})
