import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { parse as parseToml } from 'smol-toml'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PERSONAL_KEY } from '../../testing/fake-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const SERVER = 'https://lore.example.com'
const MCP = `${SERVER}/mcp`

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

const run = (...words: string[]) =>
  cli.run(words, {
    home: home.path,
    cwd: home.path,
    env: { LORE_SERVER: SERVER, LORE_KEY: PERSONAL_KEY },
  })
const read = (name: string): string => readFileSync(join(home.path, name), 'utf8')

const FILES = {
  '.claude.json': '{"numStartups":3,"mcpServers":{"other":{"command":"x"}}}',
  '.codex/config.toml': '# mine\nmodel = "x"',
  '.cursor/mcp.json': '{\n  // mine\n  "mcpServers": {}\n}\n',
  '.config/Code/User/mcp.json': '{}',
  '.gemini/settings.json': '{ "theme": "dark" }',
  '.config/opencode/opencode.jsonc': '{\n\t// mine\n}\n',
  '.config/zed/settings.json': '{\n  "vim_mode": true,\n}\n',
}
const fill = () => {
  home.write('.claude/settings.json', '{}')
  for (const [name, text] of Object.entries(FILES)) home.write(name, text)
}

describe('lore mcp install', () => {
  test('writes the address into each client that is here, and uninstall gives every byte back', async () => {
    fill()
    const installed = await run('mcp', 'install')
    expect(installed.code, installed.stderr).toBe(0)
    expect(JSON.parse(read('.claude.json')).mcpServers).toEqual({
      other: { command: 'x' },
      teamlore: { type: 'http', url: MCP },
    })
    expect(parseToml(read('.codex/config.toml'))).toMatchObject({
      model: 'x',
      mcp_servers: { teamlore: { url: MCP } },
    })
    expect(read('.cursor/mcp.json')).toContain('// mine')
    expect(JSON.parse(read('.config/Code/User/mcp.json')).servers.teamlore.url).toBe(MCP)
    expect(JSON.parse(read('.gemini/settings.json')).mcpServers.teamlore).toEqual({ httpUrl: MCP })
    expect(read('.config/opencode/opencode.jsonc')).toContain('"type": "remote"')
    expect(read('.config/zed/settings.json')).toContain('"context_servers"')
    expect(installed.stdout).toContain('codex mcp login teamlore')

    const again = await run('mcp', 'install')
    expect(again.stdout).toContain('Nothing to do: the settings of')

    expect((await run('mcp', 'uninstall')).code).toBe(0)
    for (const [name, text] of Object.entries(FILES)) expect(read(name), name).toBe(text)
  })

  test('makes the file where there is none, and takes it away again', async () => {
    expect((await run('mcp', 'install', 'cursor', 'codex')).code).toBe(0)
    expect(JSON.parse(read('.cursor/mcp.json'))).toEqual({ mcpServers: { teamlore: { url: MCP } } })
    expect((await run('mcp', 'uninstall', 'cursor', 'codex')).code).toBe(0)
    expect(existsSync(join(home.path, '.cursor'))).toBe(false)
    expect(existsSync(join(home.path, '.codex'))).toBe(false)
  })

  test('only shows what would change with --dry-run', async () => {
    fill()
    const shown = await run('mcp', 'install', 'gemini', '--dry-run')
    expect(shown.stdout).toContain(`"httpUrl": "${MCP}"`)
    expect(shown.stdout).toContain('Nothing was written.')
    expect(read('.gemini/settings.json')).toBe(FILES['.gemini/settings.json'])
  })

  test('takes the place of the bridge that hooks installed, and hooks leave it there', async () => {
    fill()
    for (const [tool, file] of [
      ['claude-code', '.claude.json'],
      ['codex', '.codex/config.toml'],
    ] as const) {
      expect((await run('hooks', 'install', '--tool', tool)).code).toBe(0)
      expect(read(file)).toContain('lore.mjs')
      expect((await run('mcp', 'install', tool)).code).toBe(0)
      expect(read(file)).toContain(MCP)
      expect(read(file)).not.toContain('lore.mjs')
      await run('hooks', 'install', '--tool', tool)
      expect(read(file)).toContain(MCP)
    }
  })

  test.each([
    [
      '.cursor/mcp.json',
      'cursor',
      '{ "mcpServers": { "teamlore": { "url": "https://other.example.com/mcp?key=tlk_x" } } }',
    ],
    [
      '.cursor/mcp.json',
      'cursor',
      '{ "mcpServers": { "teamlore": { "command": "/usr/bin/proxy", "args": ["tlk_x"] } } }',
    ],
    ['.cursor/mcp.json', 'cursor', '{ "mcpServers": { "teamlore": null } }'],
    [
      '.gemini/settings.json',
      'gemini',
      '{ "mcpServers": { "teamlore": { "httpUrl": "https://other.example.com/mcp" } } }',
    ],
    [
      '.config/opencode/opencode.json',
      'opencode',
      '{ "mcp": { "teamlore": { "type": "remote", "url": "https://other.example.com/mcp" } } }',
    ],
    [
      '.codex/config.toml',
      'codex',
      '[mcp_servers.teamlore]\nurl = "https://other.example.com/mcp"\n',
    ],
    ['.codex/config.toml', 'codex', '[mcp_servers.teamlore]\ncommand = "/usr/bin/proxy"\n'],
  ])(
    'says that %s of %s has an entry of that name, and changes nothing: %s',
    async (file, client, own) => {
      home.write(file, own)
      for (const words of [[], ['--dry-run'], ['--key']]) {
        const { code, stdout, stderr } = await run('mcp', 'install', client, ...words)
        expect(code).toBe(1)
        expect(stderr).toContain(`${file} has an entry teamlore already`)
        expect(stderr).toContain(`run lore mcp install ${client}`)
        expect(stdout + stderr).not.toMatch(/in place|Start it anew|tlk_x/)
      }
      const { code, stdout } = await run('mcp', 'install', client, '--json')
      expect([code, JSON.parse(stdout).clients[0].error.code]).toEqual([1, 'mcp.taken'])
      await run('mcp', 'uninstall', client)
      expect(read(file)).toBe(own)
    },
  )

  test('goes on with the other clients where one has an entry of that name', async () => {
    fill()
    home.write(
      '.cursor/mcp.json',
      '{ "mcpServers": { "teamlore": { "url": "https://x.example/mcp" } } }',
    )
    const { code, stdout, stderr } = await run('mcp', 'install')
    expect(code).toBe(1)
    expect(stderr).toContain('calls https://x.example/mcp')
    expect(stdout).not.toContain('cursor: ')
    expect(read('.gemini/settings.json')).toContain(MCP)
  })

  test('an entry by hand that calls this server stays with all it says; only with --key it is in the way', async () => {
    const own = `{ "mcpServers": { "teamlore": { "url": "${MCP}", "headers": { "X-Team": "a" } } } }`
    home.write('.cursor/mcp.json', own)
    expect(await run('mcp', 'install', 'cursor')).toMatchObject({ code: 0 })
    expect((await run('mcp', 'install', 'cursor', '--key')).code).toBe(1)
    expect(read('.cursor/mcp.json')).toBe(own)
  })

  test('lore hooks install says that such an entry was left', async () => {
    fill()
    home.write('.codex/config.toml', '[mcp_servers.teamlore]\nurl = "https://x.example/mcp"\n')
    for (let n = 0; n < 2; n += 1)
      expect((await run('hooks', 'install', '--tool', 'codex')).stdout).toContain(
        'has an entry teamlore already, which calls https://x.example/mcp',
      )
  })

  test('writes no key: with --key it starts lore, which has it', async () => {
    const { code } = await run('mcp', 'install', 'claude-desktop', '--key')
    expect(code).toBe(0)
    const file = '.config/Claude/claude_desktop_config.json'
    expect(JSON.parse(read(file)).mcpServers.teamlore.args).toEqual(['/opt/lore.mjs', 'mcp'])
    expect(read(file)).not.toContain('tlk_')
  })

  test.each([
    [['mcp', 'install', 'claude-desktop'], 'lore mcp install claude-desktop --key'],
    [['mcp', 'install', 'curser'], 'Did you mean cursor?'],
    [['mcp', 'install'], 'lore mcp install claude-code'],
    [['mcp', 'remove'], 'install'],
  ])('%j says what to do instead', async (words, hint) => {
    const { code, stderr } = await run(...words)
    expect(code).not.toBe(0)
    expect(stderr).toContain(hint)
  })

  test('a file that cannot be read is left alone, and the others go on', async () => {
    fill()
    home.write('.cursor/mcp.json', '{ "mcpServers": ')
    const { code, stderr } = await run('mcp', 'install')
    expect(code).toBe(1)
    expect(stderr).toContain('is not the JSON it should be')
    expect(read('.cursor/mcp.json')).toBe('{ "mcpServers": ')
    expect(read('.gemini/settings.json')).toContain(MCP)
  })
})
