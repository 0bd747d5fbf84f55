import { lookUp } from '../look-up.ts'

const NAMES: Record<string, string> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  cursor: 'Cursor',
  opencode: 'OpenCode',
  aider: 'Aider',
  amp: 'Amp',
  cline: 'Cline',
  copilot: 'Copilot',
  'copilot-cli': 'Copilot CLI',
  'qwen-code': 'Qwen Code',
  'roo-code': 'Roo Code',
}

/** How people call a coding tool; one that is not known keeps its own name with capitals. */
export const toolName = (tool: string): string =>
  lookUp(NAMES, tool) ??
  tool
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
