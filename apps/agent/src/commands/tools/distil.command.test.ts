import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeLeases } from '../../distil/testing/fake-leases.ts'
import { installStubs } from '../../own-agent/testing/stub-agents.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
let folder: string
let stubs: ReturnType<typeof installStubs>
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => {
  lore.reset()
  rmSync(join(lore.cli.configDir, 'distil.json'), { force: true })
  folder = mkdtempSync(join(tmpdir(), 'distil-command-'))
  stubs = installStubs(folder, ['claude', 'codex'])
  lore.server.world.leases = createFakeLeases([
    'Ask ana@example.test about the tide table.',
    'Nobody asked.',
  ])
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
afterAll(() => lore.close())

const distil = (...words: string[]) =>
  lore.run(['distil', ...words], {
    codingAgents: `${stubs.bin}:/usr/bin:/bin`,
    home: stubs.home,
  })

describe('lore distil', () => {
  test('says what would be sent to whom and what it costs, and sends nothing, at --dry-run', async () => {
    const { code, stdout, stderr } = await distil('--dry-run', '--since', '30d')
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('2 sessions of yours would be distilled by Claude Code 2.1.332')
    expect(stdout).toContain('They go to Anthropic')
    expect(stdout).toMatch(/\$0\.0\d by the list of prices/)
    expect(stubs.calls()).toEqual([])
    expect(lore.server.asked.map(({ method }) => method)).not.toContain('POST')
  })

  test('sends nothing before somebody has agreed, who is asked once for each coding agent', async () => {
    const unasked = await distil()
    expect(unasked.code).toBe(1)
    expect(unasked.stderr).toContain('Nobody has agreed yet')
    expect(stubs.calls()).toEqual([])
    expect((await distil('--yes', '--limit', '1')).code).toBe(0)
    const again = await distil()
    expect(again.code, again.stderr).toBe(0)
    expect((await distil('--with', 'codex')).stdout).toContain('Nothing is left')
  })

  test('asks about memories after sessions, once somebody has agreed that these are sent, too', async () => {
    expect((await distil('--yes')).code).toBe(0)
    lore.server.world.leases = createFakeLeases(['One.'], { memories: ['Two.', 'Three.'] })
    const plan = await distil('--dry-run')
    expect(plan.stdout).toContain('1 session and 2 memories would be read by Claude Code')
    // Nobody is there to be asked: the yes to sessions holds for these.
    const before = await distil()
    expect(before.stdout).toContain('1 session distilled, 1 finding.')
    expect(before.stdout).not.toContain('asked about')
    const { stdout } = await distil('--yes')
    expect(stdout).toContain('2 memories asked about.')
    expect((await distil('--auto', 'status')).stdout).toContain('0 sessions wait')
    lore.server.world.leases = createFakeLeases([], { memories: ['Four.'] })
    const json = await distil('--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ memories: { done: 1 }, sessions: { done: 0 } })
  })

  test('asks a server of before for sessions alone', async () => {
    lore.server.world.leases = createFakeLeases(['One.'], { memories: ['Two.'], isOlder: true })
    const { code, stdout, stderr } = await distil('--yes')
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('1 session distilled')
    expect(stdout).not.toContain('memor')
  })

  test('asks the coding agent, brings the answers, and says what came of it', async () => {
    const { code, stdout, stderr } = await distil('--yes')
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('2 sessions distilled, 2 findings.')
    expect(stdout).toContain('2 calls of Claude Code, 2,000 tokens read and 100 written, $0.0250')
    const [first] = lore.server.world.leases.answers
    expect(JSON.stringify(first)).toContain('Ask ana@example.test')
    expect(first?.call).toMatchObject({
      model: 'claude-haiku-4-5',
      usage: { input_tokens: 1_000, output_tokens: 50, usd: 0.0125 },
    })
  })

  test('takes the next coding agent where the first is not signed in, and says so where none is', async () => {
    rmSync(join(stubs.bin, 'claude'))
    const { stdout } = await distil('--yes', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ tool: 'codex', sessions: { done: 2 } })
    stubs.setMode('signed out')
    lore.server.world.leases = createFakeLeases(['One.'])
    const none = await distil('--yes')
    expect(none.code).toBe(1)
    expect(none.stderr).toContain('Codex is not signed in')
    expect(none.stderr).toContain('Claude Code is not found on your PATH')
  })

  test('stops at a limit, gives back what it held, and says when it goes on', async () => {
    stubs.setMode('limit')
    const { code, stdout } = await distil('--yes')
    expect(code).toBe(1)
    expect(stdout).toContain('Claude Code has come to its limit until 2100-01-01 00:00')
    expect(stubs.calls()).toHaveLength(1)
    const { sessions, answers } = lore.server.world.leases
    expect(sessions.map(({ state }) => state)).toEqual(['due', 'due'])
    expect(answers[0]?.call?.failure).toBe('rate-limited')
  })

  test('divides what is answered with prose, and leaves off where nothing else comes', async () => {
    stubs.setMode('one at a time')
    expect((await distil('--yes')).stdout).toContain('2 sessions distilled')
    stubs.setMode('prose')
    lore.server.world.leases = createFakeLeases(['One.', 'Two.', 'Three.'])
    const { code, stdout } = await distil()
    expect(code).toBe(1)
    expect(stdout).toContain('several times in a row')
  })

  test('does not take one that the team forbids', async () => {
    const status = lore.server.world.leases.status()
    lore.server.world.leases.status = () => ({ ...status, tools: ['codex'] })
    const { code, stderr } = await distil('--with', 'claude', '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain('does not allow Claude Code')
  })
})

describe('lore distil --auto', () => {
  const settings = () =>
    JSON.parse(readFileSync(join(lore.cli.configDir, 'distil.json'), 'utf8')) as { auto: unknown }

  test('is switched on under a cap once somebody has agreed, and off', async () => {
    expect((await distil('--auto', 'on')).code).toBe(1)
    const on = await distil('--auto', 'on', '--yes', '--daily-tokens', '5000', '--since', '7d')
    expect(on.code, on.stderr).toBe(0)
    expect(on.stdout).toContain('up to 5,000 tokens a day')
    expect(settings().auto).toMatchObject({ with: 'auto', daily_tokens: 5_000, since_days: 7 })
    expect((await distil('--auto', 'status')).stdout).toContain('2 sessions wait')
    expect((await distil('--auto', 'off')).stdout).toContain('Off:')
    expect(settings().auto).toBeNull()
    expect(stubs.calls()).toEqual([])
  })
})
