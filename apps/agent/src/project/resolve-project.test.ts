import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../env.ts'
import { createProjectResolver } from './resolve-project.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lore-project-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const git = (cwd: string, ...args: string[]): string =>
  execFileSync(
    'git',
    [
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.com',
      '-c',
      'init.defaultBranch=main',
      ...args,
    ],
    { cwd, encoding: 'utf8', env: environmentForGit(), stdio: ['ignore', 'pipe', 'ignore'] },
  ).trim()

const repository = (path: string): string => {
  mkdirSync(join(path, 'deep', 'down'), { recursive: true })
  git(path, 'init')
  git(path, 'commit', '--allow-empty', '-m', 'first')
  return git(path, 'rev-parse', 'HEAD')
}

describe('which project a folder belongs to', () => {
  test('top folder, remote and first commit, from anywhere inside', async () => {
    const first = repository(folder)
    git(folder, 'commit', '--allow-empty', '-m', 'second')
    git(folder, 'remote', 'add', 'backup', 'https://example.com/backup.git')
    git(folder, 'remote', 'add', 'origin', 'https://me:sesame@example.com/x.git')
    expect(await createProjectResolver()(join(folder, 'deep', 'down'))).toEqual({
      remote_url: 'https://example.com/x.git',
      root_commit: first,
      root_path: folder,
    })
  })

  test.each([
    ['/home/ada/anvil/.claude/worktrees/wise-turing-1a2b3c', '/home/ada/anvil'],
    ['/home/ada/anvil/.claude/worktrees/wise-turing/src', '/home/ada/anvil'],
    ['D:\\anvil\\.claude\\worktrees\\wise-turing', 'D:\\anvil'],
    ['/home/ada/anvil/.claude', '/home/ada/anvil/.claude'],
  ])('a worktree that is gone, %s, belongs to %s', async (cwd, root_path) => {
    expect(await createProjectResolver()(cwd)).toMatchObject({ root_path })
  })

  test('a worktree has the same remote and first commit', async () => {
    const main = join(folder, 'main')
    mkdirSync(main)
    const first = repository(main)
    git(main, 'worktree', 'add', '-b', 'side', join(folder, 'side'))
    expect(await createProjectResolver()(join(folder, 'side'))).toEqual({
      remote_url: null,
      root_commit: first,
      root_path: join(folder, 'side'),
    })
  })

  test('a shallow clone does not know its first commit', async () => {
    const main = join(folder, 'main')
    mkdirSync(main)
    repository(main)
    git(main, 'commit', '--allow-empty', '-m', 'second')
    git(folder, 'clone', '--depth', '1', `file://${main}`, 'clone')
    expect(await createProjectResolver()(join(folder, 'clone'))).toMatchObject({
      remote_url: `file://${main}`,
      root_commit: null,
    })
  })

  test('a folder that is gone, relative or in no repository stands for itself', async () => {
    const resolve = createProjectResolver()
    const bare = (root_path: string) => ({ remote_url: null, root_commit: null, root_path })
    expect(await resolve(join(folder, 'gone'))).toEqual(bare(join(folder, 'gone')))
    expect(await resolve('C:\\work\\x')).toEqual(bare('C:\\work\\x'))
    expect(await resolve(folder)).toEqual(bare(folder))
    expect(await resolve(null)).toBeNull()
  })

  test('settings of the repository start no program', async () => {
    repository(folder)
    const trap = join(folder, 'trapped')
    writeFileSync(join(folder, 'trap.sh'), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 })
    git(folder, 'config', 'core.fsmonitor', join(folder, 'trap.sh'))
    git(folder, 'config', 'core.pager', join(folder, 'trap.sh'))
    expect(await createProjectResolver()(folder)).toMatchObject({ root_path: folder })
    expect(() => realpathSync(trap)).toThrow('ENOENT')
  })

  test('a git that fails or is missing leaves the folder as it is, and is asked once', async () => {
    let asked = 0
    const resolve = createProjectResolver(async () => {
      asked++
      return null
    })
    await resolve(folder)
    expect(await resolve(folder)).toEqual({
      remote_url: null,
      root_commit: null,
      root_path: folder,
    })
    expect(asked).toBe(1)
  })

  test('variables a hook sets do not lead git to another repository', () => {
    expect(environmentForGit({ PATH: '/bin', GIT_DIR: '/other/.git' })).toEqual({
      PATH: '/bin',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      LC_ALL: 'C',
    })
  })
})

describe('a folder that is gone', () => {
  const REMOTE = 'https://example.com/kiln.git'
  const clone = (path: string): string => {
    const first = repository(path)
    git(path, 'remote', 'add', 'origin', REMOTE)
    return first
  }

  test('belongs to the remote that its session names', async () => {
    const resolve = createProjectResolver()
    expect(
      await resolve(join(folder, 'x'), { remote: 'https://me:sesame@example.com/x.git' }),
    ).toEqual({
      remote_url: 'https://example.com/x.git',
      root_commit: null,
      root_path: join(folder, 'x'),
    })
    expect(await resolve(join(folder, 'x'))).toMatchObject({ remote_url: null })
  })

  test.each([
    'kiln/.claude/worktrees/brisk-gull/src',
    'kiln/.worktrees/fix',
    'kiln/packages/taken-out',
  ])('belongs to the checkout above it: %s', async (cwd) => {
    const root_commit = clone(join(folder, 'kiln'))
    expect(await createProjectResolver()(join(folder, cwd))).toEqual({
      remote_url: REMOTE,
      root_commit,
      root_path: join(folder, 'kiln'),
    })
  })

  test.each([
    ['of Codex', 'worktrees/1111/kiln', 'worktrees/2222/kiln/src'],
    ['of Cursor', 'worktrees/kiln/aaa', 'worktrees/kiln/bbb'],
  ])('belongs to the repository of a worktree beside it, %s', async (_, there, gone) => {
    const root_commit = clone(join(folder, there))
    expect(await createProjectResolver()(join(folder, gone))).toMatchObject({ root_commit })
  })

  test('belongs to the repository that other sessions were in under its name, if there is one', async () => {
    const root_commit = clone(join(folder, 'src', 'kiln'))
    const gone = join(folder, 'worktrees', '2222', 'kiln')
    const resolve = createProjectResolver()
    await resolve(join(folder, 'src', 'kiln'))
    expect(await resolve(gone)).toMatchObject({ root_commit })
    const spelled = createProjectResolver()
    await spelled(join(folder, 'src', 'kiln'))
    await spelled(join(folder, 'once', 'kiln'), { remote: 'git@example.com:kiln.git' })
    expect((await spelled(gone))?.remote_url).toMatch(/example\.com.kiln\.git$/)
    const torn = createProjectResolver()
    await torn(join(folder, 'src', 'kiln'))
    await torn(join(folder, 'other', 'kiln'), { remote: 'https://example.com/other.git' })
    expect(await torn(gone)).toMatchObject({ root_commit: null, remote_url: null })
  })

  test('does not belong to a repository of all the home folder', async () => {
    const home = process.env['HOME']
    try {
      process.env['HOME'] = folder
      clone(folder)
      expect(await createProjectResolver()(join(folder, 'src', 'gone'))).toMatchObject({
        remote_url: null,
      })
    } finally {
      process.env['HOME'] = home
    }
  })
})
