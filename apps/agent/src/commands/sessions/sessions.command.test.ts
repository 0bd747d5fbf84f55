import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { widthOf } from '../../output/text-width.ts'
import { buildSession, buildStats, fakeId } from '../../testing/fake-data.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const SESSION = fakeId('ses', 1)

describe('lore sessions', () => {
  test('is a table with whole ids where there is room', async () => {
    const { stdout } = await lore.run(['sessions'], { columns: 140, env: { NO_COLOR: '1' } })
    expect(stdout).toMatch(/^ID .*LAST ACTIVE.*TITLE/)
    expect(stdout).toContain(SESSION)
    expect(stdout).toContain('1 day ago')
  })

  test.each([60, 140])(
    'a session without an end is as old as its beginning, in %i columns',
    async (columns) => {
      lore.server.world.sessions = [
        buildSession({ started_at: '2024-04-22T09:00:00.000Z', ended_at: null }),
      ]
      const { stdout } = await lore.run(['sessions'], { columns, env: { NO_COLOR: '1' } })
      expect(stdout).toContain('2024-04-22')
    },
  )

  test('a session without a time is of no day', async () => {
    lore.server.world.sessions = [buildSession({ started_at: null, ended_at: null })]
    const { stdout } = await lore.run(['sessions'], { columns: 140, env: { NO_COLOR: '1' } })
    expect(stdout).toContain('no date')
  })

  test.each([20, 33, 40, 60, 80, 100, 119, 120, 200])('fits %i columns', async (columns) => {
    lore.server.world.sessions = [
      buildSession({ title: `Ein sehr langer Titel ${'日本語 '.repeat(30)}` }),
      buildSession({
        kind: 'subagent',
        project: null,
        visibility: 'private',
        started_at: null,
        ended_at: null,
      }),
      buildSession({
        project: { id: fakeId('prj'), name: 'a-project-with-quite-a-long-name-of-its-own' },
      }),
    ]
    const { stdout } = await lore.run(['sessions'], { columns, env: { NO_COLOR: '1' } })
    // An id is never cut: it is there to be copied.
    for (const line of stdout.split('\n'))
      expect(widthOf(line)).toBeLessThanOrEqual(Math.max(columns, SESSION.length + 2))
    expect(stdout.match(new RegExp(SESSION, 'g'))).toHaveLength(3)
  })

  test('passes its filters on, days as the moments they begin or end', async () => {
    await lore.run(
      'sessions --project harbour --tool claude-code --author Ana --branch main --since 2026-04-30 --until 2026-05-01 --limit 5 --cursor abc'.split(
        ' ',
      ),
    )
    expect(lore.server.asked[0]?.query).toEqual({
      project: 'harbour',
      tool: 'claude-code',
      author: 'Ana',
      branch: 'main',
      limit: '5',
      cursor: 'abc',
      after: '2026-04-30T00:00:00.000Z',
      before: '2026-05-02T00:00:00.000Z',
    })
  })

  test('says how to go on, and what it means when there are none', async () => {
    lore.server.world.nextCursor = 'c2'
    expect((await lore.run(['sessions'])).stderr).toContain('--limit N')
    lore.server.world.total = { value: 1_119, relation: 'exact' }
    expect((await lore.run(['sessions'])).stderr).toContain('1 of 1,119 sessions are shown')
    lore.server.world.total = { value: 10_000, relation: 'at_least' }
    expect((await lore.run(['sessions'])).stderr).toContain('1 of 10,000 or more sessions')
    lore.server.world.total = { value: 1, relation: 'exact' }
    expect((await lore.run(['sessions', '--tool', 'claude-code'])).stderr).toContain(
      '1 of 1 session is shown',
    )
    const { stderr } = await lore.run(['sessions', '--more'])
    expect(lore.server.asked.at(-1)?.query).toMatchObject({ tool: 'claude-code', cursor: 'c2' })
    expect(stderr).toContain('`lore sessions --more`')
    Object.assign(lore.server.world, { sessions: [], nextCursor: null })
    expect((await lore.run(['sessions'])).stdout).toContain('lore import')
    expect((await lore.run(['sessions', '--project', 'x'])).stdout).toContain('No session matches')
  })

  test('is the answer of the API on demand', async () => {
    const { json, stderr } = await lore.run(['sessions', '--json'])
    expect(json()).toEqual({ items: lore.server.world.sessions, next_cursor: null, total: null })
    expect(stderr).toBe('')
  })

  test('an unknown tool is wrong usage, and the nearest one is named', async () => {
    const { code, stdout, stderr } = await lore.run(['sessions', '--tool', 'cursr'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('--tool: "cursr" is no coding tool')
    expect(stderr).toContain('Did you mean cursor?')
    expect(lore.server.asked.some(({ path }) => path === '/v1/sessions')).toBe(false)
  })

  test('a tool that only the server knows is asked for', async () => {
    lore.server.world.stats = buildStats({ tools: [{ tool: 'emacs', sessions: 2 }] })
    expect((await lore.run(['sessions', '--tool', 'emacs'])).code).toBe(0)
    const { stderr } = await lore.run(['sessions', '--tool', 'emcas'])
    expect(stderr).toContain('Did you mean emacs?')
  })
})
