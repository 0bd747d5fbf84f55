import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../env.ts'
import { createHeadReader } from './read-head.ts'
import { runGit } from './run-git.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
  git('init', '-q', '-b', 'main')
  git('commit', '-q', '--allow-empty', '-m', 'first')
})
afterEach(() => folder.remove())

const git = (...args: string[]): void => {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
  execFileSync('git', [...who, ...args], { cwd: folder.path, env: environmentForGit() })
}

/** A reader for which no time passes. */
const reader = () => {
  let asked = 0
  const headOf = createHeadReader({
    clock: () => 0,
    git: (cwd, args) => {
      asked++
      return runGit(cwd, args)
    },
  })
  return { branchOf: async (cwd: string) => (await headOf(cwd))?.branch, asked: () => asked }
}

describe('what is checked out', () => {
  test('is asked of git once for many messages', async () => {
    const { branchOf, asked } = reader()
    expect(await branchOf(folder.path)).toBe('main')
    const before = asked()
    for (let i = 0; i < 10; i++) expect(await branchOf(folder.path)).toBe('main')
    expect(asked()).toBe(before)
  })

  test('is another one right after a checkout', async () => {
    const { branchOf } = reader()
    expect(await branchOf(folder.path)).toBe('main')
    git('checkout', '-q', '-b', 'next')
    expect(await branchOf(folder.path)).toBe('next')
    git('checkout', '-q', '--detach')
    expect(await branchOf(folder.path)).toBe(null)
  })

  test('is a worktree’s own', async () => {
    const tree = join(folder.path, 'tree')
    git('worktree', 'add', '-q', '-b', 'beside', tree)
    const { branchOf } = reader()
    expect(await branchOf(tree)).toBe('beside')
    git('-C', tree, 'checkout', '-q', '-b', 'further')
    expect(await branchOf(tree)).toBe('further')
    expect(await branchOf(folder.path)).toBe('main')
  })

  test('is nothing where there is no repository', async () => {
    const outside = temporaryFolder()
    expect(await reader().branchOf(outside.path)).toBe(undefined)
    expect(await reader().branchOf('not/absolute')).toBe(undefined)
    outside.remove()
  })
})
