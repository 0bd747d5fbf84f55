import { execFileSync } from 'node:child_process'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readProjectIgnore } from './project-ignore.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const git = (...words: string[]): void => {
  const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com']
  execFileSync('git', [...who, ...words], { cwd: folder.path, stdio: 'ignore' })
}
const isWhole = async (path: string): Promise<boolean> =>
  (await readProjectIgnore(`${folder.path}/${path}`)).isWhole

describe('a project that is private', () => {
  test('is so in each of its working trees, also where its .loreignore is not committed', async () => {
    git('init', '-q', 'app')
    git('-C', 'app', 'commit', '-q', '--allow-empty', '-m', 'x')
    git('-C', 'app', 'worktree', 'add', '-q', '../beside')
    git('-C', 'app', 'worktree', 'add', '-q', '.claude/worktrees/within')
    expect(await isWhole('beside')).toBe(false)
    folder.write('app/.loreignore', '')
    expect(await isWhole('beside')).toBe(true)
    expect(await isWhole('app/.claude/worktrees/within')).toBe(true)
    folder.write('app/.loreignore', 'customers/')
    expect((await readProjectIgnore(`${folder.path}/beside`)).matches('customers/a')).toBe(true)
  })

  test('and in its folders, also those that are gone', async () => {
    folder.write('app/.loreignore', '*')
    expect(await isWhole('app/gone/further')).toBe(true)
    expect(await isWhole('app')).toBe(true)
    expect(await isWhole('other')).toBe(false)
  })

  test('but not in one that says itself what it keeps', async () => {
    folder.write('app/.loreignore', '*')
    folder.write('app/open/.loreignore', 'a.txt')
    expect(await isWhole('app/open')).toBe(false)
    expect(await isWhole('app/open/src')).toBe(false)
  })
})
