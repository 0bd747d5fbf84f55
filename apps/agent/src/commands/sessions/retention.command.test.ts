import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const PROJECT = `prj_${'0'.repeat(25)}1`
const project = { id: PROJECT, name: 'acme/harbour' }
const LIMITS = { days: 120, max_bytes: 1_000_000_000, keeps_prompts: true }
const policy = {
  ...LIMITS,
  set_by: { id: `usr_${'0'.repeat(25)}1`, name: 'Ana' },
  set_at: '2026-03-04T05:06:07.000Z',
  effective_at: '2026-03-05T05:06:07.000Z',
}
const run = {
  ...LIMITS,
  id: 'evt_1',
  started_at: '2026-03-06T05:06:07.000Z',
  finished_at: '2026-03-06T05:06:09.000Z',
  sessions: 2,
  messages: 31,
  bytes: 1_200_000,
  kept_messages: 9,
}
const preview = {
  project,
  policy: LIMITS,
  holds: { sessions: 40, bytes: 9_000_000 },
  goes: {
    sessions: 2,
    messages: 31,
    bytes: 1_200_000,
    oldest: '2025-10-05T08:00:00.000Z',
    newest: '2025-10-06T08:00:00.000Z',
  },
  evidence: 4,
  not_ready: [{ why: 'not_curated', sessions: 1 }],
  effective_at: '2026-03-05T05:06:07.000Z',
}
const PATH = `/v1/projects/${PROJECT}/retention`

let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  cli = createTestCli()
  answers = {
    'GET /v1/projects': {
      items: [
        {
          ...project,
          remote_url: null,
          root_path: null,
          default_visibility: 'team',
          sessions: 40,
          last_activity_at: null,
        },
      ],
      next_cursor: null,
    },
    [`GET ${PATH}`]: { project, policy: null, runs: [] },
    [`GET ${PATH}/preview`]: preview,
    [`PUT ${PATH}`]: { project, policy, runs: [run] },
  }
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
})

const lore = (...words: string[]) =>
  cli.run(['retention', ...words], {
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
  })
const changed = () => server.changes().map(({ route, body }) => ({ route, body }))

describe('lore retention', () => {
  test('says what holds and what went, and changes nothing', async () => {
    expect((await lore('harbour')).stdout).toContain('keeps the text of all messages')
    answers[`GET ${PATH}`] = { project, policy, runs: [run] }
    const { code, stdout } = await lore('harbour')
    expect(code).toBe(0)
    expect(stdout).toContain(
      'after 120 days; beyond 1.0 GB of the project; what people typed stays',
    )
    expect(stdout).toContain('31 messages of 2 sessions, 1.2 MB; 9 messages kept theirs')
    expect(changed()).toEqual([])
  })

  test('with --dry-run says what would go, stay and wait, and changes nothing', async () => {
    const { code, stdout } = await lore('harbour', '--days', '120', '--size', '1GB', '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('Would go now: 31 messages of 2 sessions, 1.2 MB of 9.0 MB.')
    expect(stdout).toContain('Would stay: 4 messages that memories, findings and summaries rest on')
    expect(stdout).toContain('1 session not yet: not curated yet')
    expect(changed()).toEqual([])
  })

  test('sets nothing where nobody can be asked, and what was typed with --yes', async () => {
    const asked = await lore('harbour', '--days', '120')
    expect(asked.code).toBe(2)
    expect(asked.stderr).toContain('--yes')
    expect(changed()).toEqual([])
    const { code } = await lore('harbour', '--size', '1.5gb', '--prompts', 'remove', '--yes')
    expect(code).toBe(0)
    expect(changed()).toEqual([
      {
        route: `PUT ${PATH}`,
        body: { days: null, max_bytes: 1_500_000_000, keeps_prompts: false },
      },
    ])
  })

  test('turns it off without a question', async () => {
    expect((await lore('harbour', '--off')).code).toBe(0)
    expect(changed()[0]?.body).toEqual({ days: null, max_bytes: null, keeps_prompts: true })
  })

  test.each([
    ['--days', '0', '1 to 3650'],
    ['--days', 'soon', '1 to 3650'],
    ['--size', '5', '500MB'],
    ['--size', '1KB', '500MB'],
    ['--prompts', 'keep', 'Say what goes'],
  ])('refuses %s %s with what to do instead', async (name, value, hint) => {
    const { code, stderr } = await lore('harbour', name, value)
    expect(code).toBe(2)
    expect(stderr).toContain(hint)
    expect(changed()).toEqual([])
  })

  test('prints all of it as JSON', async () => {
    const { stdout } = await lore('harbour', '--dry-run', '--json')
    expect(JSON.parse(stdout).goes.messages).toBe(31)
  })
})
