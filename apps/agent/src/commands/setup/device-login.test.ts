import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFakeTimes } from '../../testing/fake-times.ts'
import { createTestCli } from '../../testing/test-cli.ts'

type Answer = { status: number; body: object }
const failed = (code: string): Answer => ({
  status: 409,
  body: { error: { code: `device.${code}`, message: `It said ${code}.` } },
})
const allowed: Answer = {
  status: 200,
  body: {
    access_token: 'tlk_machine-0123456789abcdefghijklmnopq',
    token_type: 'Bearer',
    machine: { id: 'mac_1', name: 'laptop' },
    user: { id: 'usr_1', name: 'Ana' },
    team: { id: 'team_1', name: 'Harbour Masters' },
    role: 'member',
  },
}

/** A server that lets machines in by a short code, and answers each poll as it is set. */
const answers: Answer[] = []
let server: Server
let url: string
let cli: ReturnType<typeof createTestCli>
beforeEach(async () => {
  cli = createTestCli()
  server = createServer((request, response) => {
    const code = {
      device_code: 'd'.repeat(43),
      user_code: 'WDJB-MJHT',
      verification_uri: `${url}/device`,
      verification_uri_complete: `${url}/device?code=WDJB-MJHT`,
      expires_in: 600,
      interval: 5,
    }
    const answer =
      request.url === '/v1/device/code'
        ? { status: 200, body: code }
        : (answers.shift() ?? failed('authorization_pending'))
    request.resume().once('end', () => {
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  answers.length = 0
  cli.dispose()
  server.close()
})

describe('lore login without a key', () => {
  test('shows a short code, waits for somebody to confirm it, and keeps the key of this machine', async () => {
    answers.push(failed('authorization_pending'), failed('slow_down'), allowed)
    const times = createFakeTimes()
    const result = await cli.run(['login', '--server', url], { times })
    expect(result.code, result.stderr).toBe(0)
    expect(result.stderr).toContain('WDJB-MJHT')
    expect(result.stderr).toContain(`${url}/device?code=WDJB-MJHT`)
    expect(result.stdout).toContain('as Ana, member of team Harbour Masters')
    expect(result.stdout + result.stderr).not.toContain('tlk_')
    // Asked to slow down, it waits longer.
    expect(times.waits).toEqual([5_000, 5_000, 10_000])
    const stored = JSON.parse(readFileSync(join(cli.configDir, 'credentials.json'), 'utf8'))
    expect(stored).toMatchObject({ server: url, machine: { name: 'laptop' } })
  })

  test('says that the machine was turned away', async () => {
    answers.push(failed('access_denied'))
    const { code, stderr } = await cli.run(['login', '--server', url])
    expect(code).toBe(1)
    expect(stderr).toContain('It said access_denied.')
  })

  test('gives up when nobody confirms', async () => {
    const { code, stderr } = await cli.run(['login', '--server', url])
    expect(code).toBe(1)
    expect(stderr).toContain('Nobody confirmed the code')
  })
})
