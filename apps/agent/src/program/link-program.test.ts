import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkProgram } from './link-program.ts'

let home: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  home = temporaryFolder()
})
afterEach(() => home.remove())

const SYSTEM = '/usr/local/bin:/usr/bin:/bin'

/** A program that says which it is. */
const program = (path: string, says: string): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\necho ${says}\n`)
  chmodSync(path, 0o755)
  return path
}
const installed = () =>
  program(join(home.path, 'state/program/node_modules/@teamlore/agent/bin/lore.mjs'), 'ours')

const link = (path: string, shell?: string) =>
  linkProgram(installed(), { home: home.path, path, shell, platform: 'linux' })

const SHELLS = ['bash', 'zsh', 'fish'].flatMap((name) => {
  const path = ['/bin', '/usr/bin', '/usr/local/bin']
    .map((folder) => join(folder, name))
    .find(existsSync)
  return path === undefined ? [] : [[name, path] as const]
})

/** As in a terminal of the person whose home folder it is. */
const inTerminal = (shell: string, line: string, path = SYSTEM): string =>
  execFileSync(shell, ['-i', '-c', line], {
    env: { HOME: home.path, PATH: path, TERM: 'dumb' },
    cwd: home.path,
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  }).trim()

describe.skipIf(process.platform === 'win32')('`lore` in a terminal', () => {
  test('is there at once where the folder for own programs is on the PATH', async () => {
    expect(await link(`${home.path}/.local/bin:${SYSTEM}`)).toEqual({ is: 'ready' })
  })

  describe.each(SHELLS)('of %s', (_, shell) => {
    test('is there by the one line that is printed, and in every later terminal', async () => {
      const outcome = await link(SYSTEM, shell)
      if (outcome.is !== 'line') throw new Error(outcome.is)
      expect(inTerminal(shell, `${outcome.line}; lore`)).toBe('ours')
      expect(inTerminal(shell, 'lore')).toBe('ours')
      // A second time changes nothing that matters.
      expect(inTerminal(shell, `${outcome.line}; lore`)).toBe('ours')
    })

    test('comes before another program of the same name', async () => {
      const other = dirname(program(join(home.path, 'npm/bin/lore'), 'another'))
      const path = `${other}:${home.path}/.local/bin:${SYSTEM}`
      const outcome = await link(path, shell)
      if (outcome.is !== 'line') throw new Error(outcome.is)
      expect(inTerminal(shell, `${outcome.line}; lore`, path)).toBe('ours')
    })
  })

  test('is not put in the place of another program', async () => {
    const own = program(join(home.path, '.local/bin/lore'), 'another')
    expect(await link(SYSTEM)).toEqual({ is: 'none' })
    expect(readFileSync(own, 'utf8')).toContain('another')
  })

  test('leads to where the program now is', async () => {
    const folder = join(home.path, '.local/bin')
    mkdirSync(folder, { recursive: true })
    symlinkSync('/gone/node_modules/@teamlore/agent/bin/lore.mjs', join(folder, 'lore'))
    expect(await link(`${folder}:${SYSTEM}`)).toEqual({ is: 'ready' })
  })
})
