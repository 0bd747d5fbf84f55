import { posix, win32 } from 'node:path'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { ToolHooks, ToolPlan } from './edits/tool-plan.ts'
import type { HookTool } from './hook-tools.ts'
import { quoted } from './shim.ts'
import { claudeCodeHooks } from './tools/claude-code.ts'
import { codexHooks } from './tools/codex.ts'
import { cursorHooks } from './tools/cursor.ts'
import { geminiHooks } from './tools/gemini.ts'
import { openCodeHooks } from './tools/opencode.ts'
import { piHooks } from './tools/pi.ts'

type SettingsTool = Exclude<HookTool, 'git'>

const TOOLS: Record<SettingsTool, ToolHooks> = {
  'claude-code': claudeCodeHooks,
  codex: codexHooks,
  gemini: geminiHooks,
  cursor: cursorHooks,
  opencode: openCodeHooks,
  pi: piHooks,
}

type Options = {
  surroundings: Surroundings
  /** Top folder of the project, or undefined for everything its user does. */
  project: string | undefined
  /** Path of the program that hooks call. */
  shim: string
  lore: readonly [node: string, script: string]
}

/** What a tool needs to have in its settings. */
export const planFor = (tool: SettingsTool, options: Options): ToolPlan | Promise<ToolPlan> => {
  const { surroundings, project, shim, lore } = options
  const isWindows = surroundings.platform === 'win32'
  return TOOLS[tool]({
    ...surroundings,
    join: (isWindows ? win32 : posix).join,
    project,
    shim,
    command: (event) =>
      isWindows ? windowsCommand(shim, event, tool) : posixCommand(shim, event, tool),
    // A file of the project is everybody's, and on their machines `lore` lies elsewhere.
    mcp: project === undefined ? [...lore, 'mcp'] : ['lore', 'mcp'],
  })
}

/** Does nothing where the program is gone: settings may outlive `lore`. */
const posixCommand = (shim: string, event: string, tool: string): string =>
  `[ ! -x ${quoted(shim)} ] || ${quoted(shim)} ${event} ${tool}`

/**
 * Tools have it run by cmd or PowerShell, where a text in quotes alone is no program. Claude Code has the bash of Git run it,
 * which would take the `/c` for a path.
 */
const windowsCommand = (shim: string, event: string, tool: SettingsTool): string => {
  const words = `"${shim}" ${event} ${tool}`
  return tool === 'claude-code' ? words : `cmd.exe /d /c ${words}`
}
