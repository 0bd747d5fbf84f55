import { posix, win32 } from 'node:path'
import { MCP_SETTINGS, type McpClient, tomlLines } from '@teamlore/shared/mcp-clients'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { CliError } from '../errors/cli-error.ts'
import type { FileEdit } from './edits/file-edit.ts'
import { jsonEdit } from './edits/json-edit.ts'
import { serverIn, tomlEdit } from './edits/toml-edit.ts'
import { isOurBridge } from './edits/tool-plan.ts'
import { addressOf } from './other-entry.ts'
import { openCodeSettings } from './tools/opencode.ts'

type Options = {
  surroundings: Surroundings
  /** Of /mcp. */
  url: string
  /** What starts the bridge to the server's MCP. */
  program: readonly string[]
  withKey: boolean
}

export type ClientPlan = {
  edit: FileEdit
  /** Where the client keeps its settings: without it, the client is not here. */
  home: string
  /** What its user does next. */
  note: string
}

/** What a client needs to have in its settings, so that it reaches this server. */
export const planForClient = async (client: McpClient, options: Options): Promise<ClientPlan> => {
  const { url, program, withKey } = options
  const { at, format, byAddress, byProgram, name } = MCP_SETTINGS[client]
  const { folder, path } = placeOf(client, options.surroundings)
  if (!withKey && byAddress === null)
    return { edit: onlyWithKey(path, client, name), home: folder, note: '' }
  const value = withKey || byAddress === null ? byProgram(program) : byAddress(url)
  const ownAddress = byAddress?.(url) ?? {}
  const isOurs = (found: unknown): boolean =>
    isOurBridge(found) || isAsWritten(found, ownAddress, url)
  const entry = { at, value, as: 'property' as const, isOurs }
  const edit =
    client === 'opencode'
      ? await openCodeSettings(folder, { join: joinOf(options.surroundings) }, entry)
      : format === 'toml'
        ? tomlEdit({
            path,
            command: 'lore mcp install',
            tables: [`[${at.join('.')}]`, ...tomlLines(value)].join('\n'),
            otherIn: serverIn('teamlore'),
          })
        : jsonEdit({ path, entries: [entry] })
  return { edit, home: folder, note: withKey ? AFTER_KEY : AFTER[client] }
}

const AFTER_KEY = 'Start it anew. It calls with the key that `lore login` stored.'

/** How the sign-in begins, which differs. */
const AFTER: Record<McpClient, string> = {
  'claude-code': 'Type /mcp in it, choose teamlore, and sign in.',
  'claude-desktop': '',
  codex: 'Run: codex mcp login teamlore',
  cursor: 'Open Settings → MCP in it: teamlore asks you to sign in.',
  vscode: 'It opens the sign-in when it first starts the server.',
  gemini: 'Type /mcp auth teamlore in it.',
  opencode: 'Run: opencode mcp auth teamlore',
  zed: 'It opens the sign-in when it first calls the server.',
}

/** An entry by the address of this very server, with nothing beside it that we do not write; any other is its owner's. */
const isAsWritten = (found: unknown, ours: object, url: string): boolean =>
  addressOf(found) === url && Object.keys(found ?? {}).every((name) => name in ours)

/** A file in which nothing can be put, but from which what is ours can be taken. */
const onlyWithKey = (path: string, client: McpClient, name: string): FileEdit => ({
  ...jsonEdit({
    path,
    entries: [{ at: MCP_SETTINGS[client].at, value: {}, as: 'property', isOurs: isOurBridge }],
  }),
  add: () => {
    throw new CliError({
      code: 'mcp.key_needed',
      message: `${name} takes only programs in its settings file.`,
      hint: `Give --key: lore mcp install ${client} --key. Or sign in in the app: Settings → Connectors → Add custom connector.`,
    })
  },
})

const joinOf = ({ platform }: Pick<Surroundings, 'platform'>) =>
  (platform === 'win32' ? win32 : posix).join

const placeOf = (
  client: McpClient,
  { home, variables, platform }: Surroundings,
): { folder: string; path: string } => {
  const join = joinOf({ platform })
  const config = variables.XDG_CONFIG_HOME ?? join(home, '.config')
  /** Where desktop programs keep what is theirs. */
  const ofPrograms =
    platform === 'win32'
      ? (variables.APPDATA ?? join(home, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : config
  const at = (folder: string, name: string) => ({ folder, path: join(folder, name) })
  switch (client) {
    case 'claude-code': {
      const own = variables.CLAUDE_CONFIG_DIR
      return { folder: own ?? join(home, '.claude'), path: join(own ?? home, '.claude.json') }
    }
    case 'claude-desktop':
      return at(join(ofPrograms, 'Claude'), 'claude_desktop_config.json')
    case 'codex':
      return at(variables.CODEX_HOME ?? join(home, '.codex'), 'config.toml')
    case 'cursor':
      return at(join(home, '.cursor'), 'mcp.json')
    case 'vscode':
      return at(join(ofPrograms, 'Code', 'User'), 'mcp.json')
    case 'gemini':
      return at(join(variables.GEMINI_CLI_HOME ?? home, '.gemini'), 'settings.json')
    case 'opencode':
      return at(join(config, 'opencode'), 'opencode.json')
    case 'zed':
      return at(
        platform === 'win32' ? join(ofPrograms, 'Zed') : join(config, 'zed'),
        'settings.json',
      )
  }
}
