import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const ID = `ses_${'0'.repeat(25)}1`
const ROUTE = `/v1/sessions/${ID}/share`

const preview = (visibility: 'team' | 'private', more: object = {}) => ({
  session: { id: ID, title: 'Repair the tide table lock', visibility },
  becomes: visibility === 'team' ? 'private' : 'team',
  readers: { project: null },
  refused: null,
  counts: [
    { kind: 'sessions', count: 1 },
    { kind: 'messages', count: 12 },
    { kind: 'summaries', count: 1 },
    { kind: 'memories', count: 2 },
  ],
  titles: [
    { kind: 'sessions', id: ID, title: 'Repair the tide table lock' },
    { kind: 'memories', id: 'mem_1', title: 'The lock stays until dawn.' },
  ],
  ...more,
})

let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  cli = createTestCli()
  answers = {}
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
})

const lore = (...words: string[]) =>
  cli.run(words, {
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
  })

describe('lore share', () => {
  beforeEach(() => {
    answers[`GET ${ROUTE}`] = preview('private')
    answers[`POST ${ROUTE}`] = preview('team')
  })

  test('reports with --dry-run what would go along, by kind with titles, and does nothing', async () => {
    const { code, stdout } = await lore('share', ID, '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('Would be read by the team:')
    expect(stdout).toContain('1 session, 12 messages, 1 summary, 2 memories')
    expect(stdout).toMatch(/memory +The lock stays until dawn\./)
    expect(server.changes()).toEqual([])
  })

  test('shares, and says who reads it from then on', async () => {
    const { stdout } = await lore('share', ID)
    expect(stdout).toContain('Read by the team now.')
    expect(server.changes().map(({ route }) => route)).toEqual([`POST ${ROUTE}`])
  })

  test('names the restricted project whose members alone read it', async () => {
    answers[`GET ${ROUTE}`] = preview('private', { readers: { project: 'payroll' } })
    const { stdout } = await lore('share', ID, '--dry-run')
    expect(stdout).toContain('Would be read by the members of payroll:')
  })

  test('says of one that is shared already that it is, and asks for nothing', async () => {
    answers[`GET ${ROUTE}`] = preview('team')
    expect((await lore('share', ID)).stdout).toContain('Read by the team now.')
    expect(server.changes()).toEqual([])
  })

  test('answers as the server does with --json', async () => {
    expect((await lore('share', ID, '--json')).json()).toEqual(preview('team'))
  })
})

describe('lore unshare', () => {
  const DRAWN = 'It stays with the team: 2 other members opened it.'
  beforeEach(() => {
    answers[`GET ${ROUTE}`] = preview('team')
    answers[`DELETE ${ROUTE}`] = preview('private')
  })

  test('makes it private again', async () => {
    expect((await lore('unshare', ID)).stdout).toContain('Private to you.')
    expect(server.changes().map(({ route }) => route)).toEqual([`DELETE ${ROUTE}`])
  })

  test('reports with --dry-run why it would stay with the team', async () => {
    answers[`GET ${ROUTE}`] = preview('team', { refused: DRAWN })
    const { stdout, stderr } = await lore('unshare', ID, '--dry-run')
    expect(stdout).toContain('Would be private to you:')
    expect(stderr).toContain(DRAWN)
    expect(server.changes()).toEqual([])
  })

  test('fails with the reason once somebody else has drawn on it', async () => {
    server.refuse(`DELETE ${ROUTE}`, { status: 409, code: 'session.drawn_on', message: DRAWN })
    const { code, stderr } = await lore('unshare', ID)
    expect(code).not.toBe(0)
    expect(stderr).toContain(DRAWN)
  })

  test('says of one that is private already that it is', async () => {
    answers[`GET ${ROUTE}`] = preview('private')
    expect((await lore('unshare', ID)).stdout).toContain('Private to you.')
    expect(server.changes()).toEqual([])
  })
})
