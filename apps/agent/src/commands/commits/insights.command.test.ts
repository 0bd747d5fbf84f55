import { execFileSync } from 'node:child_process'
import type { Insights } from '@teamlore/shared/insights'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let folder: ReturnType<typeof temporaryFolder>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>
beforeEach(async () => {
  folder = temporaryFolder()
  cli = createTestCli()
  const remote = ['remote', 'add', 'origin', 'https://git.test/acme/harbour.git']
  for (const words of [['init', '-q'], remote])
    execFileSync('git', words, { cwd: folder.path, env: environmentForGit() })
  server = await openAnsweringServer({ 'GET /v1/insights': INSIGHTS })
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
  folder.remove()
})

const lore = (...words: string[]) =>
  cli.run(words, {
    cwd: folder.path,
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789' },
  })
const asked = () => server.asked.map(({ route, query }) => [route, decodeURIComponent(query)])

const INSIGHTS: Insights = {
  days: 120,
  commits: { all: 10, sampled: 10, with_session: 7 },
  origins: [
    { origin: 'session', lines: 300, survival: [{ days: 7, lines: 200, kept: 150 }] },
    { origin: 'person', lines: 100, survival: [{ days: 7, lines: 0, kept: 0 }] },
  ],
  tools: [{ name: 'claude-code', sessions: 4, commits: 6 }],
  models: [{ name: 'claude-sonnet-4-5', sessions: 1, commits: 1 }],
  hot_files: [
    {
      path: 'src/tide.ts',
      project: 'acme/harbour',
      commits: 5,
      with_session: 4,
      added_lines: 90,
      removed_lines: 10,
    },
  ],
  people: [
    { folder: 'src/', person: 'Ann', commits: 8, lines: 380, last_at: '2026-05-01T09:30:00.000Z' },
  ],
  method: ['A line that a command wrote counts as a person’s.'],
}

describe('lore insights', () => {
  test('shows shares and what is left, and what the figures leave open; no share of nothing', async () => {
    const { stdout, code } = await lore('insights')
    expect(code).toBe(0)
    expect(stdout).toContain('10 commits, 70 % with a session')
    expect(stdout).toMatch(/by sessions +75 % +300 lines +left after 7 days: 75 %/)
    expect(stdout).toMatch(/by people +25 % +100 lines +left after 7 days: –/)
    expect(stdout).toContain('5  src/tide.ts  (80 % with a session)')
    expect(stdout).toContain('A line that a command wrote counts as a person’s.')
  })

  test.each<[string[], string]>([
    [['--days', '30'], 'days=30&project=https://git.test/acme/harbour'],
    [['--all'], ''],
    [['--project', 'tides'], 'project=tides'],
  ])('with %j asks for what was said', async (words, query) => {
    const { json } = await lore('insights', ...words, '--json')
    expect(json()).toEqual(INSIGHTS)
    expect(asked()).toEqual([['GET /v1/insights', expect.stringContaining(query)]])
    if (query === '') expect(asked()[0]?.[1]).not.toContain('project')
  })

  test('says how many days there may be', async () => {
    const { stderr, code } = await lore('insights', '--days', '0')
    expect(code).toBe(2)
    expect(stderr).toContain('730')
  })
})
