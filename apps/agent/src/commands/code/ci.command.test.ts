import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangeItem, ChangeReport } from '@teamlore/shared/change-report'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { fakeId } from '../../testing/fake-data.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
let cwd: string
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@lore.test', ...words], {
    cwd,
    env: environmentForGit(),
    encoding: 'utf8',
  })
const commit = (subject: string) => {
  git('add', '-A')
  git('commit', '-qm', subject)
}

beforeAll(async () => {
  lore = await openLoggedInCli()
  cwd = lore.cli.path('harbour')
  mkdirSync(join(cwd, 'src'), { recursive: true })
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', 'https://git.test/acme/harbour.git')
  writeFileSync(join(cwd, 'src/tide.ts'), 'function load() {\n  a()\n  b()\n  c()\n  d()\n}\n')
  writeFileSync(join(cwd, 'old.md'), 'a\n')
  commit('Begin')
  git('checkout', '-qb', 'work')
  writeFileSync(
    join(cwd, 'src/tide.ts'),
    'function load() {\n  a()\n  b()\n  x()\n  y()\n  d()\n}\n',
  )
  git('mv', 'old.md', 'new ü.md')
  commit('Load tides twice')
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const ITEM: ChangeItem = {
  id: fakeId('mem', 1),
  kind: 'invariant',
  title: '',
  statement: 'Tides are loaded once.',
  reason: '',
  bears_by: 'lines',
  resembles: '',
  path: 'src/tide.ts',
  line: 4,
  confidence: 0.9,
  author: 'Ann',
  recorded_at: '2026-05-01T08:00:00.000Z',
  stale_reason: null,
  is_code_changed: false,
  contradicted_by: [],
}
const answer = (items: ChangeItem[]) =>
  lore.server.failures.set('/v1/change-report', {
    status: 200,
    body: {
      project: lore.server.world.projects[0],
      items,
      left_out: 0,
      sessions: [],
      commits: { asked: 1, known: 1, linked: 0 },
      files_without_lines: 0,
    } as ChangeReport,
  })
const ci = (...words: string[]) => lore.run(['ci', '--base', 'main', ...words], { cwd })

describe('lore ci', () => {
  test('asks for the lines of the branch, its commits and what they say it is about', async () => {
    answer([])
    const { code, stderr } = await ci()
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('Nothing that the team knows bears on this change.')
    const asked = lore.server.asked.find(({ path }) => path === '/v1/change-report')?.body
    expect(asked).toMatchObject({
      about: 'Load tides twice',
      commits: [git('rev-parse', 'HEAD').trim()],
      files: [
        { path: 'new ü.md', old_path: 'old.md', status: 'renamed', hunks: [] },
        {
          path: 'src/tide.ts',
          status: 'modified',
          hunks: [
            { old_from: 4, old_lines: 1, new_from: 4, new_lines: 2, within: 'function load() {' },
          ],
          words: { changed: ['c', 'x', 'y'], kept: [] },
        },
      ],
    })
  })

  test('sends no word of what the project keeps back, and no secret', async () => {
    answer([])
    git('checkout', '-qb', 'secrets')
    writeFileSync(join(cwd, '.loreignore'), 'kept/\n')
    mkdirSync(join(cwd, 'kept'))
    writeFileSync(join(cwd, 'kept/a.ts'), 'const quetzal = 1\n')
    writeFileSync(join(cwd, 'src/key.ts'), "const password = 'Tr0ub4dor-Quokka-91x'\n")
    commit('Add a key')
    await ci()
    git('checkout', '-qf', 'work')
    const asked = JSON.stringify(lore.server.asked.find(({ path }) => path === '/v1/change-report'))
    expect(asked).toContain('"password"')
    expect(asked).not.toMatch(/quetzal|Quokka|91x/)
  })

  test('is advice, until it is asked to fail', async () => {
    answer([ITEM])
    const advice = await ci()
    expect(advice.code).toBe(0)
    expect(advice.stdout).toContain('**Must stay so** `src/tide.ts:4`: Tides are loaded once.')
    const failed = await ci('--fail-on', 'invariant', 'tried')
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('1 item of invariant, tried')
    expect((await ci('--fail-on', 'tried')).code).toBe(0)
  })

  test('writes JSON, SARIF and JUnit', async () => {
    answer([ITEM])
    const json = JSON.parse((await ci('--format', 'json')).stdout)
    expect(json.items).toHaveLength(1)
    expect(json.failing).toEqual([])
    const sarif = JSON.parse((await ci('--format', 'sarif')).stdout)
    expect(sarif.runs[0].results[0].ruleId).toBe('teamlore/invariant')
    expect((await ci('--format', 'junit')).stdout).toContain(
      '<testcase classname="teamlore.invariant"',
    )
  })

  test('says what to do where git does not know the base, or has no history', async () => {
    const unknown = await lore.run(['ci', '--base', 'nowhere'], { cwd })
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('git does not know nowhere here')
    expect((await lore.run(['ci', '--base=-x'], { cwd })).code).toBe(2)
    git('checkout', '-q', '--orphan', 'island')
    commit('Alone')
    const island = await ci()
    git('checkout', '-qf', 'work')
    expect(island.stderr).toContain('fetch all of it (fetch-depth: 0')
    expect(island.code).toBe(2)
  })

  test('says that nothing differs, and asks nobody', async () => {
    const { code, stderr } = await lore.run(['ci', '--base', 'work'], { cwd })
    expect(stderr + code).toContain('Nothing differs from work.')
    expect(lore.server.asked.map(({ path }) => path)).not.toContain('/v1/change-report')
  })
})
