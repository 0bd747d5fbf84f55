import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestCli } from '../../testing/test-cli.ts'

const KEY = 'tlk_personal-0123456789abcdefghijklmnop'
const id = (prefix: string, nth: number) => `${prefix}_${String(nth).padStart(26, '0')}`
const AT = '2026-05-01T09:00:00.000Z'

const member = (nth: number, name: string, role: string, more: object = {}) => ({
  id: id('usr', nth),
  name,
  role,
  email: `${name.toLowerCase()}@example.com`,
  kind: 'person',
  joined_at: AT,
  last_seen_at: null,
  is_you: nth === 1,
  ...more,
})
const invited = (more: object) => ({
  id: id('inv', 1),
  role: 'member',
  email: null,
  state: 'open',
  created_at: AT,
  invited_by: { id: id('usr', 1), name: 'Ana' },
  expires_at: '2026-05-08T09:00:00.000Z',
  sent_at: null,
  accepted_by: null,
  url: 'https://lore.test/join?token=abc',
  note: null,
  ...more,
})
const key = (more: object = {}) => ({
  id: id('key', 1),
  name: 'CI',
  role: 'viewer',
  hint: 'tlk_abcd…',
  machine_id: null,
  user: { id: id('usr', 1), name: 'Ana' },
  made_by: null,
  created_at: AT,
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  ...more,
})

type Asked = { route: string; body: unknown }

let server: Server
let cli: ReturnType<typeof createTestCli>
let asked: Asked[]
/** What is answered to each route; 204 where nothing stands. */
let answers: Record<string, unknown>

const read = async (request: AsyncIterable<unknown>) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString() || 'null') as unknown
}

beforeEach(async () => {
  cli = createTestCli()
  asked = []
  answers = {
    'GET /v1/team/members': {
      items: [
        member(1, 'Ana', 'owner'),
        member(2, 'Ben', 'member'),
        member(3, 'Ben', 'viewer', { email: null }),
        member(4, 'Nightly', 'member', { kind: 'service', email: null }),
      ],
      next_cursor: null,
    },
  }
  server = createServer((request, response) => {
    void read(request).then((body) => {
      const route = `${request.method} ${request.url?.split('?')[0]}`
      asked.push({ route, body })
      const answer = answers[route]
      response.writeHead(answer === undefined ? 204 : 200, { 'content-type': 'application/json' })
      response.end(answer === undefined ? undefined : JSON.stringify(answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  cli.dispose()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const lore = (...words: string[]) =>
  cli.run(words, {
    env: {
      LORE_SERVER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      LORE_KEY: KEY,
    },
  })
const changes = () => asked.filter(({ route }) => !route.startsWith('GET'))

describe('lore team', () => {
  test('shows who is in it, with roles, and who is no person', async () => {
    const { code, stdout } = await lore('team', 'list')
    expect(code).toBe(0)
    expect(stdout).toMatch(/owner +Ana \(you\) ana@example\.com/)
    expect(stdout).toContain('Nightly (service account)')
  })

  test('changes the role of whom one names by address, and says so', async () => {
    const { code, stdout } = await lore('team', 'role', 'ben@example.com', 'admin')
    expect([code, stdout.trim()]).toEqual([0, 'They are admin now.'])
    expect(changes()).toEqual([
      { route: `PUT /v1/team/members/${id('usr', 2)}`, body: { role: 'admin' } },
    ])
  })

  test('does nothing to somebody who is not the only one of that name', async () => {
    const { code, stderr } = await lore('team', 'remove', 'Ben')
    expect(code).toBe(1)
    expect(stderr).toContain('Several members are called Ben')
    expect((await lore('team', 'remove', 'Zoe')).stderr).toContain('Nobody in the team')
    expect(changes()).toEqual([])
  })

  test('removes, hands over and leaves', async () => {
    await lore('team', 'remove', id('usr', 3))
    await lore('team', 'transfer', 'ben@example.com')
    await lore('team', 'leave')
    expect(changes()).toEqual([
      { route: `DELETE /v1/team/members/${id('usr', 3)}`, body: null },
      { route: 'POST /v1/team/transfer', body: { user: id('usr', 2) } },
      { route: 'POST /v1/team/leave', body: null },
    ])
  })

  test('prints the link of an invitation alone, so that it can be piped', async () => {
    answers['POST /v1/team/invitations'] = invited({ note: 'This server does not send mail.' })
    const { code, stdout, stderr } = await lore('team', 'invite', '--role', 'viewer')
    expect([code, stdout.trim()]).toEqual([0, 'https://lore.test/join?token=abc'])
    expect(stderr).toContain('does not send mail')
    expect(changes()[0]?.body).toEqual({ role: 'viewer' })
  })

  test('reports whom an invitation was mailed to, and shows no link', async () => {
    answers['POST /v1/team/invitations'] = invited({ url: null, email: 'bo@example.com' })
    const { stdout } = await lore('team', 'invite', '--email', 'bo@example.com')
    expect(stdout).toContain('Sent to bo@example.com')
    expect(changes()[0]?.body).toEqual({ role: 'member', email: 'bo@example.com' })
  })

  test('lists invitations and withdraws one', async () => {
    const { url: _url, note: _note, ...one } = invited({ email: 'bo@example.com' })
    answers['GET /v1/team/invitations'] = { items: [one], next_cursor: null }
    expect((await lore('team', 'invitations')).stdout).toContain('bo@example.com')
    const { stdout } = await lore('team', 'withdraw', id('inv', 1))
    expect(stdout.trim()).toBe('The invitation is withdrawn.')
    expect(changes()[0]?.route).toBe(`DELETE /v1/team/invitations/${id('inv', 1)}`)
  })

  test('refuses a service account that would own the team, before anybody is asked', async () => {
    const { code } = await lore('team', 'service', 'Bot', '--role', 'owner')
    expect(code).toBe(2)
    expect(asked).toEqual([])
  })
})

describe('lore team audit', () => {
  test('says who did what, by the name of a member', async () => {
    const subject = { id: id('usr', 2), name: 'Ben' }
    answers['GET /v1/audit'] = {
      items: [
        {
          id: id('evt', 1),
          at: AT,
          action: 'member.role_changed',
          machine: null,
          subject,
          user: { id: id('usr', 1), name: 'Ana' },
          given_by: { id: id('usr', 4), name: 'Otto' },
          details: { from: 'viewer', to: 'member' },
        },
      ],
      next_cursor: null,
    }
    const { stdout } = await lore(
      'team',
      'audit',
      '--user',
      'Ana',
      '--action',
      'member.role_changed',
    )
    expect(stdout).toMatch(
      /member\.role_changed +Ana, by a credential that Otto made: Ben +from viewer +to member/,
    )
  })
})

describe('lore team audit --verify', () => {
  const verified = {
    state: 'verified',
    batches: 2,
    events: 7,
    sealed_until: AT,
    head: 'a'.repeat(64),
    waiting: 1,
    waiting_since: AT,
    broken: null,
  }
  const route = 'GET /v1/audit/verification'

  test('says up to when the log holds, what waits, and the head to keep', async () => {
    answers[route] = verified
    const { stdout, code } = await lore('team', 'audit', '--verify')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Verified: 7 events in 2 batches, sealed until \d{4}-/)
    expect(stdout).toContain('1 event not sealed yet')
    expect(stdout).toContain(`Head, to be kept elsewhere: ${'a'.repeat(64)}`)
  })

  test('fails in words where it does not', async () => {
    const message = 'Event evt_1 of batch 3 was taken out.'
    const broken = { kind: 'removed', batch: 3, event: 'evt_1', message }
    answers[route] = { ...verified, state: 'broken', broken }
    const { stdout, code } = await lore('team', 'audit', '--head', 'b'.repeat(64))
    expect(code).toBe(1)
    expect(stdout).toContain(`Not as it was sealed: ${message}`)
    expect(stdout).toContain('What holds: 7 events')
  })

  test('refuses what is no head before anybody is asked', async () => {
    const { code, stderr } = await lore('team', 'audit', '--verify', '--head', 'short')
    expect(code).toBe(2)
    expect(stderr).toContain('64 digits')
  })
})

describe('lore keys', () => {
  test('lists keys without their text', async () => {
    answers['GET /v1/keys'] = { items: [key({ revoked_at: AT })], next_cursor: null }
    const { stdout } = await lore('keys', 'list')
    expect(stdout).toMatch(/tlk_abcd….*viewer.*CI of Ana \(revoked\).*never used/)
  })

  test('makes one, and prints it alone on stdout', async () => {
    answers['POST /v1/keys'] = key({ key: 'tlk_the-new-one' })
    const { stdout, stderr } = await lore(
      'keys',
      'create',
      'CI',
      '--role',
      'viewer',
      '--days',
      '90',
    )
    expect(stdout.trim()).toBe('tlk_the-new-one')
    expect(stderr).toContain('shown this once')
    expect(changes()[0]?.body).toEqual({ name: 'CI', role: 'viewer', expires_in_days: 90 })
  })

  test('says who made one, and makes it one\u2019s own', async () => {
    const made_by = { id: id('usr', 2), name: 'Ben' }
    answers['GET /v1/keys'] = { items: [key({ made_by })], next_cursor: null }
    expect((await lore('keys', 'list')).stdout).toContain('CI of Ana, made by Ben')
    const claim = `POST /v1/keys/${id('key', 1)}/claim`
    answers[claim] = { key: 'tlk_its-new-text' }
    const { stdout, stderr } = await lore('keys', 'claim', id('key', 1))
    expect(stdout.trim()).toBe('tlk_its-new-text')
    expect(stderr).toContain('the old one ends')
  })

  test('makes one for somebody else, and revokes one', async () => {
    answers['POST /v1/keys'] = key({ key: 'tlk_theirs' })
    await lore('keys', 'create', 'CI', '--user', id('usr', 4))
    expect(changes()[0]?.body).toEqual({ name: 'CI', user: id('usr', 4) })
    expect((await lore('keys', 'revoke', id('key', 1))).stdout.trim()).toBe('The key is revoked.')
    expect(changes()[1]?.route).toBe(`DELETE /v1/keys/${id('key', 1)}`)
  })
})

describe('lore clients', () => {
  test('lists connected clients, and revokes one', async () => {
    const client = {
      id: id('grt', 1),
      name: 'Cursor',
      redirect_to: 'localhost',
      scopes: ['read', 'write'],
      vouched_by: null,
      user: { id: id('usr', 1), name: 'Ana' },
      made_by: null,
      created_at: AT,
      last_used_at: null,
    }
    answers['GET /v1/clients'] = { items: [client], next_cursor: null }
    const { stdout } = await lore('clients', 'list')
    expect(stdout).toMatch(
      /Cursor of Ana, may read, write, answered at localhost.*never used.*grt_/,
    )
    expect((await lore('clients', 'revoke', client.id)).stdout.trim()).toBe(
      'The client is revoked.',
    )
    expect(changes()[0]?.route).toBe(`DELETE /v1/clients/${client.id}`)
  })
})
