import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  errorBody,
  type FakeServer,
  MACHINE_KEY,
  PERSONAL_KEY,
  startFakeServer,
} from '../testing/fake-server.ts'
import { createTestCli } from '../testing/test-cli.ts'

let server: FakeServer
let cli: ReturnType<typeof createTestCli>
beforeEach(async () => {
  server = await startFakeServer()
  cli = createTestCli()
})
afterEach(async () => {
  cli.dispose()
  await server.close()
})

const stored = () => JSON.parse(readFileSync(join(cli.configDir, 'credentials.json'), 'utf8'))

describe('lore login', () => {
  test('says who one is and what to do next, and keeps a key of this machine’s own', async () => {
    const result = await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY])
    expect(result.code, result.stderr).toBe(0)
    expect(result.stdout).toContain('as Ana, owner of team Harbour Masters')
    expect(result.stdout).toContain('lore import')
    expect(stored()).toMatchObject({
      server: server.url,
      key: MACHINE_KEY,
      machine: { name: 'laptop' },
    })
    expect(statSync(join(cli.configDir, 'credentials.json')).mode & 0o777).toBe(0o600)
    expect(result.stdout + result.stderr).not.toMatch(/tlk_/)
  })

  test('registers the same machine when it is done again', async () => {
    for (const key of [PERSONAL_KEY, MACHINE_KEY])
      await cli.run(['login', '--server', server.url, '--key', key])
    const registered = server.asked.filter(({ method }) => method === 'POST')
    expect(registered).toHaveLength(2)
    expect(registered[0]?.body).toEqual(registered[1]?.body)
    expect(registered[0]?.body).toMatchObject({
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('reads the key from stdin, so that it stays out of the shell history', async () => {
    const { code } = await cli.run(['login', '--server', server.url, '--key', '-'], {
      input: `${PERSONAL_KEY}\n`,
    })
    expect(code).toBe(0)
    expect(stored().key).toBe(MACHINE_KEY)
  })

  test('says that nothing came from stdin', async () => {
    const { code, stderr } = await cli.run(['login', '--server', server.url, '--key', '-'])
    expect(code).toBe(2)
    expect(stderr).toContain('the key is empty')
  })

  test('takes the server from the environment when none is named', async () => {
    const env = { LORE_SERVER: server.url }
    expect((await cli.run(['login', '--key', PERSONAL_KEY], { env })).code).toBe(0)
  })

  test('prints one JSON document without the key', async () => {
    const result = await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY, '--json'])
    expect(result.json()).toMatchObject({
      server: server.url,
      role: 'owner',
      user: { name: 'Ana' },
    })
    expect(result.stdout).not.toContain('tlk_')
  })

  test('stores nothing when the key is wrong', async () => {
    const { code, stderr } = await cli.run(['login', '--server', server.url, '--key', 'tlk_wrong'])
    expect(code).toBe(1)
    expect(stderr).toContain('does not know this key')
    expect(stderr).toContain('admin-key')
    expect(existsSync(join(cli.configDir, 'credentials.json'))).toBe(false)
  })

  test.each([
    ['machine.mismatch', /belongs to another machine/],
    ['access.forbidden', /may only read/],
  ])('explains %s for somebody who is logging in', async (code, expected) => {
    const body = errorBody(code, 'Run `lore login`.')
    server.failures.set('/v1/machines', { status: 403, body })
    const result = await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY])
    expect(result.code).toBe(1)
    expect(result.stderr).toMatch(expected)
  })

  test('says that nobody listens there', async () => {
    const { url } = server
    await server.close()
    const { code, stderr } = await cli.run(['login', '--server', url, '--key', PERSONAL_KEY])
    server = await startFakeServer()
    expect(code).toBe(1)
    expect(stderr).toContain(`Cannot reach ${url}`)
  })

  test('says that something else answers there', async () => {
    server.failures.set('/v1/me', { status: 200, body: '<html>Hello</html>' })
    const wrong = await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY])
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toMatch(/does not understand|no Teamlore server/)
  })

  test('warns of variables that win over what it stored', async () => {
    const env = { LORE_SERVER: server.url, LORE_KEY: PERSONAL_KEY }
    const result = await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY], { env })
    expect(result.stderr).toContain('LORE_SERVER and LORE_KEY are set and win')
  })

  test('mends a login that is damaged', async () => {
    mkdirSync(cli.configDir, { recursive: true })
    writeFileSync(join(cli.configDir, 'credentials.json'), '{')
    const broken = await cli.run(['status'])
    expect(broken.code).toBe(1)
    expect(broken.stderr).toContain('damaged')
    expect((await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY])).code).toBe(0)
    expect((await cli.run(['status'])).code).toBe(0)
  })

  test.skipIf(process.getuid?.() === 0)('says that its folder cannot be written', async () => {
    mkdirSync(cli.configDir, { recursive: true })
    chmodSync(cli.configDir, 0o500)
    const result = await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY])
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('may not be read or written by you')
    chmodSync(cli.configDir, 0o700)
  })
})
