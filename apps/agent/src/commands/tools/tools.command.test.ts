import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFakeImport } from '../../testing/fake-import.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'
import type { WatchSessions } from '../../watch/watch.types.ts'

let lore: LoggedInCli
let home: ReturnType<typeof temporaryFolder>
beforeEach(async () => {
  lore = await openLoggedInCli()
  home = temporaryFolder()
  const id = '11111111-aaaa-4aaa-8aaa-111111111111'
  home.write(`.claude/projects/-p/${id}.jsonl`, '{"type":"user"}\n')
  mkdirSync(join(home.path, '.cursor'), { recursive: true })
})
afterEach(async () => {
  await lore.close()
  home.remove()
})

const run = (words: string[], options: Parameters<LoggedInCli['run']>[1] = {}) =>
  lore.run(words, { home: home.path, cwd: home.path, ...options })
const file = () => join(lore.cli.configDir, 'tools.json')
type Row = { tool: string; on: boolean; found: number | null }
const rows = async () => ((await run(['tools', '--json'])).json() as { tools: Row[] }).tools

describe('lore tools', () => {
  test('lists what is read here, with the sessions found', async () => {
    const { code, stdout } = await run(['tools'])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^TOOL +READ +FOUND HERE +CAPTURED\nclaude-code +Claude Code +on +1 +0$/m,
    )
    expect(stdout).toMatch(/Also read, once they leave something: .*cursor/)
    expect((await rows()).find(({ tool }) => tool === 'claude-code')).toMatchObject({
      on: true,
      found: 1,
    })
  })

  test('switches off and on for whoever uses the machine, and says what that means', async () => {
    const { code, stdout } = await run(['tools', 'off', 'claude-code', 'cursor'])
    expect(code).toBe(0)
    expect(stdout).toContain('2 tools switched off: claude-code, cursor.')
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ off: ['claude-code', 'cursor'] })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect((await run(['tools'])).stdout).toMatch(/claude-code +Claude Code +off +– +0/)
    expect((await rows()).filter(({ on }) => !on)).toMatchObject([
      ...[{ tool: 'claude-code', found: null }, { tool: 'cursor' }],
    ])
    expect((await run(['tools', 'off', 'cursor'])).stdout).toContain('cursor was off already.')
    expect((await run(['tools', 'on', 'cursor'])).stdout).toContain('1 tool switched on: cursor.')
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ off: ['claude-code'] })
  })

  test.each([
    [['tools', 'off'], /Name the tools to switch off/],
    [['tools', 'off', 'cursr'], /Did you mean cursor\?/],
    [['tools', 'of', 'cursor'], /Did you mean off\?/],
  ])('%j is wrong usage', async (words, expected) => {
    const { code, stderr } = await run(words)
    expect(code).toBe(2)
    expect(stderr).toMatch(expected)
  })

  test('a file that cannot be understood has nothing read, with a sentence', async () => {
    writeFileSync(file(), '{"off": "cursor"}')
    const { importSessions, asked } = createFakeImport()
    const { code, stderr } = await run(['import'], { importSessions })
    expect({ code, asked }).toEqual({ code: 1, asked: [] })
    expect(stderr).toContain('{"off": ["cursor"]}')
    const doctor = await run(['doctor', '--json'])
    expect(doctor.stdout).toContain('tools.file')
  })
})

describe('a tool that is switched off', () => {
  beforeEach(async () => {
    await run(['tools', 'off', 'codex'])
  })

  test('is not read by an import, and naming it is wrong usage', async () => {
    const { importSessions, asked } = createFakeImport()
    await run(['import'], { importSessions })
    expect(asked).toMatchObject([{ toolsOff: ['codex'] }])
    for (const command of ['import', 'scan']) {
      const { code, stderr } = await run([command, '--tool', 'codex'], { importSessions })
      expect(code).toBe(2)
      expect(stderr).toContain('codex is switched off')
      expect(stderr).toContain('lore tools on codex')
    }
  })

  test('is not watched, and a watch that runs begins again when that changes', async () => {
    const asked: (readonly string[] | undefined)[] = []
    const watchSessions: WatchSessions = async ({ toolsOff, isStillCurrent }) => {
      asked.push(toolsOff)
      expect(await isStillCurrent()).toBe(true)
      if (asked.length > 1) return 'stopped'
      await run(['tools', 'on', 'codex'])
      expect(await isStillCurrent()).toBe(false)
      return 'login changed'
    }
    expect((await run(['watch'], { watchSessions })).code).toBe(0)
    expect(asked).toEqual([['codex'], []])
  })

  test('shows in status and doctor', async () => {
    expect((await run(['status'])).stdout).toMatch(/Switched off +codex/)
    expect((await run(['status', '--json'])).json()).toMatchObject({ tools_off: ['codex'] })
  })

  test('gets no hooks unless it is named', async () => {
    for (const folder of ['.codex', '.cursor'])
      mkdirSync(join(home.path, folder), { recursive: true })
    const toolsOf = async (words: string[]) => {
      const answer = (await run(['hooks', 'install', '--dry-run', '--json', ...words])).json()
      return (answer as { tools: { tool: string }[] }).tools.map(({ tool }) => tool)
    }
    expect(await toolsOf([])).not.toContain('codex')
    expect(await toolsOf([])).toContain('cursor')
    expect(await toolsOf(['--tool', 'codex'])).toEqual(['codex'])
  })
})
