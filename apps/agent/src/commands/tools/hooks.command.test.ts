import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { PERSONAL_KEY } from '../../testing/fake-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let cli: ReturnType<typeof createTestCli>
let home: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  cli = createTestCli()
  home = temporaryFolder()
})
afterEach(() => {
  cli.dispose()
  home.remove()
})

const run = (words: string[], cwd = home.path) =>
  cli.run(['hooks', ...words], { home: home.path, cwd })
const read = (name: string): string => readFileSync(join(home.path, name), 'utf8')
const shim = (): string => join(cli.configDir, 'hooks', 'teamlore-hook')

/** Every file below a folder with what it holds. */
const snapshot = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name),
        readFileSync(join(parentPath, name), 'utf8'),
      ]),
  )

const fillHome = (): void => {
  home.write('.claude/settings.json', '{\n  // mine\n  "model": "opus"\n}')
  home.write('.claude.json', '{"numStartups":3,"mcpServers":{}}')
  home.write('.codex/config.toml', '# mine\nmodel = "x"')
  home.write('.gemini/settings.json', '{ "ui": { "theme": "x" } }\n')
  home.write('.cursor/mcp.json', '{\n    "mcpServers": {}\n}\n')
  home.write('.config/opencode/opencode.json', '{ "theme": "x", }')
}

describe('lore hooks', () => {
  test('goes into every tool that is here, twice without a second change, and out byte for byte', async () => {
    fillHome()
    const before = snapshot(home.path)
    const first = await run(['install'])
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('+   "hooks": {')
    const after = snapshot(home.path)
    expect(JSON.parse(after[join(home.path, '.gemini/settings.json')] ?? '')).toMatchObject({
      ui: { theme: 'x' },
      hooks: { SessionStart: [{ hooks: [{ type: 'command', timeout: 5_000 }] }] },
      mcpServers: {
        teamlore: { command: '/usr/bin/node', args: ['/opt/lore/bin/lore.mjs', 'mcp'] },
      },
    })
    expect(statSync(shim()).mode & 0o777).toBe(0o755)
    expect((await run(['install'])).stdout).toContain('Nothing to do')
    expect(snapshot(home.path)).toEqual(after)
    const { stdout } = await run(['uninstall'])
    expect(stdout).toContain('- ')
    expect(snapshot(home.path)).toEqual(before)
    expect(existsSync(shim())).toBe(false)
    expect((await run(['uninstall'])).stdout).toContain('There was nothing to take out.')
  })

  test('says that nobody is logged in, with the command, as long as that is so', async () => {
    fillHome()
    for (const words of [['install', '--dry-run'], ['install'], ['install'], ['status']]) {
      const { code, stderr } = await run(words)
      expect(code).toBe(0)
      expect(stderr).toContain('You are not logged in')
      expect(stderr).toContain('lore login --server URL`')
    }
    expect((await run(['install', '--json'])).json()).toMatchObject({ logged_in: false })
    const env = { LORE_SERVER: 'https://lore.example.com', LORE_KEY: PERSONAL_KEY }
    const loggedIn = await cli.run(['hooks', 'install', '--json'], {
      home: home.path,
      cwd: home.path,
      env,
    })
    expect(loggedIn.stderr).toBe('')
    expect(loggedIn.json()).toMatchObject({ logged_in: true })
    expect((await run(['uninstall'])).stderr).toBe('')
  })

  test('a dry run says the same and writes nothing at all', async () => {
    fillHome()
    const before = snapshot(home.path)
    const dry = await run(['install', '--dry-run'])
    expect(dry.stdout).toContain('Nothing was written.')
    expect(snapshot(home.path)).toEqual(before)
    expect(existsSync(cli.configDir)).toBe(false)
    const real = await run(['install'])
    const diff = (text: string) => text.split('\n').filter((line) => line.startsWith('  +'))
    expect(diff(dry.stdout)).toEqual(diff(real.stdout))
  })

  test('what its owner changed since stays, also when it comes out', async () => {
    fillHome()
    await run(['install', '--tool', 'claude-code'])
    const path = home.write(
      '.claude/settings.json',
      read('.claude/settings.json').replace('opus', 'haiku'),
    )
    await run(['uninstall'])
    expect(readFileSync(path, 'utf8')).toBe('{\n  // mine\n  "model": "haiku"\n}')
  })

  test('it comes out again when nobody remembers that it went in', async () => {
    fillHome()
    const before = snapshot(home.path)
    await run(['install'])
    renameSync(join(cli.configDir, 'hooks', 'installed.json'), join(home.path, '../gone.json'))
    await run(['uninstall'])
    const after = snapshot(home.path)
    for (const [path, text] of Object.entries(after))
      expect({ path, hasHook: text.includes('teamlore-hook') }).toEqual({ path, hasHook: false })
    expect(after[join(home.path, '.claude/settings.json')]).toBe(
      before[join(home.path, '.claude/settings.json')],
    )
  })

  test('a file that cannot be read is left alone, and the other tools are served', async () => {
    fillHome()
    const broken = home.write('.gemini/settings.json', '{ "ui": ')
    const { code, stderr } = await run(['install'])
    expect(code).toBe(1)
    expect(stderr).toContain(
      '.gemini/settings.json is not the JSON it should be, so it was left as it is.',
    )
    expect(readFileSync(broken, 'utf8')).toBe('{ "ui": ')
    expect(read('.claude/settings.json')).toContain('teamlore-hook')
    const alone = await run(['install', '--tool', 'gemini', '--json'])
    expect(alone.code).toBe(1)
    expect(alone.json()).toMatchObject({
      tools: [
        {
          tool: 'gemini',
          error: { code: 'hooks.file_not_understood', hint: expect.stringContaining('Fix it') },
        },
      ],
    })
  })

  test('links and rights of files stay', async () => {
    const target = home.write('dotfiles/settings.json', '{}')
    chmodSync(target, 0o640)
    mkdirSync(join(home.path, '.claude'))
    symlinkSync(target, join(home.path, '.claude', 'settings.json'))
    await run(['install', '--tool', 'claude-code'])
    expect(lstatSync(join(home.path, '.claude', 'settings.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toContain('teamlore-hook')
    expect(statSync(target).mode & 0o777).toBe(0o640)
  })

  test('a project has settings of its own, and what is shared in it names no path of this machine', async () => {
    const project = join(home.path, 'harbour')
    mkdirSync(project)
    const { code } = await run(
      ['install', '--project', '--tool', 'claude-code', 'opencode'],
      project,
    )
    expect(code).toBe(0)
    expect(JSON.parse(read('harbour/.mcp.json')).mcpServers.teamlore).toMatchObject({
      command: 'lore',
      args: ['mcp'],
    })
    expect(read('harbour/.claude/settings.local.json')).toContain('teamlore-hook')
    expect(read('harbour/.opencode/plugins/teamlore.js')).toContain('teamlore-hook')
    const status = await run(['status', '--json'], project)
    expect((status.json() as { hooks: object[] }).hooks).toHaveLength(4)
    await run(['uninstall', '--project'], project)
    expect(Object.keys(snapshot(project))).toEqual([])
  })

  test('status in the home folder lists each file once, as what it was made for', async () => {
    fillHome()
    await run(['install'])
    const status = (await run(['status', '--json'])).json() as { hooks: Record<string, unknown>[] }
    const files = status.hooks.map(({ tool, path }) => `${tool} ${path}`)
    expect(new Set(files).size).toBe(files.length)
    expect(status.hooks.every(({ project }) => project === null)).toBe(true)
    const { stdout } = await run(['status'])
    expect(stdout.split('.gemini/settings.json')).toHaveLength(2)
    expect(stdout).not.toContain('not as it would be today')
  })

  test('says what is wrong with the command', async () => {
    expect(await run(['install', '--tool', 'nano'])).toMatchObject({ code: 2 })
    expect(await run(['install', '--project', '--user'])).toMatchObject({ code: 2 })
    expect((await run(['frobnicate'])).stderr).toContain(
      'Allowed choices are install, uninstall, status.',
    )
    expect((await run(['install'])).stderr).toContain('None of the coding tools')
    expect((await run(['install', '--tool', 'git'])).stderr).toContain('is in no git repository')
  })
})

describe('hooks of git', () => {
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd,
      encoding: 'utf8',
      env: environmentForGit() as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  const repository = (): string => {
    const project = join(home.path, 'harbour')
    mkdirSync(project)
    git(project, 'init', '-q', '-b', 'main')
    return project
  }
  const commits = (): string[][] =>
    readFileSync(join(cli.configDir, 'state', 'hooks', 'commits'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(1))

  test('run beside those that are there, which get all that git passes to them', async () => {
    const project = repository()
    const seen = join(home.path, 'seen')
    const own = (name: string) =>
      chmodSync(
        home.write(
          `harbour/.git/hooks/${name}`,
          `#!/bin/sh\necho "${name} $(cat)" >>'${seen}'\nexit 0\n`,
        ),
        0o755,
      )
    own('post-commit')
    own('post-rewrite')
    const before = snapshot(join(project, '.git/hooks'))
    expect((await run(['install', '--tool', 'git'], project)).code).toBe(0)
    git(project, 'commit', '-q', '--allow-empty', '-m', 'one')
    const one = git(project, 'rev-parse', 'HEAD')
    git(project, 'commit', '-q', '--allow-empty', '--amend', '-m', 'two')
    const two = git(project, 'rev-parse', 'HEAD')
    expect(commits()).toEqual([
      ['commit', one, 'main', project],
      ['commit', two, 'main', project],
      ['rewrite', two, 'main', project, one],
    ])
    expect(readFileSync(seen, 'utf8')).toBe(
      `post-commit \npost-commit \npost-rewrite ${one} ${two}\n`,
    )
    await run(['uninstall', '--tool', 'git'], project)
    expect(snapshot(join(project, '.git/hooks'))).toEqual(before)
  })

  test('stand where the repository keeps its hooks, and do nothing once lore is gone', async () => {
    const project = repository()
    mkdirSync(join(project, '.husky', '_'), { recursive: true })
    git(project, 'config', 'core.hooksPath', '.husky/_')
    const { stdout } = await run(['install', '--tool', 'git'], project)
    expect(stdout).toContain('which may be for everybody')
    expect(readdirSync(join(project, '.husky')).sort()).toEqual([
      '_',
      'post-commit',
      'post-rewrite',
    ])
    git(project, 'config', 'core.hooksPath', '.husky')
    execFileSync('rm', ['-rf', cli.configDir])
    git(project, 'commit', '-q', '--allow-empty', '-m', 'one')
    expect(git(project, 'log', '--format=%s')).toBe('one')
  })

  test('a hook that git does not run stays switched off, and that is said', async () => {
    const project = repository()
    const path = home.write('harbour/.git/hooks/post-commit', '#!/bin/sh\necho mine\n')
    chmodSync(path, 0o644)
    const { code, stdout } = await run(['install', '--tool', 'git'], project)
    expect(code).toBe(0)
    expect(stdout.replace(/\s+/g, ' ')).toContain(`chmod +x ${path}`)
    expect(statSync(path).mode & 0o777).toBe(0o644)
  })

  test('a hook that is no shell script is left as it is', async () => {
    const project = repository()
    const path = home.write('harbour/.git/hooks/post-commit', '#!/usr/bin/env python3\nprint(1)\n')
    const { code, stderr } = await run(['install', '--tool', 'git'], project)
    expect(code).toBe(1)
    expect(stderr).toContain('is not a shell script')
    expect(readFileSync(path, 'utf8')).toBe('#!/usr/bin/env python3\nprint(1)\n')
  })
})
