import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const asked = () => lore.server.asked.map(({ method, path }) => `${method} ${path}`)

describe('lore home', () => {
  test('says what is new, what waits and what to do about it, and that one was here', async () => {
    const { code, stdout, stderr } = await lore.run(['home'])
    expect(code, stderr).toBe(0)
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      'First steps',
      '  ✓ Connect a machine: lore login, or the line of an invitation',
      '  ✓ Import your sessions: lore import',
      '  · Connect your agents: lore hooks install',
      '',
      'New  2 sessions, 3 findings, 1 memory  since 2026-05-07 09:00 UTC',
      '  Berth 0 refuses the tide table Ana ses_01k9x2f0aaaaaaaaaaaaaaaaaa',
      '  Lock of the tide table mem_01k9x2f0aaaaaaaaaaaaaaaaaa',
      'For you this week  2 of 6 memories decided  lore drafts --batch',
      '  Lock of the tide table mem_01k9x2f0aaaaaaaaaaaaaaaaaa',
      'Contradictions  No two memories contradict each other.',
      'Stale memories  The code under every memory is as it was.',
      'Capture  1  lore status',
      '  The laptop is silent. Start it.',
      'Cost  team nothing; your own agents $0.42, 61,000 tokens  30 days',
      '',
    ])
    expect(asked()).toEqual(['GET /v1/home', 'POST /v1/home/visits'])
  })

  test('leaves no visit behind with --peek, and hands the answer on as it is with --json', async () => {
    const { stdout } = await lore.run(['home', '--peek', '--items', '9', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ review: { size: 6, decided: 2 } })
    expect(asked()).toEqual(['GET /v1/home'])
    expect(lore.server.asked[0]?.query).toEqual({ items: '9' })
  })

  test('says in plain words that there is nothing', async () => {
    const { home } = lore.server.world
    home.guide.steps = []
    home.news.sessions = { count: 0, items: [] }
    home.news.memories = { count: 0, items: [] }
    home.review = { ...home.review, size: 0, decided: 0, waiting: 0, items: [] }
    const { stdout } = await lore.run(['home'])
    expect(stdout).not.toContain('First steps')
    expect(stdout).toContain('New  Nothing since 2026-05-07 09:00 UTC.')
    expect(stdout).toContain('For you this week  Nothing to review.')
  })
})
