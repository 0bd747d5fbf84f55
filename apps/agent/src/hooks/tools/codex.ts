import type { FileEdit } from '../edits/file-edit.ts'
import { jsonEdit } from '../edits/json-edit.ts'
import { ourBlock, serverIn, tomlEdit } from '../edits/toml-edit.ts'
import {
  HOOK_SECONDS,
  type HookEvent,
  hookItem,
  onPosix,
  type ToolHooks,
} from '../edits/tool-plan.ts'

/** JSON strings are TOML strings as well. */
const toml = (text: string): string => JSON.stringify(text)

/** Where `lore mcp install` wrote the address of the server, the bridge does not take its place. */
const unlessByAddress = (options: Parameters<typeof tomlEdit>[0]): FileEdit => {
  const edit = tomlEdit(options)
  return {
    ...edit,
    add: (text) => (/^url = /m.test(ourBlock(text)) ? (text ?? '') : edit.add(text)),
  }
}

/** Hooks in hooks.json, MCP servers in config.toml. Codex has no end of a session: a turn's end stands for it. */
export const codexHooks: ToolHooks = (setting) => {
  const { home, variables, join, project, command, mcp } = setting
  const own = variables.CODEX_HOME ?? join(home, '.codex')
  const folder = project === undefined ? own : join(project, '.codex')
  const [program = '', ...args] = mcp
  const hook = (event: HookEvent) => ({
    type: 'command',
    command: command(event),
    timeout: HOOK_SECONDS,
  })
  return {
    home: own,
    edits: [
      jsonEdit({
        path: join(folder, 'hooks.json'),
        entries: [
          hookItem(['hooks', 'SessionStart'], {
            matcher: 'startup|clear|compact',
            hooks: [hook('start')],
          }),
          hookItem(['hooks', 'Stop'], {
            hooks: [hook('end'), ...onPosix(setting, [hook('stop')])],
          }),
          ...onPosix(setting, [hookItem(['hooks', 'PreCompact'], { hooks: [hook('compact')] })]),
        ],
      }),
      unlessByAddress({
        path: join(folder, 'config.toml'),
        tables: [
          '[mcp_servers.teamlore]',
          `command = ${toml(program)}`,
          `args = [${args.map(toml).join(', ')}]`,
        ].join('\n'),
        otherIn: serverIn('teamlore'),
      }),
    ],
    notes: [
      'Codex runs new hooks once you trust them: it asks at its next start, or open /hooks in it.',
      ...(project === undefined
        ? []
        : ['It reads the settings of a project once you trust the project.']),
    ],
  }
}
