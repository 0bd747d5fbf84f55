import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorBody } from '../../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const NOTHING: Record<string, unknown> = {
  '/v1/memories': { items: [], next_cursor: null },
  '/v1/memories/review': { items: [], total: 0 },
  '/v1/contradictions': { items: [] },
  '/v1/stale': { items: [], total: 0, news: 0 },
  '/v1/insights': {
    days: 120,
    commits: { all: 0, sampled: 0, with_session: 0 },
    origins: [],
    tools: [],
    models: [],
    hot_files: [],
    people: [],
    method: [],
  },
  '/v1/sessions': { items: [], next_cursor: null, total: { value: 0, relation: 'exact' } },
}
const asIfEmpty = () => {
  for (const [path, body] of Object.entries(NOTHING))
    lore.server.failures.set(path, { status: 200, body })
}

test.each([['memories'], ['drafts'], ['contradictions'], ['stale'], ['sessions'], ['insights']])(
  'lore %s says that there is no such project, and not that all is well there',
  async (command) => {
    asIfEmpty()
    lore.server.failures.set('/v1/memories/log', {
      status: 404,
      body: errorBody('memory.project_unknown', 'No project of that name is known here.'),
    })
    const known = lore.server.world.projects[0]?.name ?? ''
    const { code, stdout, stderr } = await lore.run([command, '--project', `${known}s`])
    expect(stderr).toContain(`--project: there is no project "${known}s" that you see.`)
    expect(stderr).toContain(`Did you mean ${known}?`)
    expect(stdout + code).toBe('2')
  },
)

test('a project that is known, or a server too old to say, leaves the answer as it is', async () => {
  asIfEmpty()
  const { code, stdout } = await lore.run(['contradictions', '--project', 'harbour'])
  expect(stdout).toContain('No memories contradict each other.')
  expect(code).toBe(0)
})

test('lore sessions says that nobody has that name, with the nearest, and not that they did nothing', async () => {
  asIfEmpty()
  const member = {
    id: 'usr_01k9x8ty7fe4q8vvr0yhnb4v2c',
    name: 'Ana Silva',
    email: 'ana@harbour.test',
    kind: 'person',
    role: 'owner',
    joined_at: '2026-05-01T08:00:00Z',
    last_seen_at: null,
    is_you: true,
  }
  const body = { items: [member], next_cursor: null }
  lore.server.failures.set('/v1/team/members', { status: 200, body })
  const { code, stdout, stderr } = await lore.run(['sessions', '--author', 'anna silva'])
  expect(stderr).toContain('--author: nobody in the team is called "anna silva".')
  expect(stderr).toContain('Did you mean Ana Silva?')
  expect(stdout + code).toBe('2')
  for (const known of ['ana silva', 'ANA@harbour.test', member.id]) {
    const answer = await lore.run(['sessions', '--author', known])
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('No session matches') })
  }
})
