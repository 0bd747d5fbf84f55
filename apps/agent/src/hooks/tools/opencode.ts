import type { FileEdit } from '../edits/file-edit.ts'
import { type JsonEntry, jsonEdit } from '../edits/json-edit.ts'
import { ownFile } from '../edits/own-file.ts'
import { readSettings } from '../edits/settings-file.ts'
import { mcpEntry, onPosix, type ToolHooks, type ToolSetting } from '../edits/tool-plan.ts'
import { openCodePlugin } from './opencode-plugin.ts'

/** MCP servers in opencode.json or opencode.jsonc; hooks are a plugin, which is a file of ours. */
export const openCodeHooks: ToolHooks = async (setting) => {
  const { home, variables, join, project, shim, platform } = setting
  const own = join(variables.XDG_CONFIG_HOME ?? join(home, '.config'), 'opencode')
  const plugins =
    project === undefined ? join(own, 'plugins') : join(project, '.opencode', 'plugins')
  return {
    home: own,
    edits: [
      await openCodeSettings(
        project ?? own,
        setting,
        mcpEntry(['mcp', 'teamlore'], { type: 'local', command: setting.mcp, enabled: true }),
      ),
      ownFile({ path: join(plugins, 'teamlore.js'), text: openCodePlugin(shim, platform) }),
    ],
    notes: onPosix(setting, [
      'Its agent is asked once a session what it found, but not in `opencode run`, which ends with the turn.',
    ]),
  }
}

/** OpenCode reads both: ours goes where it is already, else into the one that is there. */
export const openCodeSettings = async (
  folder: string,
  { join }: Pick<ToolSetting, 'join'>,
  entry: JsonEntry,
): Promise<FileEdit> => {
  const editOf = (name: string): FileEdit =>
    jsonEdit({
      path: join(folder, name),
      skeleton: { $schema: 'https://opencode.ai/config.json' },
      entries: [entry],
    })
  const [plain, commented] = [editOf('opencode.json'), editOf('opencode.jsonc')]
  // One that cannot be read is there all the same; what is wrong with it is said when it is to be changed.
  const textOf = ({ path }: FileEdit) => readSettings(path).catch(() => '')
  const [plainText, commentedText] = [await textOf(plain), await textOf(commented)]
  if (commentedText === undefined || (plainText !== undefined && plain.has(plainText))) return plain
  return plainText === undefined || commented.has(commentedText) ? commented : plain
}
