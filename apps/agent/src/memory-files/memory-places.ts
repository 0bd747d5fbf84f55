import { join } from 'node:path'
import type { Surroundings } from '@teamlore/sources/surroundings'

/** Where a coding tool looks for its instructions and notes, seen from some folder; with forward slashes. */
export type MemoryPlace = {
  /** The tool that reads it; null where several do. */
  tool: string | null
  /** Somebody's own, not for the team. */
  isPersonal?: true
} & (
  | {
      file: string
      /** Looked for in every folder of the project that git knows it in. */
      isNested?: true
    }
  | { folder: string; endings: readonly string[] }
)

const MARKDOWN = ['.md'] as const
const MARKDOWN_OR_TEXT = ['.md', '.txt'] as const

/** In the top folder of a project. */
export const PROJECT_PLACES: readonly MemoryPlace[] = [
  { tool: null, file: 'AGENTS.md', isNested: true },
  { tool: 'codex', file: 'AGENTS.override.md', isNested: true },
  { tool: null, file: 'AGENTS.local.md', isPersonal: true },
  { tool: 'amp', file: 'AGENT.md' },
  { tool: 'claude-code', file: 'CLAUDE.md', isNested: true },
  { tool: 'claude-code', file: '.claude/CLAUDE.md' },
  { tool: 'claude-code', folder: '.claude/rules', endings: MARKDOWN },
  { tool: 'claude-code', file: 'CLAUDE.local.md', isPersonal: true },
  { tool: 'gemini-cli', file: 'GEMINI.md', isNested: true },
  { tool: 'qwen-code', file: 'QWEN.md', isNested: true },
  { tool: 'cursor', file: '.cursorrules' },
  { tool: 'cursor', folder: '.cursor/rules', endings: ['.mdc', '.md'] },
  { tool: null, file: '.github/copilot-instructions.md' },
  { tool: null, folder: '.github/instructions', endings: ['.instructions.md'] },
  { tool: 'windsurf', file: '.windsurfrules' },
  { tool: 'windsurf', folder: '.windsurf/rules', endings: MARKDOWN },
  { tool: 'cline', file: '.clinerules' },
  { tool: 'cline', folder: '.clinerules', endings: MARKDOWN_OR_TEXT },
  { tool: 'cline', folder: 'memory-bank', endings: MARKDOWN },
  { tool: 'roo-code', file: '.roorules' },
  { tool: 'roo-code', folder: '.roo/rules', endings: MARKDOWN_OR_TEXT },
  { tool: 'kilo-code', folder: '.kilocode/rules', endings: MARKDOWN_OR_TEXT },
  { tool: 'kiro', folder: '.kiro/steering', endings: MARKDOWN },
  { tool: 'kiro', folder: '.amazonq/rules', endings: MARKDOWN },
  { tool: 'continue', file: '.continuerules' },
  { tool: 'continue', folder: '.continue/rules', endings: MARKDOWN },
  { tool: 'aider', file: 'CONVENTIONS.md' },
  { tool: 'crush', file: 'CRUSH.md' },
  { tool: 'crush', file: 'CRUSH.local.md', isPersonal: true },
  { tool: 'goose', file: '.goosehints' },
  { tool: 'zed', file: '.rules' },
  { tool: 'junie', file: '.junie/guidelines.md' },
  { tool: 'warp', file: 'WARP.md' },
]

/** A folder outside of any project, with what is looked for in it. */
export type PersonalFolder = {
  folder: string
  /** Stands for the folder in paths, the same on every machine. */
  shown: string
  places: readonly MemoryPlace[]
}

type Where = Pick<Surroundings, 'home' | 'variables'>

/** What a person has for all projects. */
export const personalFolders = ({ home, variables }: Where): PersonalFolder[] => {
  const config = variables.XDG_CONFIG_HOME ?? join(home, '.config')
  const of = (
    tool: string,
    folder: string,
    shown: string,
    ...places: ({ file: string } | { folder: string; endings: readonly string[] })[]
  ): PersonalFolder => ({
    folder,
    shown,
    places: places.map((place) => ({ ...place, tool, isPersonal: true })),
  })
  return [
    ...claudeFolders({ home, variables }).map((folder) =>
      of(
        'claude-code',
        folder,
        '~/.claude',
        { file: 'CLAUDE.md' },
        { folder: 'rules', endings: MARKDOWN },
      ),
    ),
    of(
      'codex',
      variables.CODEX_HOME ?? join(home, '.codex'),
      '~/.codex',
      { file: 'AGENTS.md' },
      { file: 'AGENTS.override.md' },
      { folder: 'memories', endings: MARKDOWN },
    ),
    of('gemini-cli', join(variables.GEMINI_CLI_HOME ?? home, '.gemini'), '~/.gemini', {
      file: 'GEMINI.md',
    }),
    of('qwen-code', variables.QWEN_HOME || join(home, '.qwen'), '~/.qwen', { file: 'QWEN.md' }),
    of('opencode', join(config, 'opencode'), '~/.config/opencode', { file: 'AGENTS.md' }),
    of('amp', join(config, 'amp'), '~/.config/amp', { file: 'AGENTS.md' }),
    of('goose', join(config, 'goose'), '~/.config/goose', { file: '.goosehints' }),
    of('pi', variables.PI_CODING_AGENT_DIR ?? join(home, '.pi', 'agent'), '~/.pi/agent', {
      file: 'AGENTS.md',
    }),
    of('droid', join(variables.FACTORY_HOME_OVERRIDE || home, '.factory'), '~/.factory', {
      file: 'AGENTS.md',
    }),
    of('copilot-cli', variables.COPILOT_HOME || join(home, '.copilot'), '~/.copilot', {
      file: 'copilot-instructions.md',
    }),
    of('kiro', join(home, '.kiro'), '~/.kiro', { folder: 'steering', endings: MARKDOWN }),
    of('windsurf', join(home, '.codeium', 'windsurf'), '~/.codeium/windsurf', {
      file: 'memories/global_rules.md',
    }),
  ]
}

const claudeFolders = ({ home, variables }: Where): string[] => {
  const named = variables.CLAUDE_CONFIG_DIR?.split(',')
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '')
  return named !== undefined && named.length > 0 ? named : [join(home, '.claude')]
}

/** Where Claude Code keeps what it noted of a project by itself: in a folder named after the project's. */
export const notesFolders = (where: Where, root: string): PersonalFolder[] =>
  claudeFolders(where).map((folder) => ({
    folder: join(folder, 'projects', root.replace(/[^A-Za-z0-9]/g, '-')),
    shown: '~/.claude/projects/*',
    places: [{ tool: 'claude-code', folder: 'memory', endings: MARKDOWN, isPersonal: true }],
  }))
