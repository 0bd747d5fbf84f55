import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FAKE_SECTION } from '../../testing/fake-agents-md.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
let root: string
beforeAll(async () => {
  lore = await openLoggedInCli()
})
afterAll(() => lore.close())
beforeEach(async () => {
  lore.reset()
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agents-md-')))
  execFileSync('git', ['init', '-q', root])
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const run = (...words: string[]) =>
  lore.run(['agents-md', ...words, '--project', 'harbour'], { cwd: root })
const put = (name: string, text: string) => {
  mkdirSync(join(root, name, '..'), { recursive: true })
  writeFileSync(join(root, name), text)
}
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const sent = (verb: string) =>
  lore.server.asked.filter(({ path }) => path.endsWith(`/agents-md/${verb}`))

describe('lore agents-md export', () => {
  test('makes AGENTS.md where there is none, and says what it did', async () => {
    const { code, stdout, stderr } = await run('export')
    expect(code, stderr).toBe(0)
    expect(read('AGENTS.md')).toBe(FAKE_SECTION)
    expect(stdout).toBe('AGENTS.md written  1 entry, 60 tokens\n')
    expect(stderr).toContain('1 said by the repository already')
  })

  test('writes each file once, keeps its rights, and leaves one alone that reads the other in', async () => {
    put('AGENTS.md', '# Repo\n')
    chmodSync(join(root, 'AGENTS.md'), 0o640)
    put('CLAUDE.md', '@AGENTS.md\n')
    expect((await run('export')).code).toBe(0)
    expect(read('AGENTS.md')).toBe(`# Repo\n${FAKE_SECTION}`)
    expect(statSync(join(root, 'AGENTS.md')).mode & 0o777).toBe(0o640)
    expect(read('CLAUDE.md')).toBe('@AGENTS.md\n')
    rmSync(join(root, 'CLAUDE.md'))
    symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'))
    expect((await run('export')).stdout).toContain('says already what the team knows')
    expect(sent('export')).toHaveLength(2)
  })

  test('writes nothing with --dry-run', async () => {
    put('AGENTS.md', '# Repo\n')
    const { stdout } = await run('export', '--dry-run')
    expect(stdout).toBe(`# Repo\n${FAKE_SECTION}\n`)
    expect(read('AGENTS.md')).toBe('# Repo\n')
    expect(sent('export')).toEqual([])
  })

  test('sends the README and comments of files that memories are about, and nothing from elsewhere', async () => {
    put('README.md', 'We retry.\n')
    put('src/retry.ts', '// Five times.\nconst n = 5\n')
    const secret = `${root}-outside.ts`
    writeFileSync(secret, '// outside of it\n')
    symlinkSync(secret, join(root, 'link.ts'))
    await run('export')
    rmSync(secret)
    expect(sent('export')[0]?.body).toEqual({ text: '', said: ['We retry.\n', 'Five times.'] })
  })

  test.each([['../x.md'], ['/etc/hosts'], ['link.md'], ['folder']])(
    'refuses %s, which is no file of the repository',
    async (name) => {
      const target = `${root}-target.md`
      symlinkSync(target, join(root, 'link.md'))
      mkdirSync(join(root, 'folder'))
      const { code, stderr } = await run('export', name)
      expect(code).toBe(2)
      expect(stderr).toMatch(/lies outside|leads out|is no file/)
      expect(existsSync(target)).toBe(false)
    },
  )

  test('does not send a file with a secret, nor one of a project that stays on this machine', async () => {
    put('AGENTS.md', `The key is ghp_${'a1B2c3D4e5F6'.repeat(3)}\n`)
    const { code, stderr } = await run('export')
    expect(code).toBe(1)
    expect(stderr).toContain('looks like a secret')
    put('.loreignore', '*\n')
    put('AGENTS.md', '# Repo\n')
    expect((await run('export')).code).toBe(2)
    expect([...sent('export'), ...sent('check')]).toEqual([])
  })

  test('leaves bytes alone that are no UTF-8', async () => {
    const bytes = Buffer.from([0x23, 0xff, 0x0a])
    writeFileSync(join(root, 'AGENTS.md'), bytes)
    expect((await run('export')).code).toBe(2)
    expect(readFileSync(join(root, 'AGENTS.md')).equals(bytes)).toBe(true)
  })
})

describe('lore agents-md check', () => {
  test('ends with 0 where all is as it should be', async () => {
    put('AGENTS.md', FAKE_SECTION)
    const { code, stdout } = await run('check')
    expect(stdout).toBe('AGENTS.md is as the team knows it.\n')
    expect(code).toBe(0)
    expect(sent('export')).toEqual([])
  })

  test('ends with 1 and says what to run, for people and as JSON', async () => {
    put('AGENTS.md', 'Written by hand.\n')
    const { code, stdout } = await run('check')
    expect(code).toBe(1)
    expect(stdout).toContain('Run: lore agents-md export')
    expect(stdout).toContain('Run: lore agents-md import')
    const answered = JSON.parse((await run('check', '--json')).stdout)
    expect(answered).toMatchObject({
      is_current: false,
      files: [{ file: 'AGENTS.md', run: ['lore agents-md export', 'lore agents-md import'] }],
    })
    expect(read('AGENTS.md')).toBe('Written by hand.\n')
  })
})

test('lore agents-md import proposes what was written by hand, and says where it waits', async () => {
  put('AGENTS.md', `Written by hand.\n${FAKE_SECTION}`)
  const { code, stdout, stderr } = await run('import')
  expect(code).toBe(0)
  expect(stdout).toContain('AGENTS.md: 1 edit proposed')
  expect(stdout).toContain('waits in the review queue mem_01k9x2f1')
  expect(stderr).toContain('lore drafts')
  expect((await run('import', '--dry-run')).stdout).toContain('1 edit would be proposed')
  expect(sent('import')).toHaveLength(1)
})

describe('lore agents-md policy', () => {
  test('is shown, set and removed', async () => {
    expect((await run('policy')).stdout).toContain(
      'From a confidence of 0.6 on, up to 1,500 tokens.',
    )
    expect((await run('policy', '--kind', 'gotcha', '--tokens', '900')).stdout).toContain(
      'Set for this project.',
    )
    expect(sent('policy').at(-1)).toMatchObject({
      method: 'PUT',
      body: { kinds: ['gotcha'], max_tokens: 900 },
    })
    const both = await run('policy', '--remove', '--tokens', '900')
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--remove goes without')])
    await run('policy', '--remove')
    expect(sent('policy').at(-1)).toMatchObject({ method: 'DELETE' })
  })

  test('is not set to what is no number', async () => {
    const { code, stderr } = await run('policy', '--tokens', 'many')
    expect(code).toBe(2)
    expect(stderr).toContain('Give a number from 100 to 8000.')
  })
})
