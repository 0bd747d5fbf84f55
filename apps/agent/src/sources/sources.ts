import { createClaudeCodeSource } from './claude-code/claude-code.source.ts'
import type { Source } from './source.ts'
import type { Surroundings } from './surroundings.ts'

/** Every coding tool this version reads. */
export const createSources = ({ home, variables }: Surroundings): Source[] => [
  createClaudeCodeSource({ configDir: variables.CLAUDE_CONFIG_DIR, home }),
]
