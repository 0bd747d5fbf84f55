import { jsonEdit } from '../edits/json-edit.ts'
import {
  HOOK_SECONDS,
  type HookEvent,
  hookItem,
  mcpEntry,
  onPosix,
  type ToolHooks,
} from '../edits/tool-plan.ts'

/**
 * Hooks in settings.json, MCP servers in .claude.json. Hooks of a project go into its settings.local.json, which Claude
 * Code keeps out of git: they name a program of this machine.
 */
export const claudeCodeHooks: ToolHooks = (setting) => {
  const { home, variables, join, project, command, mcp } = setting
  const own = variables.CLAUDE_CONFIG_DIR
  const folder = own ?? join(home, '.claude')
  const [program, ...args] = mcp
  const hook = (event: HookEvent) => ({
    type: 'command',
    command: command(event),
    timeout: HOOK_SECONDS,
  })
  return {
    home: folder,
    edits: [
      jsonEdit({
        path:
          project === undefined
            ? join(folder, 'settings.json')
            : join(project, '.claude', 'settings.local.json'),
        entries: [
          // A session that is resumed has its brief already.
          hookItem(['hooks', 'SessionStart'], {
            matcher: 'startup|clear|compact',
            hooks: [hook('start')],
          }),
          hookItem(['hooks', 'SessionEnd'], { hooks: [hook('end')] }),
          ...onPosix(setting, [
            hookItem(['hooks', 'Stop'], { hooks: [hook('stop')] }),
            hookItem(['hooks', 'PreCompact'], { hooks: [hook('compact')] }),
          ]),
        ],
      }),
      jsonEdit({
        path:
          project === undefined ? join(own ?? home, '.claude.json') : join(project, '.mcp.json'),
        entries: [
          mcpEntry(['mcpServers', 'teamlore'], { type: 'stdio', command: program, args, env: {} }),
        ],
      }),
    ],
    notes:
      project === undefined
        ? []
        : [
            '.mcp.json is for everybody in the project; Claude Code asks each once whether to use it.',
          ],
  }
}
