/** What hooks can be installed for. Told apart from how, which help and shells should not have to load. */
export const HOOK_TOOLS = ['claude-code', 'codex', 'gemini', 'cursor', 'opencode', 'git'] as const
export type HookTool = (typeof HOOK_TOOLS)[number]
