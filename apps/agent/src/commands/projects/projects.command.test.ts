import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const AT = '2026-05-01T09:00:00.000Z'
const id = (prefix: string, nth: number) => `${prefix}_${String(nth).padStart(26, '0')}`
const ANA = { id: id('usr', 1), name: 'Ana' }
const BO = { id: id('usr', 2), name: 'Bo' }

const project = (nth: number, name: string, more: object = {}) => ({
  id: id('prj', nth),
  name,
  remote_url: null,
  root_path: `/srv/${name}`,
  default_visibility: 'team',
  is_restricted: false,
  is_closed_to_you: false,
  keeps_worktrees_apart: false,
  sessions: 3,
  last_activity_at: AT,
  ...more,
})
const settings = (more: object = {}) => ({
  ...project(1, 'acme/payroll'),
  access: [],
  follows: null,
  ...more,
})
const member = ({ id: user, name }: typeof ANA) => ({
  id: user,
  name,
  role: 'member',
  email: `${name.toLowerCase()}@example.com`,
  kind: 'person',
  joined_at: AT,
  last_seen_at: null,
  is_you: user === ANA.id,
})

const PAYROLL = `/v1/projects/${id('prj', 1)}`

let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  cli = createTestCli()
  answers = {
    'GET /v1/projects': {
      items: [
        project(1, 'acme/payroll', { is_restricted: true, default_visibility: 'private' }),
        project(2, 'acme/tides', { keeps_worktrees_apart: true, shares_code: true }),
        project(3, 'zeta/tides'),
        project(4, 'closed', { is_restricted: true, is_closed_to_you: true, sessions: 0 }),
      ],
      next_cursor: null,
    },
    'GET /v1/team/members': { items: [member(ANA), member(BO)], next_cursor: null },
    [`GET ${PAYROLL}`]: settings(),
    [`PUT ${PAYROLL}`]: settings(),
    [`POST ${PAYROLL}/access`]: settings(),
    [`DELETE ${PAYROLL}/access`]: settings(),
  }
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
})

const lore = (...words: string[]) =>
  cli.run(['projects', ...words], {
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
  })

describe('lore projects', () => {
  test('lists each with who reads it and what its new sessions are', async () => {
    for (const words of [[], ['list']]) {
      const { code, stdout } = await lore(...words)
      expect(code).toBe(0)
      expect(stdout).toMatch(/acme\/payroll +restricted, new sessions private/)
      expect(stdout).toMatch(/acme\/tides +team, worktrees apart, shares its code/)
      expect(stdout).toMatch(/closed +restricted, closed to you/)
      expect(stdout).toContain(id('prj', 1))
    }
  })

  test('says so where there is none yet', async () => {
    answers['GET /v1/projects'] = { items: [], next_cursor: null }
    expect((await lore()).stdout.trim()).toBe('No project has a session yet.')
  })

  test('looks for a name on all pages of the list', async () => {
    answers['GET /v1/projects'] = (query: string) =>
      query.includes('cursor=more')
        ? { items: [project(1, 'acme/payroll')], next_cursor: null }
        : { items: [project(2, 'acme/tides')], next_cursor: 'more' }
    expect((await lore('show', 'acme/payroll')).code).toBe(0)
  })

  test('shows the settings of one, by the last part of its name, and who is on its list', async () => {
    answers[`GET ${PAYROLL}`] = settings({
      is_restricted: true,
      default_visibility: 'private',
      keeps_worktrees_apart: true,
      access: [{ user: BO, role: 'viewer', granted_by: ANA, granted_at: AT }],
    })
    const { stdout } = await lore('show', 'Payroll')
    expect(stdout).toContain('Read by the members on its list alone.')
    expect(stdout).toContain('New sessions are private.')
    expect(stdout).toContain('Each folder of it is a project of its own.')
    expect(stdout).toMatch(/viewer +Bo +by Ana, 2026-05-01/)
  })

  test('says whether the code of one is sent and shown', async () => {
    expect((await lore('show', 'payroll')).stdout).toContain('Its code stays on the machines.')
    answers[`GET ${PAYROLL}`] = settings({ shares_code: true })
    expect((await lore('show', 'payroll')).stdout).toContain('The text of its code is sent')
  })

  test('says to an admin outside that they are not on the list', async () => {
    answers[`GET ${PAYROLL}`] = settings({ is_restricted: true, is_closed_to_you: true })
    expect((await lore('show', 'payroll')).stdout).toContain('you are not on it')
  })

  test('says of a folder kept apart where it is set', async () => {
    answers[`GET ${PAYROLL}`] = settings({ follows: { id: id('prj', 2), name: 'acme/tides' } })
    expect((await lore('show', 'payroll')).stdout).toContain('A folder of acme/tides')
  })

  test('sets what was named, and nothing else', async () => {
    await lore('set', 'payroll', '--restrict', '--visibility', 'private')
    await lore('set', 'payroll', '--open')
    await lore('set', 'payroll', '--worktrees', 'apart')
    await lore('set', 'payroll', '--worktrees', 'together')
    await lore('set', 'payroll', '--links-from', '0.8')
    await lore('set', 'payroll', '--share-code')
    await lore('set', 'payroll', '--no-share-code')
    expect(server.changes().map(({ route, body }) => [route, body])).toEqual([
      [`PUT ${PAYROLL}`, { is_restricted: true, default_visibility: 'private' }],
      [`PUT ${PAYROLL}`, { is_restricted: false }],
      [`PUT ${PAYROLL}`, { keeps_worktrees_apart: true }],
      [`PUT ${PAYROLL}`, { keeps_worktrees_apart: false }],
      [`PUT ${PAYROLL}`, { links_from: 0.8 }],
      [`PUT ${PAYROLL}`, { shares_code: true }],
      [`PUT ${PAYROLL}`, { shares_code: false }],
    ])
  })

  test('says what a confidence may be, and from which one links are shown', async () => {
    for (const typed of ['0.4', '2', 'high', '']) {
      const { code, stderr } = await lore('set', 'payroll', '--links-from', typed)
      expect(code).toBe(2)
      expect(stderr).toContain('from 0.5 to 1')
    }
    expect(server.changes()).toEqual([])
    answers[`GET ${PAYROLL}`] = settings({ links_from: 0.8 })
    expect((await lore('show', 'payroll')).stdout).toContain('from a confidence of 0.8 on')
  })

  test('puts a member on the list by address, and takes one off by name', async () => {
    await lore('grant', 'payroll', 'bo@example.com')
    await lore('revoke', 'payroll', 'Bo')
    const [granted, revoked] = server.changes()
    expect(granted).toMatchObject({ route: `POST ${PAYROLL}/access`, body: { user: BO.id } })
    expect(revoked).toMatchObject({ route: `DELETE ${PAYROLL}/access`, query: `user=${BO.id}` })
  })

  test.each([
    [['set', 'payroll'], 'Say what to set'],
    [['set', 'payroll', '--restrict', '--open'], 'not both'],
    [['set', 'payroll', '--visibility', 'world'], 'team, private'],
  ])('%j asks the server nothing and says what to do', async (words, says) => {
    const { code, stderr } = await lore(...words)
    expect([code, stderr.includes(says)]).toEqual([2, true])
    expect(server.asked).toEqual([])
  })

  test.each([
    [['show', 'nowhere'], 'You see no project called nowhere'],
    [['set', 'tides', '--open'], 'Several projects are called tides'],
    [['grant', 'payroll', 'Zoe'], 'Nobody in the team'],
  ])('%j changes nothing and says why', async (words, says) => {
    const { code, stderr } = await lore(...words)
    expect([code, stderr.includes(says)]).toEqual([1, true])
    expect(server.changes()).toEqual([])
  })

  test('hands on the sentence of the server that refuses', async () => {
    server.refuse(`PUT ${PAYROLL}`, {
      status: 403,
      code: 'auth.role_needed',
      message: 'This needs the role admin in the team; you have member.',
    })
    const { code, stderr } = await lore('set', 'payroll', '--open')
    expect(code).not.toBe(0)
    expect(stderr).toContain('This needs the role admin')
  })
})
