import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
let cwd: string
let first: string
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@git.test', ...words], {
    cwd,
    encoding: 'utf8',
    env: { ...environmentForGit(), GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
  }).trim()
let date = '2026-03-01T10:00:00Z'

beforeAll(async () => {
  lore = await openLoggedInCli()
  cwd = lore.cli.path('harbour')
  mkdirSync(cwd, { recursive: true })
  git('init', '-q')
  git('remote', 'add', 'origin', 'https://git.test/acme/harbour.git')
  writeFileSync(join(cwd, 'tide.ts'), 'const low = 1\nconst high = 2\n')
  git('add', '.')
  git('commit', '-q', '-m', 'Add tides')
  git('tag', 'v1')
  first = git('rev-parse', 'HEAD')
  date = '2026-03-10T10:00:00Z'
  writeFileSync(join(cwd, 'tide.ts'), 'const low = 0\n')
  git('commit', '-q', '-a', '-m', 'Drop the high tide')
  rmSync(join(cwd, 'tide.ts'))
})
beforeEach(() => {
  lore.reset()
  lore.server.failures.set('/v1/why', {
    status: 200,
    body: {
      project: lore.server.world.projects[0],
      paths: ['tide.ts'],
      as_of: '2026-03-01T10:00:00.000Z',
      format: 'markdown',
      text: 'It was so.',
      tokens: 1,
      budget_tokens: 1_500,
      included: [],
      left_out: { count: 0, tokens: 0 },
      suggestion: null,
    },
  })
})
afterAll(() => lore.close())

const asked = () => lore.server.asked.findLast(({ path }) => path === '/v1/why')?.query

describe('lore why --as-of', () => {
  test.each(['v1', '2026-03-05'])(
    'shows the lines as they were at %s and asks who had written them',
    async (when) => {
      const { stdout, stderr, code } = await lore.run(['why', 'tide.ts:1-2', '--as-of', when], {
        cwd,
      })
      expect(stderr + code).toBe('0')
      expect(stdout).toContain(`tide.ts at ${first.slice(0, 10)}, 2 lines`)
      expect(stdout).toMatch(/1 {2}const low = 1\n +2 {2}const high = 2/)
      expect(stdout).toContain('It was so.')
      expect(asked()).toMatchObject({ line: '1', end_line: '2' })
      expect(asked()?.['blamed']).toContain(first)
      expect(Date.parse(asked()?.['as_of'] ?? '')).toBeGreaterThanOrEqual(
        Date.parse('2026-03-01T10:00:00Z'),
      )
    },
  )

  test('answers for a file that is gone by now, and gives its lines as JSON', async () => {
    const { stdout, code } = await lore.run(['why', 'tide.ts:2', '--as-of', 'v1', '--json'], {
      cwd,
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      text: 'It was so.',
      code_then: { commit: first, path: 'tide.ts', total: 2, from: 2, lines: ['const high = 2'] },
    })
  })

  test('says that the file had no such line then, and asks nothing of the server', async () => {
    const { stdout, stderr, code } = await lore.run(['why', 'tide.ts:3', '--as-of', 'v1'], { cwd })
    expect(stderr).toContain('tide.ts had 2 lines then, so there is no line 3.')
    expect(stdout + code).toBe('2')
    expect(lore.server.asked).toEqual([])
  })

  test('names nobody for lines of a file that was not there then', async () => {
    writeFileSync(join(cwd, 'later.ts'), 'const late = 1\n')
    const { code } = await lore.run(['why', 'later.ts:1', '--as-of', 'v1'], { cwd })
    expect(code).toBe(0)
    expect(asked()).toMatchObject({ line: '1' })
    expect(Object.keys(asked() ?? {})).not.toContain('line_print')
    expect(Object.keys(asked() ?? {})).not.toContain('line_sha')
  })

  test('takes a time for a time, though a tag is called so', async () => {
    git('tag', '-f', '2026-03-05', 'HEAD')
    const { stdout } = await lore.run(['why', 'tide.ts:1', '--as-of', '2026-03-05'], { cwd })
    expect(stdout).toContain(`tide.ts at ${first.slice(0, 10)}`)
  })

  test('takes no option of git for a time', async () => {
    const { stderr, code } = await lore.run(['why', 'tide.ts', '--as-of=--output=x'], { cwd })
    expect(stderr).toContain('--output=x')
    expect(code).toBe(2)
    expect(lore.server.asked).toEqual([])
  })
})
