import { MCP_SETTINGS, type McpClient, settingsBlock } from './settings.ts'

/** One thing that a person does. */
export type GuideStep =
  | { kind: 'words'; text: string }
  | { kind: 'command'; text: string }
  | { kind: 'settings'; file: string; text: string }

/** How one client is connected to a server of Teamlore. */
export type ConnectGuide = {
  id: string
  name: string
  /** Its maker's servers call this one, so they must reach it. */
  isHosted: boolean
  /** With a sign-in in the browser, and no key. */
  byOAuth: GuideStep[]
  /** With a key; none where the client takes none. */
  byKey: GuideStep[]
}

const words = (text: string): GuideStep => ({ kind: 'words', text })
const command = (text: string): GuideStep => ({ kind: 'command', text })

const blockOf = (client: McpClient, url: string): GuideStep[] => {
  const settings = MCP_SETTINGS[client]
  const { file, byAddress } = settings
  return byAddress === null
    ? []
    : [{ kind: 'settings', file, text: settingsBlock(settings, byAddress(url)) }]
}

const byStoredKey = (client: McpClient): GuideStep[] => [
  words('On a machine where you are logged in (lore login):'),
  command(`lore mcp install ${client} --key`),
]

const local = (client: McpClient, byOAuth: GuideStep[]): ConnectGuide => ({
  id: client,
  name: MCP_SETTINGS[client].name,
  isHosted: false,
  byOAuth,
  byKey: byStoredKey(client),
})

/** What a person does in each client, the address of this server filled in. `url`: where /mcp is. */
export const connectGuides = (url: string): ConnectGuide[] => [
  local('claude-code', [
    command(`claude mcp add --transport http --scope user teamlore ${url}`),
    words('Then type /mcp in Claude Code, choose teamlore, and sign in.'),
  ]),
  ...hosted(url),
  local('codex', [
    command(`codex mcp add teamlore --url ${url}`),
    command('codex mcp login teamlore'),
  ]),
  local('cursor', [
    ...blockOf('cursor', url),
    words('Then Settings → MCP in Cursor: teamlore asks you to sign in.'),
  ]),
  local('vscode', [
    command(`code --add-mcp '${JSON.stringify({ name: 'teamlore', type: 'http', url })}'`),
    words('VS Code opens the sign-in when it first starts the server.'),
  ]),
  local('gemini', [
    command(`gemini mcp add --transport http --scope user teamlore ${url}`),
    words('Then type /mcp auth teamlore in Gemini CLI.'),
  ]),
  local('opencode', [...blockOf('opencode', url), command('opencode mcp auth teamlore')]),
  local('zed', [
    ...blockOf('zed', url),
    words('Zed opens the sign-in when it first calls the server.'),
  ]),
  otherClient(url),
]

/** Clients whose maker's servers call. */
const hosted = (url: string): ConnectGuide[] => [
  {
    id: 'claude',
    name: 'claude.ai and Claude Desktop',
    isHosted: true,
    byOAuth: [
      words('Settings → Connectors → Add custom connector. Paste this address, then Connect:'),
      command(url),
    ],
    byKey: [
      words('Claude Desktop alone, on a machine where you are logged in (lore login):'),
      command('lore mcp install claude-desktop --key'),
    ],
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    isHosted: true,
    byOAuth: [
      words(
        'Settings → Apps & Connectors → Advanced: turn on developer mode. Then Create, with OAuth and this address:',
      ),
      command(url),
    ],
    byKey: [],
  },
]

const otherClient = (url: string): ConnectGuide => ({
  id: 'other',
  name: 'Any other client',
  isHosted: false,
  byOAuth: [
    words('Give it this address. It finds the sign-in by itself (streamable HTTP, OAuth 2.1):'),
    command(url),
  ],
  byKey: [
    words(
      'Make a key under Settings → Keys and machines. The client sends it as a header; keep it out of files that others read:',
    ),
    command('Authorization: Bearer tlk_…'),
    words('A client that only starts programs runs this, on a machine that is logged in:'),
    command('lore mcp'),
  ],
})
