import { execFileSync, spawnSync } from 'node:child_process'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { TOOL_NAMES } from '@teamlore/sources/tool-names'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestCli } from '../testing/test-cli.ts'

const cli = createTestCli()
afterAll(() => cli.dispose())
const scriptFor = async (shell: string): Promise<string> => {
  const { code, stdout, stderr } = await cli.run(['completions', shell])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}
const isHere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

describe.skipIf(!isHere('bash'))('completion in bash', () => {
  const complete = async (...words: string[]): Promise<string[]> => {
    const line = words.map((word) => `'${word}'`).join(' ')
    const script = `${await scriptFor('bash')}
COMP_WORDS=(${line}) COMP_CWORD=${words.length - 1}; _lore; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).trim().split('\n')
  }

  test('knows commands, options and what may follow them', async () => {
    expect(await complete('lore', 'se')).toEqual(['sessions', 'search', 'settle'])
    expect(await complete('lore', 'import', '--to')).toEqual(['--tool'])
    expect(await complete('lore', 'import', '--tool', '')).toEqual([...TOOL_NAMES])
    expect(await complete('lore', 'import', '--from', 'l')).toEqual(['lore', 'loreai'])
    expect(await complete('lore', 'hooks', 'un')).toEqual(['uninstall'])
    expect(await complete('lore', 'hooks', 'install', '--tool', 'g')).toEqual(['gemini', 'git'])
    expect(await complete('lore', '--json', 'daemon', 'st')).toEqual(['status', 'start', 'stop'])
    expect(await complete('lore', 'search', '--since', '')).toEqual([''])
    expect(await complete('lore', 'nonsense', '')).toEqual([''])
  })

  test('takes a file for one word, whatever stands in its name', async () => {
    const folder = temporaryFolder()
    const path = folder.write('a night $(id).jsonl', '')
    expect(await complete('lore', 'import', '--path', `${folder.path}/a`)).toEqual([path])
    folder.remove()
  })

  test('never offers what only hooks call', async () => {
    expect(await complete('lore', 'hooks', '')).not.toContain('work')
  })
})

test.each(['zsh', 'fish'])('the script for %s names every command', async (shell) => {
  const script = await scriptFor(shell)
  for (const name of [
    'login',
    'import',
    'watch',
    'daemon',
    'hooks',
    'mcp',
    'search',
    'completions',
  ])
    expect(script).toContain(name)
  if (!isHere(shell)) return
  const folder = temporaryFolder()
  expect(spawnSync(shell, ['-n', folder.write('script', script)]).status).toBe(0)
  folder.remove()
})

test.skipIf(!isHere('fish'))('completion in fish knows what may follow', async () => {
  const folder = temporaryFolder()
  const path = folder.write('lore.fish', await scriptFor('fish'))
  const complete = (line: string): string[] => {
    const script = `source ${path}; complete -C '${line}'`
    const printed = execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' })
    return printed
      .trim()
      .split('\n')
      .map((row) => row.split('\t')[0] ?? '')
  }
  expect(complete('lore se')).toEqual(['search', 'sessions', 'settle'])
  expect(complete('lore hooks un')).toEqual(['uninstall'])
  expect(complete('lore --json daemon st')).toEqual(['start', 'status', 'stop'])
  expect(complete('lore import --tool cod')).toEqual(['codex'])
  folder.remove()
})

test('another shell is refused with those that are known', async () => {
  const { code, stderr } = await cli.run(['completions', 'tcsh'])
  expect(code).toBe(2)
  expect(stderr).toContain('bash, zsh, fish')
})
