import { jsonEdit } from '../edits/json-edit.ts'
import {
  HOOK_SECONDS,
  type HookEvent,
  hookItem,
  mcpEntry,
  onPosix,
  type ToolHooks,
} from '../edits/tool-plan.ts'

/** Hooks and MCP servers in one settings.json; it counts in milliseconds. */
export const geminiHooks: ToolHooks = (setting) => {
  const { home, variables, join, project, command, mcp } = setting
  const own = join(variables.GEMINI_CLI_HOME ?? home, '.gemini')
  const folder = project === undefined ? own : join(project, '.gemini')
  const [program, ...args] = mcp
  const hook = (event: HookEvent) => ({
    name: 'teamlore',
    type: 'command',
    command: command(event),
    timeout: HOOK_SECONDS * 1_000,
  })
  return {
    home: own,
    edits: [
      jsonEdit({
        path: join(folder, 'settings.json'),
        entries: [
          hookItem(['hooks', 'SessionStart'], { hooks: [hook('start')] }),
          hookItem(['hooks', 'SessionEnd'], { hooks: [hook('end')] }),
          ...onPosix(setting, [
            hookItem(['hooks', 'AfterAgent'], { hooks: [hook('stop')] }),
            hookItem(['hooks', 'PreCompress'], { hooks: [hook('compact')] }),
            hookItem(['hooks', 'BeforeAgent'], { hooks: [hook('prompt')] }),
          ]),
          mcpEntry(['mcpServers', 'teamlore'], { command: program, args }),
        ],
      }),
    ],
    notes: [],
  }
}
