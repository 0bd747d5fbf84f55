/** What hooks can be installed for. Apart from how, which help and shells should not have to load. */
export const HOOK_TOOLS = [
  'claude-code',
  'codex',
  'gemini',
  'cursor',
  'opencode',
  'pi',
  'git',
] as const
export type HookTool = (typeof HOOK_TOOLS)[number]

const SOURCES: Record<Exclude<HookTool, 'git'>, string> = {
  'claude-code': 'claude-code',
  codex: 'codex',
  gemini: 'gemini-cli',
  cursor: 'cursor',
  opencode: 'opencode',
  pi: 'pi',
}

/** A tool as `lore import --tool` knows it. */
export const sourceOf = (tool: Exclude<HookTool, 'git'>): string => SOURCES[tool]
