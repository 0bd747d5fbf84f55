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
import { FAKE_SECTION, fake } from '../../testing/fake-agents-md.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
let root: string
beforeAll(async () => {
  lore = await openLoggedInCli()
})
afterAll(() => lore.close())
beforeEach(async () => {
  lore.reset()
  fake.entries = 1
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

  test('makes no file where there is nothing to say, and says so', async () => {
    fake.entries = 0
    for (const words of [[], ['--dry-run']])
      expect((await run('export', ...words)).stdout).toBe(
        'AGENTS.md was not made: nothing is to be said in it yet.\n',
      )
    fake.entries = 1
    expect(existsSync(join(root, 'AGENTS.md'))).toBe(false)
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

  test.each([['../x.md'], ['/etc/hosts'], ['link.md'], ['folder.md']])(
    'refuses %s, which is no file of the repository',
    async (name) => {
      const target = `${root}-target.md`
      symlinkSync(target, join(root, 'link.md'))
      mkdirSync(join(root, 'folder.md'))
      const { code, stderr } = await run('export', name)
      expect(code).toBe(2)
      expect(stderr).toMatch(/lies outside|leads out|is no file/)
      expect(existsSync(target)).toBe(false)
    },
  )

  const refused = async (...names: string[]) => {
    const { code, stderr } = await run('export', ...names)
    expect([code, lore.server.asked.filter(({ method }) => method === 'POST')]).toEqual([2, []])
    return stderr
  }

  test.each([['config'], ['hooks/pre-commit'], ['notes.md']])(
    'neither reads nor writes .git/%s by way of a link',
    async (own) => {
      put(`.git/${own}`, '[remote]\n')
      for (const name of ['AGENTS.md', 'CLAUDE.md']) {
        symlinkSync(join('.git', own), join(root, name))
        expect(await refused()).toMatch(/what git keeps for itself|no Markdown file/)
        expect(await refused(name)).toMatch(/what git keeps for itself|no Markdown file/)
        expect(read(`.git/${own}`)).toBe('[remote]\n')
        rmSync(join(root, name))
      }
    },
  )

  test.each([
    ['.git/hooks/x', 'no Markdown'],
    ['package.json', 'no Markdown'],
    ['.husky/pre-commit', 'no Markdown'],
    ['.git/x.md', 'git keeps'],
    ['.GIT/x.md', 'git keeps'],
    ['.g\u200cit/x.md', 'git keeps'],
    ['git~1/x.md', 'git keeps'],
    ['.git /x.md', 'git keeps'],
    ['sub/.Git/hooks/x.md', 'git keeps'],
    ['linked/x.md', 'git keeps'],
    ['bare/x.md', 'git keeps'],
    ['sub/x.md', 'another repository'],
    ['sub-link/new.md', 'another repository'],
  ])('refuses %s, there or not', async (name, why) => {
    mkdirSync(join(root, 'sub'))
    execFileSync('git', ['init', '-q', join(root, 'sub')])
    execFileSync('git', ['init', '-q', '--bare', join(root, 'bare')])
    symlinkSync('.git', join(root, 'linked'))
    symlinkSync('sub', join(root, 'sub-link'))
    mkdirSync(join(root, name, '..'), { recursive: true })
    expect(await refused(name)).toContain(why)
    expect(existsSync(join(root, name))).toBe(false)
    put(name, 'mine\n')
    expect(await refused(name)).toContain(why)
    expect(read(name)).toBe('mine\n')
  })

  test("refuses what a .git file calls git's own, in the working copy of a worktree too", async () => {
    rmSync(join(root, '.git'), { recursive: true })
    put('.git', 'gitdir: .store/trees/one\n')
    put('.store/trees/one/commondir', '../..\n')
    put('.store/hooks/x.md', 'mine\n')
    put('.store/trees/one/x.md', 'mine\n')
    for (const name of ['.store/hooks/x.md', '.store/trees/one/x.md', '.store/new.md'])
      expect(await refused(name)).toContain('what git keeps')
  })

  test('follows a link to a Markdown file of the repository', async () => {
    put('docs/agents.md', '# Repo\n')
    symlinkSync('docs/agents.md', join(root, 'AGENTS.md'))
    expect((await run('export')).code).toBe(0)
    expect(read('docs/agents.md')).toBe(`# Repo\n${FAKE_SECTION}`)
  })

  test("sends no comments of git's own files, whatever path a memory has", async () => {
    put('src/retry.ts', '// Five times.\n')
    rmSync(join(root, 'src/retry.ts'))
    put('.git/config', '# the token is kept in here\n')
    symlinkSync('../.git/config', join(root, 'src/retry.ts'))
    symlinkSync('.git/config', join(root, 'README.md'))
    await run('export')
    expect(sent('export')[0]?.body).toEqual({ text: '', said: [] })
  })

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

test.each([['export'], ['import'], ['check']])(
  'lore agents-md %s names conflicts of git by their lines, changes no file and ends with 1',
  async (verb) => {
    const both = FAKE_SECTION.replace(
      '- Retry',
      '<<<<<<< HEAD\n- Retry\n=======\n- Try\n>>>>>>> x\n- ',
    )
    put('AGENTS.md', '# Repo\n')
    put('CLAUDE.md', both)
    const { code, stderr } = await run(verb)
    expect(code).toBe(1)
    expect(stderr).toContain('CLAUDE.md has marks of a conflict')
    expect(stderr).toContain('in line 2, 4, 6. Nothing was changed.')
    expect([read('AGENTS.md'), read('CLAUDE.md')]).toEqual(['# Repo\n', both])
    expect([...sent('export'), ...sent('import'), ...sent('check')]).toEqual([])
  },
)

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
