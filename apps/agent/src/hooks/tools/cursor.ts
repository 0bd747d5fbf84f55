import { jsonEdit } from '../edits/json-edit.ts'
import {
  HOOK_SECONDS,
  type HookEvent,
  hookItem,
  mcpEntry,
  onPosix,
  type ToolHooks,
} from '../edits/tool-plan.ts'

/** Hooks in hooks.json, MCP servers in mcp.json. */
export const cursorHooks: ToolHooks = (setting) => {
  const { home, join, project, command, mcp } = setting
  const own = join(home, '.cursor')
  const folder = project === undefined ? own : join(project, '.cursor')
  const [program, ...args] = mcp
  const hook = (event: HookEvent) => ({ command: command(event), timeout: HOOK_SECONDS })
  return {
    home: own,
    edits: [
      jsonEdit({
        path: join(folder, 'hooks.json'),
        skeleton: { version: 1 },
        entries: [
          hookItem(['hooks', 'sessionStart'], hook('start')),
          hookItem(['hooks', 'sessionEnd'], hook('end')),
          ...onPosix(setting, [
            hookItem(['hooks', 'stop'], hook('stop')),
            hookItem(['hooks', 'preCompact'], hook('compact')),
          ]),
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
