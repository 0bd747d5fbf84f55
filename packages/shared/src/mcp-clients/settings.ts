/** Clients whose settings file `lore mcp install` can write. */
export const MCP_CLIENTS = [
  'claude-code',
  'claude-desktop',
  'codex',
  'cursor',
  'vscode',
  'gemini',
  'opencode',
  'zed',
] as const
export type McpClient = (typeof MCP_CLIENTS)[number]

/** How a client writes down a server that it calls. */
export type McpSettings = {
  name: string
  /** As people know the file; `lore` knows where it is on each system. */
  file: string
  format: 'json' | 'toml'
  /** Names of properties, from the outside in. */
  at: readonly [string, ...string[]]
  /** Called by its address, with a sign-in in the browser. Null: the client only starts programs by this file. */
  byAddress: ((url: string) => Record<string, unknown>) | null
  /** Called through a program, which sends the key that `lore login` stored. */
  byProgram: (words: readonly string[]) => Record<string, unknown>
}

const program = ([command, ...args]: readonly string[]) => ({ command, args })
const SERVERS = ['mcpServers', 'teamlore'] as const

export const MCP_SETTINGS: Record<McpClient, McpSettings> = {
  'claude-code': {
    name: 'Claude Code',
    file: '~/.claude.json',
    format: 'json',
    at: SERVERS,
    byAddress: (url) => ({ type: 'http', url }),
    byProgram: (words) => ({ type: 'stdio', ...program(words), env: {} }),
  },
  'claude-desktop': {
    name: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    format: 'json',
    at: SERVERS,
    byAddress: null,
    byProgram: program,
  },
  codex: {
    name: 'Codex',
    file: '~/.codex/config.toml',
    format: 'toml',
    at: ['mcp_servers', 'teamlore'],
    byAddress: (url) => ({ url }),
    byProgram: program,
  },
  cursor: {
    name: 'Cursor',
    file: '~/.cursor/mcp.json',
    format: 'json',
    at: SERVERS,
    byAddress: (url) => ({ url }),
    byProgram: program,
  },
  vscode: {
    name: 'VS Code',
    file: 'mcp.json of your user profile (MCP: Open User Configuration)',
    format: 'json',
    at: ['servers', 'teamlore'],
    byAddress: (url) => ({ type: 'http', url }),
    byProgram: (words) => ({ type: 'stdio', ...program(words) }),
  },
  gemini: {
    name: 'Gemini CLI',
    file: '~/.gemini/settings.json',
    format: 'json',
    at: SERVERS,
    byAddress: (httpUrl) => ({ httpUrl }),
    byProgram: program,
  },
  opencode: {
    name: 'OpenCode',
    file: '~/.config/opencode/opencode.json',
    format: 'json',
    at: ['mcp', 'teamlore'],
    byAddress: (url) => ({ type: 'remote', url, enabled: true }),
    byProgram: (words) => ({ type: 'local', command: words, enabled: true }),
  },
  zed: {
    name: 'Zed',
    file: '~/.config/zed/settings.json',
    format: 'json',
    at: ['context_servers', 'teamlore'],
    byAddress: (url) => ({ url }),
    byProgram: program,
  },
}

/** A settings block as the file has it, with nothing else in it. */
export const settingsBlock = (
  { at, format }: Pick<McpSettings, 'at' | 'format'>,
  value: Record<string, unknown>,
): string =>
  format === 'toml'
    ? [`[${at.join('.')}]`, ...tomlLines(value)].join('\n')
    : JSON.stringify(
        [...at].reverse().reduce<unknown>((inner, name) => ({ [name]: inner }), value),
        null,
        2,
      )

/** JSON texts, and lists of them, are TOML as well. */
export const tomlLines = (value: Record<string, unknown>): string[] =>
  Object.entries(value).map(([name, one]) => `${name} = ${JSON.stringify(one)}`)
