import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

const FOLDER = '.config/opencode'
const COMMENTED = '{\n  // mine\n  "theme": "x",\n}\n'
const run = (action: 'install' | 'uninstall', ...words: string[]) =>
  cli.run(['hooks', action, '--tool', 'opencode', ...words], { home: home.path, cwd: home.path })
const read = (name: string): string => readFileSync(join(home.path, FOLDER, name), 'utf8')
const isThere = (name: string): boolean => existsSync(join(home.path, FOLDER, name))
const everything = (): string[] => readdirSync(home.path, { recursive: true, encoding: 'utf8' })

describe('hooks of OpenCode', () => {
  test('folders made for them go with them', async () => {
    mkdirSync(join(home.path, FOLDER), { recursive: true })
    const before = everything()
    await run('install')
    expect(isThere('plugins/teamlore.js')).toBe(true)
    await run('uninstall')
    expect(everything()).toEqual(before)
  })

  test('a folder stays that was there before, or in which something else lies since', async () => {
    mkdirSync(join(home.path, FOLDER, 'plugins'), { recursive: true })
    await run('install')
    await run('uninstall')
    expect(isThere('plugins')).toBe(true)
    await run('install', '--project')
    home.write('.opencode/plugins/mine.js', '')
    await run('uninstall', '--project')
    expect(readdirSync(join(home.path, '.opencode/plugins'))).toEqual(['mine.js'])
  })

  test('the settings that are there are used, with their comments, and are as before when it is over', async () => {
    home.write(`${FOLDER}/opencode.jsonc`, COMMENTED)
    await run('install')
    expect(read('opencode.jsonc')).toContain('// mine')
    expect(read('opencode.jsonc')).toContain('"teamlore"')
    expect(isThere('opencode.json')).toBe(false)
    await run('uninstall')
    expect(read('opencode.jsonc')).toBe(COMMENTED)
  })

  test('ours stays where it is when the other file comes to be', async () => {
    home.write(`${FOLDER}/opencode.jsonc`, COMMENTED)
    await run('install')
    home.write(`${FOLDER}/opencode.json`, '{}')
    await run('install')
    expect(read('opencode.json')).toBe('{}')
    await run('uninstall')
    expect([read('opencode.json'), read('opencode.jsonc')]).toEqual(['{}', COMMENTED])
  })

  test('a plugin that an older `lore` wrote is shown as outdated, and renewed', async () => {
    home.write(
      `${FOLDER}/plugins/teamlore.js`,
      '// Made by `lore hooks install`; `lore hooks uninstall` takes it away.\nexport const TeamlorePlugin = async () => ({})\n',
    )
    const status = () => cli.run(['hooks', 'status'], { home: home.path, cwd: home.path })
    expect((await status()).stdout).toContain('not as it would be today')
    await run('install')
    expect((await status()).stdout).not.toContain('not as it would be today')
    expect(read('plugins/teamlore.js')).toContain("id: 'teamlore'")
    await run('uninstall')
    expect(isThere('plugins/teamlore.js')).toBe(false)
  })
})
