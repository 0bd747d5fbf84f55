import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WhyResponse } from '@teamlore/shared/why'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { fakeId } from '../../testing/fake-data.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
let cwd: string
beforeAll(async () => {
  lore = await openLoggedInCli()
  cwd = lore.cli.path('harbour')
  mkdirSync(cwd, { recursive: true })
  const remote = ['remote', 'add', 'origin', 'https://git.test/acme/harbour.git']
  for (const words of [['init', '-q'], remote])
    execFileSync('git', words, { cwd, env: environmentForGit() })
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const MEM = fakeId('mem', 1)

describe('lore why of what is no file here', () => {
  const answer = (path: string, fields: Partial<WhyResponse> = {}) =>
    lore.server.failures.set('/v1/why', {
      status: 200,
      body: {
        project: lore.server.world.projects[0],
        paths: [path],
        format: 'markdown',
        text: 'Nothing is known of this yet.',
        tokens: 1,
        budget_tokens: 1_500,
        as_of: null,
        included: [],
        left_out: { count: 0, tokens: 0 },
        suggestion: null,
        ...fields,
      },
    })

  test('says so, and what is meant or can be asked instead', async () => {
    mkdirSync(join(cwd, 'src'), { recursive: true })
    answer('src')
    const folder = await lore.run(['why', 'src'], { cwd })
    expect(folder.stderr).toContain('src is a folder')
    expect(folder.code).toBe(2)
    answer('nothere/x.ts')
    const missing = await lore.run(['why', 'nothere/x.ts:3'], { cwd })
    expect(missing.stderr).toContain('There is no file nothere/x.ts here')
    expect(missing.stdout + missing.code).toBe('2')
    answer('nothere/x.ts', { suggestion: 'there/x.ts' })
    const near = await lore.run(['why', 'nothere/x.ts'], { cwd })
    expect(near.stderr).toContain('Did you mean there/x.ts?')
  })

  test('says so where only its folder is known, and names the file of the checkout that is like it', async () => {
    writeFileSync(join(cwd, 'there.ts'), '')
    const included = [{ id: MEM, reason: 'parent_folder' as const, weight: 1, via: '.' }]
    answer('thre.ts', { included, text: 'It holds for the folder.' })
    const { stdout, stderr, code } = await lore.run(['why', 'thre.ts'], { cwd })
    expect(stderr).toContain('There is no file thre.ts here')
    expect(stderr).toContain('Did you mean there.ts?')
    expect(stdout + code).toBe('2')
    answer('there.ts', { included, text: 'It holds for the folder.' })
    expect((await lore.run(['why', 'there.ts'], { cwd })).stdout).toContain('for the folder')
  })

  test('says that a file has no such line, and asks nothing of the server', async () => {
    writeFileSync(join(cwd, 'two.ts'), 'a\nb\n')
    answer('two.ts')
    for (const line of ['3', '3:1', '9999', '7-9']) {
      const { stdout, stderr, code } = await lore.run(['why', `two.ts:${line}`], { cwd })
      expect(stderr).toMatch(/two\.ts has 2 lines, so there is no line \d+\./)
      expect(stdout + code).toBe('2')
    }
    expect(lore.server.asked).toEqual([])
    expect((await lore.run(['why', 'two.ts:2'], { cwd })).code).toBe(0)
  })

  test('asks about all lines of a range, and says of one that is none what is wrong', async () => {
    writeFileSync(join(cwd, 'six.ts'), 'a long first line\nb\nc\nd\ne\nf\n')
    answer('six.ts')
    expect((await lore.run(['why', 'six.ts:2-5'], { cwd })).code).toBe(0)
    const { query } = lore.server.asked.findLast(({ path }) => path === '/v1/why') ?? {}
    expect(query).toMatchObject({ line: '2', end_line: '5' })
    const before = lore.server.asked.length
    for (const [typed, says] of [
      ['5-2', '5-2 is no range of lines'],
      ['0', '0 is no range of lines'],
      ['2-', '2- is no range of lines'],
      ['-4', '-4 is no range of lines'],
      ['2..4', '2..4 is no range of lines'],
      ['L2-L4', 'L2-L4 is no range of lines'],
      ['2-9', 'six.ts has 6 lines, so there is no line 9'],
    ]) {
      const { stderr, code } = await lore.run(['why', `six.ts:${typed}`], { cwd })
      expect(stderr).toContain(says)
      expect(code).toBe(2)
    }
    expect(lore.server.asked).toHaveLength(before)
  })

  test('asks for a file that is here and no other, and for one that is not with what was meant', async () => {
    const exact = () => lore.server.asked.findLast(({ path }) => path === '/v1/why')?.query['exact']
    writeFileSync(join(cwd, 'new.ts'), '')
    answer('new.ts')
    await lore.run(['why', 'new.ts'], { cwd })
    expect(exact()).toBe('true')
    answer('tied.ts', { suggestions: ['src/tide.ts', 'src/tides.ts'] })
    const { stderr } = await lore.run(['why', 'tied.ts'], { cwd })
    expect(exact()).toBeUndefined()
    expect(stderr).toContain('Did you mean src/tide.ts or src/tides.ts?')
  })

  test('names the near file beside what the server knows of one that is not here', async () => {
    writeFileSync(join(cwd, 'tides.ts'), '')
    const included = [{ id: MEM, reason: 'same_file' as const, weight: 1, via: 'tide.ts' }]
    answer('tide.ts', { included, text: 'It was moved.' })
    const { stdout, stderr, code } = await lore.run(['why', 'tide.ts'], { cwd })
    expect(stdout).toContain('It was moved.')
    expect(stderr).toContain('There is no file tide.ts here. Did you mean tides.ts?')
    expect(code).toBe(0)
  })

  test('answers where the server knows something, or the file is there', async () => {
    const included = [{ id: MEM, reason: 'same_file' as const, weight: 1, via: 'gone.ts' }]
    answer('gone.ts', { included, text: 'It was moved.' })
    expect((await lore.run(['why', 'gone.ts'], { cwd })).stdout).toContain('It was moved.')
    answer('new.ts')
    writeFileSync(join(cwd, 'new.ts'), '')
    const { stdout, code } = await lore.run(['why', 'new.ts'], { cwd })
    expect(stdout).toContain('Nothing is known of this yet.')
    expect(code).toBe(0)
    expect((await lore.run(['why', 'x.ts', '--project', 'tides'], { cwd })).code).toBe(0)
  })
})
