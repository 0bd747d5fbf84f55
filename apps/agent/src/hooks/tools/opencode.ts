import type { FileEdit } from '../file-edit.ts'
import { jsonEdit } from '../json-edit.ts'
import { OWN_FILE_MARK, ownFile } from '../own-file.ts'
import { readSettings } from '../settings-file.ts'
import { mcpEntry, type ToolHooks, type ToolSetting } from '../tool-plan.ts'

/** MCP servers in opencode.json or opencode.jsonc; hooks are a plugin, which is a file of ours. */
export const openCodeHooks: ToolHooks = async (setting) => {
  const { home, variables, join, project, shim, platform } = setting
  const own = join(variables.XDG_CONFIG_HOME ?? join(home, '.config'), 'opencode')
  const plugins =
    project === undefined ? join(own, 'plugins') : join(project, '.opencode', 'plugins')
  return {
    home: own,
    edits: [
      await settingsEdit(project ?? own, setting),
      ownFile({ path: join(plugins, 'teamlore.js'), text: plugin(shim, platform) }),
    ],
    notes: [],
  }
}

/** OpenCode reads both: ours goes where it is already, else into the one that is there. */
const settingsEdit = async (
  folder: string,
  { join, mcp }: Pick<ToolSetting, 'join' | 'mcp'>,
): Promise<FileEdit> => {
  const editOf = (name: string): FileEdit =>
    jsonEdit({
      path: join(folder, name),
      skeleton: { $schema: 'https://opencode.ai/config.json' },
      entries: [mcpEntry(['mcp', 'teamlore'], { type: 'local', command: mcp, enabled: true })],
    })
  const [plain, commented] = [editOf('opencode.json'), editOf('opencode.jsonc')]
  // One that cannot be read is there all the same; what is wrong with it is said when it is to be changed.
  const textOf = ({ path }: FileEdit) => readSettings(path).catch(() => '')
  const [plainText, commentedText] = [await textOf(plain), await textOf(commented)]
  if (commentedText === undefined || (plainText !== undefined && plain.has(plainText))) return plain
  return plainText === undefined || commented.has(commentedText) ? commented : plain
}

const plugin = (
  shim: string,
  platform: NodeJS.Platform,
): string => `// ${OWN_FILE_MARK}; \`lore hooks uninstall\` takes it away.
// Gives each session what is known about its project, and tells Teamlore when a session rests. Never fails, never waits long.
import { execFile } from 'node:child_process'

const SHIM = ${JSON.stringify(platform === 'win32' ? `"${shim}"` : shim)}

const call = (event, cwd) =>
  new Promise((resolve) => {
    try {
      const options = { cwd, timeout: 1000, windowsHide: true, shell: ${platform === 'win32'} }
      const child = execFile(SHIM, [event, 'opencode'], options, (error, stdout) => resolve(error ? '' : stdout))
      child.on('error', () => resolve(''))
      child.stdin?.on('error', () => undefined)
      child.stdin?.end()
    } catch {
      resolve('')
    }
  })

export const TeamlorePlugin = async ({ directory, worktree }) => {
  const folder = directory ?? worktree
  const briefs = new Map()
  return {
    'experimental.chat.system.transform': async (input, output) => {
      const session = input?.sessionID ?? ''
      if (!briefs.has(session)) briefs.set(session, call('start', folder))
      const brief = await briefs.get(session)
      if (brief) output?.system?.push(brief)
    },
    event: async ({ event }) => {
      if (event?.type === 'session.deleted') briefs.delete(event.properties?.info?.id)
      if (event?.type === 'session.idle') void call('end', folder)
    },
  }
}
`
