import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MACHINE_KEY } from '../../testing/fake-machines.ts'
import {
  errorBody,
  type FakeServer,
  PERSONAL_KEY,
  startFakeServer,
} from '../../testing/fake-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

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

  test('reads the key from a file, and warns of one in the command', async () => {
    const file = join(cli.configDir, 'some-key')
    mkdirSync(cli.configDir, { recursive: true })
    writeFileSync(file, `${PERSONAL_KEY}\n`)
    const quiet = await cli.run(['login', '--server', server.url, '--key-file', file])
    expect(quiet).toMatchObject({ code: 0 })
    expect(quiet.stderr).not.toContain('history')
    expect(stored().key).toBe(MACHINE_KEY)
    const loud = await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY])
    expect(loud).toMatchObject({ code: 0, stderr: expect.stringContaining('--key-file') })
    const none = await cli.run(['login', '--server', server.url, '--key-file', `${file}.gone`])
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no file') })
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

  test('repairs a login that is damaged', async () => {
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

describe('lore login at an address that is not quite right', () => {
  const open: Server[] = []
  const listen = async (made: Server): Promise<string> => {
    open.push(made)
    made.listen(0, '127.0.0.1')
    await once(made, 'listening')
    return `127.0.0.1:${(made.address() as AddressInfo).port}`
  }
  afterEach(() => {
    for (const one of open.splice(0)) one.close()
  })
  const login = (address: string) => cli.run(['login', '--server', address, '--key', PERSONAL_KEY])

  test('says that the server speaks plain HTTP, and the address to use', async () => {
    const { code, stderr } = await login(server.url.replace('http:', 'https:'))
    expect(code).toBe(1)
    expect(stderr).toContain('speaks plain HTTP')
    expect(stderr).toContain(`--server ${server.url}`)
  })

  test('never sends the key to find that out', async () => {
    await login(server.url.replace('http:', 'https:'))
    const seen: (string | undefined)[] = []
    const listener: RequestListener = ({ headers }, response) => {
      seen.push(headers.authorization)
      response.end('hello')
    }
    const { stderr } = await login(`https://${await listen(createServer(listener))}`)
    expect(seen).toEqual([undefined])
    expect(stderr).toContain('no Teamlore server')
  })

  test('says that something else answers at a page that is none of ours', async () => {
    for (const [status, body] of [
      [200, '<html>'],
      [404, 'Not found'],
      [401, '{"message":"Unauthorized"}'],
      [403, ''],
    ] as const) {
      const listener: RequestListener = (_request, response) => {
        response.writeHead(status).end(body)
      }
      const address = await listen(createServer(listener))
      const { code, stderr } = await login(`http://${address}`)
      expect({ code, status }).toEqual({ code: 1, status })
      expect(stderr).toContain(`http://${address} is no Teamlore server`)
    }
  })

  test('says that nobody listens there, and where a server usually does', async () => {
    const gone = createServer()
    const address = await listen(gone)
    gone.close()
    await once(gone, 'close')
    const { code, stderr } = await login(`http://${address}`)
    expect(code).toBe(1)
    expect(stderr).toContain('nothing is listening there')
    expect(stderr).toContain('4000')
  })

  test('says that there is no such host', async () => {
    const { code, stderr } = await login('https://harbour.invalid')
    expect(code).toBe(1)
    expect(stderr).toContain('no such host')
    expect(stderr).toContain('spelling')
  })

  const made = spawnSync(
    'openssl',
    'req -x509 -newkey rsa:2048 -nodes -keyout - -out - -days 2 -subj /CN=localhost'.split(' '),
    { encoding: 'utf8' },
  )
  const hasOpenssl = made.status === 0

  test.skipIf(!hasOpenssl)(
    'says that the server speaks HTTPS, and the address to use',
    async () => {
      const options = { key: made.stdout, cert: made.stdout }
      const address = await listen(createTlsServer(options, (_request, answer) => answer.end('x')))
      const { code, stderr } = await login(`http://${address}`)
      expect(code).toBe(1)
      expect(stderr).toContain('speaks HTTPS')
      expect(stderr).toContain(`--server https://${address}`)
      const trusted = await login(`https://${address}`)
      expect(trusted.stderr).toContain('its certificate is self-signed')
      expect(trusted.stderr).toContain('NODE_EXTRA_CA_CERTS')
    },
  )
})
