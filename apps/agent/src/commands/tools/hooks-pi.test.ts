import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestCli } from '../../testing/test-cli.ts'

let cli: ReturnType<typeof createTestCli>
let home: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  cli = createTestCli()
  home = temporaryFolder()
  mkdirSync(join(home.path, '.pi/agent'), { recursive: true })
})
afterEach(() => {
  cli.dispose()
  home.remove()
})

const run = (action: 'install' | 'uninstall', ...words: string[]) =>
  cli.run(['hooks', action, '--tool', 'pi', ...words], { home: home.path, cwd: home.path })
const everything = (): string[] => readdirSync(home.path, { recursive: true, encoding: 'utf8' })
const OURS = '.pi/agent/extensions/teamlore.js'

describe('hooks of Pi', () => {
  test('are one file, the same however often it is written, and gone without a trace', async () => {
    home.write('.pi/agent/settings.json', '{"theme":"dark"}')
    const before = everything()
    await run('install')
    const first = readFileSync(join(home.path, OURS), 'utf8')
    await run('install')
    expect(readFileSync(join(home.path, OURS), 'utf8')).toBe(first)
    expect(everything().filter((path) => !before.includes(path))).toEqual(
      expect.arrayContaining([OURS]),
    )
    await run('uninstall')
    expect(everything().filter((path) => path.startsWith('.pi'))).toEqual(
      before.filter((path) => path.startsWith('.pi')),
    )
  })

  test('lie in the project where they are for it alone', async () => {
    const { stdout, stderr } = await run('install', '--project')
    expect(everything()).toContain('.pi/extensions/teamlore.js')
    expect(stdout + stderr).toContain('once you trust the project')
  })

  test('leave an extension of that name alone that somebody else wrote', async () => {
    home.write(OURS, 'export default () => {}\n')
    expect((await run('install')).code).not.toBe(0)
    await run('uninstall')
    expect(readFileSync(join(home.path, OURS), 'utf8')).toBe('export default () => {}\n')
  })
})
