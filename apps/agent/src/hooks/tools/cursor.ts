import { jsonEdit } from '../json-edit.ts'
import { HOOK_SECONDS, hookItem, mcpEntry, type ToolHooks } from '../tool-plan.ts'

/** Hooks in hooks.json, MCP servers in mcp.json. */
export const cursorHooks: ToolHooks = ({ home, join, project, command, mcp }) => {
  const own = join(home, '.cursor')
  const folder = project === undefined ? own : join(project, '.cursor')
  const [program, ...args] = mcp
  const hook = (event: 'start' | 'end') => ({ command: command(event), timeout: HOOK_SECONDS })
  return {
    home: own,
    edits: [
      jsonEdit({
        path: join(folder, 'hooks.json'),
        skeleton: { version: 1 },
        entries: [
          hookItem(['hooks', 'sessionStart'], hook('start')),
          hookItem(['hooks', 'sessionEnd'], hook('end')),
        ],
      }),
      jsonEdit({
        path: join(folder, 'mcp.json'),
        entries: [mcpEntry(['mcpServers', 'teamlore'], { command: program, args })],
      }),
    ],
    notes: [],
  }
}
