import type { Surroundings } from '@teamlore/sources/surroundings'
import type { FileEdit } from './file-edit.ts'
import type { JsonEntry } from './json-edit.ts'

export type ToolPlan = {
  edits: readonly FileEdit[]
  /** Where the tool keeps its settings: without it, the tool is not here. */
  home: string
  /** What its user has to do or know. */
  notes: readonly string[]
}

/**
 * `stop`: a turn ended, and the agent may be asked what it found; `compact`: the conversation is being shortened; `prompt`: somebody
 * asked something, after which it may be given back where it stands.
 */
export type HookEvent = 'start' | 'end' | 'stop' | 'compact' | 'prompt'

export type ToolSetting = Surroundings & {
  join: (...parts: string[]) => string
  /** Top folder of the project that the settings are for; undefined: for all projects of this user. */
  project: string | undefined
  shim: string
  /** What a hook of the tool runs. */
  command: (event: HookEvent) => string
  /** What starts the bridge to the server's MCP. */
  mcp: readonly string[]
}

export type ToolHooks = (setting: ToolSetting) => ToolPlan | Promise<ToolPlan>

/** What a hook may take at most, before the tool ends it. */
export const HOOK_SECONDS = 5

/** On Windows the program of hooks cannot read what a tool says, so it is not called for what needs that. */
export const onPosix = <T>(
  { platform }: Pick<ToolSetting, 'platform'>,
  items: readonly T[],
): T[] => (platform === 'win32' ? [] : [...items])

/** Every command of ours names this program, and nothing else does. */
const isOurCommand = (value: unknown): boolean =>
  JSON.stringify(value ?? '').includes('teamlore-hook')

export const hookItem = (at: JsonEntry['at'], value: unknown): JsonEntry => ({
  at,
  value,
  as: 'item',
  isOurs: isOurCommand,
})

/** An MCP server named `teamlore` that was set up in another way, such as by its address, is not ours. */
export const isOurBridge = (value: unknown): boolean => {
  const { command, args } = (value ?? {}) as { command?: unknown; args?: unknown }
  const words = [command, args].flat().filter((word) => word !== undefined)
  return words.at(-1) === 'mcp' && words.some((word) => /(^|[\\/])lore(\.mjs)?$/.test(String(word)))
}

export const mcpEntry = (at: JsonEntry['at'], value: unknown): JsonEntry => ({
  at,
  value,
  as: 'property',
  isOurs: isOurBridge,
})
